/** Renders schemas of OpenAPI 3.0 and 3.1 as words and lists. */
import { type Html, type HtmlPart, html } from '../conformance/report/html/html.js';
import { withLimits } from '../conformance/verdict/openapi-schemas.js';
import { type Document, follow, isReference, schemaName } from './description.js';
import { renderInline } from './markdown.js';

/** The keywords that are shown. */
interface Keywords {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly title?: string;
  readonly description?: string;
  readonly nullable?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly [keyword: string]: unknown;
}

/** A schema in a description, or a reference to one. */
export type Schema = Keywords | { readonly $ref: string } | boolean;

const asCode = (value: unknown): Html => html`<code>${JSON.stringify(value)}</code>`;

function join(parts: readonly Html[], word: string): Html {
  return html`${parts.map((part, index) => (index === 0 ? part : html`${word}${part}`))}`;
}

/** A link to a schema of the components; undefined for an inline schema. */
function linkTo(schema: Schema): Html | undefined {
  if (!isReference(schema)) return undefined;
  const name = schemaName(schema.$ref);
  return name === undefined ? undefined : html`<a href="#schema-${name}">${name}</a>`;
}

function resolve(document: Document, schema: Schema): Keywords {
  if (typeof schema === 'boolean') return {};
  return follow<Keywords>(document, schema) ?? {};
}

/** The type in words, such as `array of User` or `integer or string`. */
function describeType(document: Document, schema: Schema): Html {
  const link = linkTo(schema);
  if (link !== undefined) return link;
  const found = resolve(document, schema);
  if (found.const !== undefined) return asCode(found.const);
  const choices = found.oneOf ?? found.anyOf;
  if (choices !== undefined) {
    return join(
      choices.map((one) => describeType(document, one)),
      ' or ',
    );
  }
  if (found.allOf !== undefined && found.properties === undefined) {
    return join(
      found.allOf.map((one) => describeType(document, one)),
      ' and ',
    );
  }
  if (found.items !== undefined) return html`array of ${describeType(document, found.items)}`;
  const types = [found.type ?? (found.properties === undefined ? 'any' : 'object')].flat();
  return html`${[...types, ...(found.nullable === true ? ['null'] : [])].join(' or ')}`;
}

/** Keywords that bound a value, with their words on the page. */
const bounds: readonly [keyword: string, words: string][] = [
  ['format', 'format'],
  ['minimum', 'at least'],
  ['exclusiveMinimum', 'more than'],
  ['maximum', 'at most'],
  ['exclusiveMaximum', 'less than'],
  ['multipleOf', 'a multiple of'],
  ['minLength', 'shortest length'],
  ['maxLength', 'maximum length'],
  ['pattern', 'pattern'],
  ['minItems', 'least items'],
  ['maxItems', 'most items'],
];

/** Further facts about a value, such as bounds and default. */
function describeBounds(keywords: Keywords): Html[] {
  const found: Keywords = withLimits(keywords);
  const parts = bounds.flatMap(([keyword, words]) => {
    const value = found[keyword];
    if (value === undefined) return [];
    return [
      html`${words} <code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`,
    ];
  });
  if (found.enum !== undefined) parts.push(html`one of ${join(found.enum.map(asCode), ', ')}`);
  if (found.default !== undefined) parts.push(html`default ${asCode(found.default)}`);
  if (found.uniqueItems === true) parts.push(html`no two alike`);
  if (found.readOnly === true) parts.push(html`in answers only`);
  if (found.writeOnly === true) parts.push(html`in requests only`);
  if (found.deprecated === true) parts.push(html`<strong>deprecated</strong>`);
  return parts;
}

/**
 * Renders type, bounds and description of a value in one line.
 *
 * @param use description at the place of use, instead of the schema's own
 */
export function renderValue(
  document: Document,
  schema: Schema,
  note?: HtmlPart,
  use?: string,
): Html {
  const own =
    typeof schema === 'object' && 'description' in schema ? schema.description : undefined;
  const found = resolve(document, schema);
  // The bounds of a linked schema stand behind the link.
  const facts = linkTo(schema) === undefined ? describeBounds(found) : [];
  const text = use ?? String(own ?? found.description ?? '');
  return html`<span class="type">${describeType(document, schema)}</span>${facts.map((fact) => html`<span class="fact">${fact}</span>`)}${note}${renderInline(text)}`;
}

/** The surroundings of a schema. */
interface Around {
  /** The enclosing schemas; a recursive schema is rendered once. */
  readonly schemas: readonly Keywords[];
  readonly count: { parts: number };
}

/**
 * The number of parts after which named schemas are only linked: schemas that refer to each other in
 * many ways would fill gigabytes.
 */
const mostParts = 300;

/** Renders the members of a value, recursively; undefined for a value without members. */
export function renderStructure(
  document: Document,
  schema: Schema,
  around: Around = { schemas: [], count: { parts: 0 } },
): Html | undefined {
  const found = resolve(document, schema);
  const { schemas, count } = around;
  count.parts += 1;
  if (schemas.includes(found) || (count.parts > mostParts && isReference(schema))) return undefined;
  const within = { schemas: [...schemas, found], count };
  const choices = found.oneOf ?? found.anyOf;
  const parts = [
    ...(found.allOf ?? []).map((one) => renderStructure(document, one, within)),
    ...(choices ?? []).map((one) => renderChoice(document, one, within)),
    ...(found.items === undefined ? [] : [renderStructure(document, found.items, within)]),
    renderMembers(document, found, within),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : html`${parts}`;
}

function renderChoice(document: Document, schema: Schema, around: Around): Html | undefined {
  const inner = renderStructure(document, schema, around);
  if (inner === undefined) return undefined;
  return html`<p class="choice">${describeType(document, schema)}</p>${inner}`;
}

function renderMembers(document: Document, found: Keywords, around: Around): Html | undefined {
  const { properties = {}, required = [], additionalProperties } = found;
  const members = Object.entries(properties).map(([name, schema]) => {
    const note = required.includes(name) ? html`<span class="fact">required</span>` : undefined;
    // The members of a named schema stand behind its link.
    const inner = isReference(schema) ? undefined : renderStructure(document, schema, around);
    return html`<dt><code>${name}</code></dt><dd>${renderValue(document, schema, note)}${inner}</dd>`;
  });
  if (typeof additionalProperties === 'object') {
    const value = renderValue(document, additionalProperties);
    members.push(html`<dt>any other member</dt><dd>${value}</dd>`);
  }
  return members.length === 0 ? undefined : html`<dl class="members">${members}</dl>`;
}
