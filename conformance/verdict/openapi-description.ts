/** The answers that an OpenAPI document describes, with compiled schemas. */
import { createRequire } from 'node:module';
import type * as Ajv from 'ajv/dist/2020.js';
import { asObject, type Json, memberOf } from '../../kit/collections.js';
import { resolvePointer, toPointerStep } from '../../kit/json-pointer.js';
import { escapeRegExp } from '../../kit/words.js';
import { listInvalidParts, listOperations } from '../openapi/operations.js';
import { readDescription } from '../openapi/read-description.js';
import { compilePattern, type IgnoredKeyword, withModernSchemas } from './openapi-schemas.js';

/** A described answer. */
export interface DescribedAnswer {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  /** Undefined when no body in JSON is described. */
  readonly validate: Ajv.ValidateFunction | undefined;
  /** The described media types; empty when no body is described. */
  readonly mediaTypes: readonly string[];
  readonly headers: readonly DescribedHeader[];
  /** The members of its schema at every depth: `data[].price`. */
  readonly members: readonly string[];
}

/** A header of a described answer. */
export interface DescribedHeader {
  readonly name: string;
  readonly isRequired: boolean;
  /** Undefined when its values are not described by a schema of a single value. */
  readonly validate: Ajv.ValidateFunction | undefined;
}

/** An operation with its described answers. */
export interface DescribedOperation {
  /** `GET /todos/{id}` */
  readonly operation: string;
  readonly answers: readonly DescribedAnswer[];
}

/** A path with parameters. */
type Template = readonly [pattern: RegExp, described: DescribedOperation];

/** The described operations of a document. */
export class ContractDescription {
  readonly operations: readonly DescribedOperation[];
  /** Invalid parts, which restrict no answer. */
  readonly ignored: readonly IgnoredKeyword[];
  readonly #plain = new Map<string, DescribedOperation>();
  readonly #templates: Template[] = [];
  /** The same for values with slashes. */
  readonly #longTemplates: Template[] = [];
  readonly #prefixes: readonly string[];

  /** @param prefixes the paths of the document's servers */
  constructor(
    operations: readonly DescribedOperation[],
    prefixes: readonly string[],
    ignored: readonly IgnoredKeyword[] = [],
  ) {
    this.operations = operations;
    this.ignored = ignored;
    this.#prefixes = ['', ...prefixes];
    for (const one of operations) {
      if (!one.operation.includes('{')) {
        this.#plain.set(one.operation, one);
        continue;
      }
      this.#templates.push([patternOf(one.operation), one]);
      this.#longTemplates.push([longPatternOf(one.operation), one]);
    }
    this.#templates.sort(([, a], [, b]) => compareTemplates(a.operation, b.operation));
    this.#longTemplates.sort(([, a], [, b]) => countLiterals(b) - countLiterals(a));
  }

  /**
   * Finds the operation of a request. A path without parameters comes before a template, and
   * `/todos/{id}/notes` before `/todos/{id}/{part}`. A path that fits none of them may have a value
   * with slashes: `/v2/team/app/tags` is `/v2/{name}/tags`.
   */
  find(method: string, path: string): DescribedOperation | undefined {
    const begun = this.#prefixes.filter((prefix) => path.startsWith(prefix));
    const requests = begun.map((prefix) => `${method} ${path.slice(prefix.length)}`);
    const plain = requests.flatMap((one) => this.#plain.get(one) ?? fitting(this.#templates, one));
    return plain[0] ?? requests.flatMap((one) => fitting(this.#longTemplates, one))[0];
  }
}

/** The description without a document. */
export const noDescription = new ContractDescription([], []);

/** The operations of the templates that a request fits: `GET /todos/7`. */
function fitting(templates: readonly Template[], request: string): readonly DescribedOperation[] {
  return templates.filter(([pattern]) => pattern.test(request)).map(([, described]) => described);
}

/** A parameter stands for a segment of the path, or a part of a segment. */
function patternOf(operation: string): RegExp {
  const parts = operation.split(/\{[^}]*\}/).map(escapeRegExp);
  return new RegExp(`^${parts.join('[^/]+')}$`);
}

/**
 * As `patternOf`, but a parameter with a literal segment after it stands for several segments, too.
 * Without one, as in `/todos/{id}`, any undescribed path below would fit.
 */
function longPatternOf(operation: string): RegExp {
  const segments = operation.split('/');
  const last = segments.findLastIndex((one) => one !== '' && !one.includes('{'));
  const parts = segments.map((one, index) => {
    if (isParameter(one) && index < last) return '.+';
    return one
      .split(/\{[^}]*\}/)
      .map(escapeRegExp)
      .join('[^/]+');
  });
  return new RegExp(`^${parts.join('/')}$`);
}

function countLiterals({ operation }: DescribedOperation): number {
  return operation.split('/').filter((one) => !one.includes('{')).length;
}

function isParameter(segment: string): boolean {
  return /^\{[^}]*\}$/.test(segment);
}

/** Orders templates by their first different segments: literal, with a parameter, a parameter. */
function compareTemplates(a: string, b: string): number {
  const ranksOf = (operation: string) =>
    operation.split('/').map((part) => (isParameter(part) ? 2 : part.includes('{') ? 1 : 0));
  const [own, others] = [ranksOf(a), ranksOf(b)];
  // Only paths of the same length can match the same request.
  if (own.length !== others.length) return own.length - others.length;
  const differences = own.map((rank, index) => rank - (others[index] ?? rank));
  return differences.find((one) => one !== 0) ?? 0;
}

const known = new Map<string, ContractDescription>();

/**
 * Compiles a document, once for each thread.
 *
 * @throws UsageError when the document cannot be read, Error when a schema cannot be compiled
 */
export function loadContractDescription(file: string): ContractDescription {
  const description = known.get(file) ?? describeOperations(readDescription(file).document);
  known.set(file, description);
  return description;
}

/**
 * Every run compiles the schemas. Validation and optimization by Ajv would take five times as long.
 */
const quickly = { validateSchema: false, meta: false };

/** Ajv demands the member `code`, which only generated modules use. */
const regExp = Object.assign((pattern: string) => compilePattern(pattern) ?? /(?:)/, { code: '' });

function describeOperations(written: Json): ContractDescription {
  const { document, ignored } = withModernSchemas(written);
  // Ajv has more modules than any other package, so it is loaded while requests are under way.
  const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof Ajv;
  const code = { optimize: false, regExp };
  const ajv = new Ajv2020({
    ...{ strict: false, allErrors: true, verbose: true, logger: false, code },
    ...quickly,
  });
  addFormats(ajv, written);
  ajv.addSchema(document, 'openapi');
  const describe = describerOf(document, ajv);
  const operations = listOperations(document).map(({ method, path, operation, pointer }) => {
    const answers = Object.keys(asObject(operation.responses)).map((status) =>
      describe(`${pointer}/responses/${status}`, status),
    );
    return { operation: `${method} ${path}`, answers };
  });
  const invalid = [...listInvalidParts(document), ...ignored];
  return new ContractDescription(operations, prefixesOf(document), invalid);
}

/** The formats of texts; few documents have none, and those need not load them. */
function addFormats(ajv: Ajv.Ajv2020, document: Json): void {
  if (!JSON.stringify(document).includes('"format"')) return;
  const formats = createRequire(import.meta.url)('ajv-formats') as typeof import('ajv-formats');
  formats.default(ajv);
}

/** The paths of the document's servers: `/v1` of `https://host/v1/`. */
function prefixesOf({ servers }: Json): string[] {
  if (!Array.isArray(servers)) return [];
  return servers.flatMap(({ url }: { readonly url?: unknown }) => {
    if (typeof url !== 'string' || !URL.canParse(url, 'http://target')) return [];
    const prefix = new URL(url, 'http://target').pathname.replace(/\/+$/, '');
    return prefix === '' ? [] : [prefix];
  });
}

/**
 * Makes a function that describes the answer at a pointer. Answers with a schema share its code.
 */
function describerOf(
  document: Json,
  ajv: Ajv.Ajv2020,
): (pointer: string, status: string) => DescribedAnswer {
  const compiled = new Map<string, Pick<DescribedAnswer, 'validate' | 'members'>>();
  return (pointer, status) => {
    const response = resolve(document, pointer);
    const mediaTypes = Object.keys((response.value?.content ?? {}) as Json);
    const headers = describeHeaders(document, ajv, response.pointer);
    const unvalidated = { status, mediaTypes, headers, validate: undefined, members: [] };
    const type = mediaTypes.find(isJsonType);
    if (type === undefined) return unvalidated;
    const place = `${response.pointer}/content/${toPointerStep(type)}/schema`;
    if (resolve(document, place).value === undefined) return unvalidated;
    const key =
      referenceAlone(memberOf(memberOf(response.value?.content, type), 'schema')) ?? place;
    const known = compiled.get(key) ?? {
      validate: ajv.compile({ $ref: `openapi${place}` }),
      members: membersOfSchema(document, place),
    };
    compiled.set(key, known);
    return { status, mediaTypes, headers, ...known };
  };
}

/** OpenAPI ignores a header `Content-Type` here: the media types describe it. */
function describeHeaders(
  document: Json,
  ajv: Ajv.Ajv2020,
  pointer: string,
): readonly DescribedHeader[] {
  const { headers } = resolve(document, pointer).value ?? {};
  return Object.keys((headers ?? {}) as Json).flatMap((name) => {
    if (/^content-type$/i.test(name)) return [];
    const header = resolve(document, `${pointer}/headers/${toPointerStep(name)}`);
    const place = `${header.pointer}/schema`;
    const { type } = resolve(document, place).value ?? {};
    const isSingle = ['string', 'integer', 'number', 'boolean'].includes(type as string);
    const validate = isSingle ? ajv.compile({ $ref: `openapi${place}` }) : undefined;
    return [{ name, isRequired: header.value?.required === true, validate }];
  });
}

/** The reference of a schema that has no keyword beside it. */
function referenceAlone(schema: unknown): string | undefined {
  const reference = memberOf(schema, '$ref');
  const isAlone = typeof reference === 'string' && Object.keys(schema as Json).length === 1;
  return isAlone ? reference : undefined;
}

/**
 * Whether a media type is JSON: `application/json`, one with the suffix `+json` (RFC 6839), or a
 * range that includes it.
 */
export function isJsonType(type: string): boolean {
  return /^(application\/([\w.+-]+\+)?json|\*\/\*|application\/\*)\s*(;|$)/i.test(type);
}

function resolve(document: Json, pointer: string): { pointer: string; value: Json | undefined } {
  return resolvePointer(document, pointer) as { pointer: string; value: Json | undefined };
}

/**
 * The limit of parts, since schemas that refer to each other in many ways have countless members.
 */
const mostParts = 5000;

/** The members of a schema and its parts, named as by `membersOf`. */
function membersOfSchema(
  document: Json,
  pointer: string,
  prefix = '',
  around: readonly string[] = [],
  count = { parts: 0 },
): string[] {
  const { pointer: place, value: schema } = resolve(document, pointer);
  count.parts += 1;
  // A schema may contain itself.
  if (around.includes(place) || count.parts > mostParts) return [];
  const inside = [...around, place];
  const below = (step: string, name: string) =>
    membersOfSchema(document, `${place}/${step}`, name, inside, count);
  const own = Object.keys((schema?.properties ?? {}) as Json).flatMap((key) => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    return [name, ...below(`properties/${toPointerStep(key)}`, name)];
  });
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) =>
    ((schema?.[keyword] ?? []) as unknown[]).flatMap((_part, index) =>
      below(`${keyword}/${index}`, prefix),
    ),
  );
  const items = schema?.items === undefined ? [] : below('items', `${prefix}[]`);
  return [...new Set([...own, ...parts, ...items])];
}
