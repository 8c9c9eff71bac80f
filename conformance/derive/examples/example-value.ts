/**
 * Makes values that a schema allows: from its examples, or else from its keywords. Free texts
 * become `${unique}`, by which a run recognizes its own data.
 */
import { asList, asObject, type Json, memberOf, ownMember } from '../../../kit/collections.js';
import type { ApiDescription } from '../description/description.js';
import { merged, typeOf } from '../description/merged-schema.js';
import { sampleOf, schemasOf } from '../description/request-schemas.js';
import {
  commonTextsFor,
  likeTextFor,
  ownTextFor,
  textsFor,
  uniqueFor,
  uniqueLength,
} from './example-texts.js';
import { laterThan, moveTime } from './made-times.js';
import { hasOwnText } from './own-texts.js';
import { usualText } from './usual-texts.js';

/** No value can be made. The message is part of a sentence. */
export class NoExample extends Error {}

/** What can be made; undefined where NoExample is thrown. */
export function ifMade<Made>(make: () => Made): Made | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof NoExample) return undefined;
    throw error;
  }
}

/** Placeholder for a text that no other run uses. */
export const uniquePlaceholder = '$'.concat('{unique}');

/** The ways to make a value, which are tried one after the other until it is valid. */
interface Making {
  readonly document: Json;
  /** Below this depth, only required members are made. */
  readonly deepestOptional: number;
  readonly useExamples: boolean;
  /** The number of the alternative of `oneOf` and `anyOf`. */
  readonly alternative: number;
  /** Other numbers make other values. */
  readonly variant: number;
}

/**
 * The lesser depths are for schemas whose values would be too long to read, and for optional members
 * that cannot be valid: the last one has none.
 */
const depthsOfOptional = [3, 1, 0, -1] as const;

/** The number of members of a short value, so that it has a text by which a run recognizes it. */
const mostSpares = 10;

/** Greatest length of a made value, in lines of JSON. */
const mostLines = 100;

/** A further value for the same schema. */
export interface ExampleOptions {
  /** Values of the description for the whole. */
  readonly shown?: readonly unknown[];
  /** The number of values that were made before; each variant is another value. */
  readonly variant?: number;
}

/**
 * A value for a request that is valid by its schema.
 *
 * @param schema that of a body or a parameter of the description
 * @throws NoExample when no value can be made; it names the keyword that cannot be satisfied
 */
export function makeExample(
  api: ApiDescription,
  schema: Json,
  { shown = [], variant = 0 }: ExampleOptions = {},
): unknown {
  let reason: Error | undefined;
  for (const candidate of candidates(api.document, schema, shown, variant)) {
    if (candidate instanceof NoExample) {
      reason ??= candidate;
      continue;
    }
    const marked = markOwn(api.document, schema, candidate);
    for (const value of [marked, candidate]) {
      const [problem] = schemasOf(api).problems(schema, sampleOf(value));
      if (problem === undefined) return value;
      const { keyword, form, path } = problem;
      const rule = form === undefined ? keyword : `the ${keyword} ${form}`;
      const place = path.length === 0 ? '' : ` of ${path.join('.')}`;
      reason ??= new NoExample(`no value can be derived that satisfies ${rule}${place}`);
    }
  }
  throw reason ?? new NoExample('no value can be derived');
}

function* candidates(
  document: Json,
  schema: Json,
  shown: readonly unknown[],
  variant: number,
): Generator<unknown> {
  if (variant === 0) yield* shown.map(escapePlaceholders);
  for (const useExamples of variant === 0 ? [true, false] : [false]) {
    for (const alternative of [0, 1, 2, 3]) {
      for (const deepestOptional of depthsOfOptional) {
        const making = { document, deepestOptional, useExamples, alternative, variant };
        const value = tryToMake(making, schema);
        const isShort = JSON.stringify(value, undefined, 1)?.split('\n').length <= mostLines;
        if (isShort || deepestOptional === depthsOfOptional.at(-1)) yield value;
      }
    }
  }
}

function tryToMake(making: Making, schema: Json): unknown {
  try {
    return make({ ...making, enclosing: [] }, schema, '');
  } catch (error) {
    if (error instanceof NoExample) return error;
    throw error;
  }
}

/** The position of a value in the schema. */
interface SchemaPosition extends Making {
  /** The enclosing schemas. */
  readonly enclosing: readonly unknown[];
}

function make(around: SchemaPosition, value: unknown, name: string): unknown {
  const { document, enclosing, alternative, useExamples, variant } = around;
  if (enclosing.length > deepest) throw new NoExample('the schema contains itself');
  const schema = merged(document, value, alternative);
  const position = { ...around, enclosing: [...enclosing, value] };
  const own = useExamples ? (schema.example ?? asList(schema.examples)[0]) : undefined;
  const values = asList(schema.enum);
  // A discriminator without a mapping may contradict the value that its schema states.
  const isUsual = useExamples && variant === 0;
  const shown = [own, schema.const, isUsual ? besideDefault(schema) : undefined].find(
    (one) => (one ?? undefined) !== undefined && (values.length === 0 || values.includes(one)),
  );
  if (shown !== undefined && isExact(shown)) return escapePlaceholders(shown);
  if (values.length > 0) return escapePlaceholders(values[variant % values.length]);
  switch (typeOf(schema)) {
    case 'object':
      return makeObject(position, schema);
    case 'array':
      return makeList(position, schema, name);
    case 'integer':
    case 'number':
      return makeNumber(schema, variant);
    case 'boolean':
      return variant % 2 === 0;
    case 'null':
      return null;
    default:
      return makeText(schema, name, variant);
  }
}

/** The greatest depth of values, since schemas may contain themselves. */
const deepest = 12;

/** A large integer may have lost digits when the description was read. */
function isExact(value: unknown): boolean {
  return typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value);
}

/** The required members, and the optional ones that can be made. */
function makeObject(position: SchemaPosition, schema: Json): Json {
  const depth = position.enclosing.length;
  const required = asList(schema.required).map(String);
  const properties = asObject(schema.properties);
  const names = new Set([...Object.keys(properties), ...required]);
  let spares = position.deepestOptional < 0 ? 0 : mostSpares;
  const made: Record<string, unknown> = {};
  for (const name of names) {
    const part = ownMember(properties, name) ?? asObject(schema.additionalProperties);
    const member = merged(position.document, part, position.alternative);
    if (member.readOnly === true) continue;
    const isSpare = depth === 1 && spares > 0 && !['object', 'array'].includes(typeOf(member));
    const isDeep = depth > position.deepestOptional && !isSpare;
    // The server chooses the id of a new resource.
    const isLeftOut = isDeep || (name === 'id' && depth === 1);
    if (!required.includes(name) && isLeftOut) continue;
    try {
      made[name] = laterThan(made, name, member, make(position, part, name));
      spares -= 1;
    } catch (error) {
      if (!(error instanceof NoExample) || required.includes(name)) throw error;
    }
  }
  return made;
}

function makeList(position: SchemaPosition, schema: Json, name: string): readonly unknown[] {
  const count = typeof schema.minItems === 'number' ? schema.minItems : 1;
  if (count > 10) throw new NoExample(`the list ${name} needs ${count} items`);
  const first = asList(schema.prefixItems);
  try {
    return Array.from({ length: Math.max(count, first.length, 1) }, (_, index) => {
      const variant = schema.uniqueItems === true ? position.variant + index : position.variant;
      return make({ ...position, variant }, first[index] ?? schema.items ?? {}, name);
    });
  } catch (error) {
    if (error instanceof NoExample && Number(schema.minItems ?? 0) < 1) return [];
    throw error;
  }
}

/**
 * The default of a schema, whose form may be stricter than stated; in place of a number, one beside it,
 * by which a server shows that it reads what is sent. Another boolean or word could hide a resource.
 */
function besideDefault(schema: Json): unknown {
  const usual = schema.default;
  if (typeof usual !== 'number' || schema.enum !== undefined) return usual;
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = boundsOf(schema);
  const step = Number.isInteger(usual) && schema.multipleOf === undefined ? 1 : stepOf(schema);
  const [above, below] = [exact(usual + step), exact(usual - step)];
  if (above <= most) return above;
  return below >= least ? below : usual;
}

/** A multiple of decimal fractions without the digits that binary arithmetic adds. */
export function exact(value: number): number {
  return Number(value.toPrecision(12));
}

/** The steps between the values of a number. */
export function stepOf({ multipleOf, type }: Json): number {
  if (typeof multipleOf === 'number' && multipleOf > 0) return multipleOf;
  return [type].flat().includes('integer') || type === undefined ? 1 : 0.5;
}

/** The greatest number below or at a limit, or the least above it, that is a multiple of the step. */
export function boundsOf(schema: Json): { readonly least?: number; readonly most?: number } {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const step = stepOf(schema);
  // Up to OpenAPI 3.0 a boolean beside the limit excludes the limit itself.
  const above = exclusiveMinimum === true ? minimum : exclusiveMinimum;
  const below = exclusiveMaximum === true ? maximum : exclusiveMaximum;
  const ceil = (limit: number) => exact(Math.ceil(exact(limit / step)) * step);
  const floor = (limit: number) => exact(Math.floor(exact(limit / step)) * step);
  const least =
    typeof above === 'number'
      ? exact(floor(above) + step)
      : typeof minimum === 'number'
        ? ceil(minimum)
        : undefined;
  const most =
    typeof below === 'number'
      ? exact(ceil(below) - step)
      : typeof maximum === 'number'
        ? floor(maximum)
        : undefined;
  return { ...(least === undefined ? {} : { least }), ...(most === undefined ? {} : { most }) };
}

function makeNumber(schema: Json, variant: number): number {
  // Servers often want whole numbers where the description says nothing of fractions.
  const step = Math.max(stepOf(schema), schema.multipleOf === undefined ? 1 : 0);
  const { least, most } = boundsOf(schema);
  const first =
    least ?? Math.min(most ?? step, [schema.type].flat().includes('integer') ? step : 1);
  const other = exact(first + variant * step);
  return most !== undefined && other > most ? first : other;
}

/** The end of addresses, which belongs to nobody (RFC 2606 §3). */
const domain = '@example.com';

function makeText(schema: Json, name: string, variant: number): string {
  const { format, pattern, minLength, maxLength } = schema;
  const unique = uniqueFor(variant);
  if (typeof pattern === 'string') {
    return (
      ownTextFor(schema, variant) ??
      likeTextFor(schema, name, variant) ??
      textFor(pattern, schema, name, variant)
    );
  }
  if (format === 'email' || (format === undefined && /e-?mail/i.test(name))) {
    const isLong = Number(maxLength ?? Number.POSITIVE_INFINITY) >= uniqueLength + domain.length;
    return (isLong ? unique : uniqueFor(variant, 'unique-word')) + domain;
  }
  const usual = moveTime(schema, variant) ?? usualText(schema, name, variant, unique);
  if (usual !== undefined) return usual;
  const [least, most] = [Number(minLength ?? 0), Number(maxLength ?? Number.POSITIVE_INFINITY)];
  const letter = variant % 2 === 0 ? 'a' : 'b';
  if (most < uniqueLength) {
    const short = letter.repeat(Math.max(1, Math.min(Math.max(least, 4), most)));
    return ownTextFor(schema, variant) ?? likeTextFor(schema, name, variant) ?? short;
  }
  return unique + letter.repeat(Math.max(0, Math.min(least, 1000) - 20));
}

/** A short readable text that matches a pattern. */
function textFor(pattern: string, schema: Json, name: string, variant: number): string {
  const chosen = commonTextsFor(pattern, schema) ?? textsFor(pattern, schema);
  const text = chosen[variant % Math.max(chosen.length, 1)];
  if (text !== undefined) return text;
  throw new NoExample(
    `no text can be derived for ${name === '' ? 'the value' : name} that matches the pattern ${pattern}`,
  );
}

/** `${` in an example is text, not a placeholder. */
function escapePlaceholders(value: unknown): unknown {
  if (typeof value === 'string') return escapeText(value);
  if (Array.isArray(value)) return value.map(escapePlaceholders);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [escapeText(key), escapePlaceholders(one)]),
  );
}

function escapeText(text: string): string {
  return text.replaceAll('${', () => '$${');
}

/** Names of members that servers often demand to be unique. */
export const oftenUnique = /name|title|mail|slug|login|code|label/i;

/** Replaces the first free text by a unique one, and those that servers often demand to be unique. */
function markOwn(document: Json, schema: unknown, value: unknown): unknown {
  if (Array.isArray(value)) {
    const { items, minItems = 0 } = merged(document, schema);
    // Several elements would have the same texts.
    const least = Math.max(1, Number(minItems));
    return value.slice(0, least).map((one) => markOwn(document, items, one));
  }
  let isMarked = hasOwnText(value);
  const mark = (part: unknown, inside: unknown, depth: number): unknown => {
    if (typeof inside !== 'object' || inside === null || Array.isArray(inside) || depth > 3) {
      return inside;
    }
    const { properties } = merged(document, part);
    const members = Object.entries(inside).map(([name, one]) => {
      const own = merged(document, memberOf(properties, name));
      if (typeof one !== 'string') return [name, mark(own, one, depth + 1)];
      const marked = !isMarked || oftenUnique.test(name) ? markText(own, name, one) : undefined;
      isMarked ||= marked !== undefined;
      return [name, marked ?? (hasOwnText(one) ? one : (likeTextFor(own, name, 0, one) ?? one))];
    });
    return Object.fromEntries(members);
  };
  return mark(schema, value, 0);
}

/** Texts that are too short to be there for their words: `0`, ` `, `false`. */
const longestTelling = 5;

/**
 * A further example of a description: its short texts stay, since they may be what it shows, and others
 * are unique. Undefined when its schema forbids it.
 */
export function ownExample(api: ApiDescription, schema: Json, shown: unknown): unknown {
  const value = asObject(escapePlaceholders(shown));
  const isTelling = ([, one]: [string, unknown]) =>
    typeof one === 'string' && one.length <= longestTelling;
  const entries = Object.entries(value);
  const telling = Object.fromEntries(entries.filter(isTelling));
  const rest = Object.fromEntries(entries.filter((one) => !isTelling(one)));
  const own = { ...value, ...asObject(markOwn(api.document, schema, rest)), ...telling };
  return schemasOf(api).problems(schema, sampleOf(own)).length === 0 ? own : undefined;
}

/** Whether a schema accepts a unique text. */
export function isFreeText(schema: Json): boolean {
  const { enum: values, pattern, format, maxLength, const: only } = schema;
  const isFree = [values, pattern, format, only].every((one) => one === undefined);
  return isFree && typeOf(schema) === 'string' && Number(maxLength ?? uniqueLength) >= uniqueLength;
}

function markText(schema: Json, name: string, text: string): string | undefined {
  const isFree = schema.enum === undefined && schema.const === undefined;
  if (!isFree || typeOf(schema) !== 'string' || text.includes('${unique')) return undefined;
  if (/^[^@\s]+@[^@\s]+$/.test(text)) return `${uniquePlaceholder}@example.com`;
  if (schema.format !== undefined || /password|secret|token|id$|url|date/i.test(name))
    return undefined;
  return ownTextFor(schema, 0);
}
