/**
 * Conversion of the schemas of OpenAPI documents into JSON Schema. Documents of version 3.1 often
 * keep keywords of 3.0, and many documents have keywords with values that JSON Schema does not
 * allow.
 */
import { asList, type Json, memberOf, ownMember } from '../../kit/collections.js';
import { followReference, resolvePointer } from '../../kit/json-pointer.js';

type Path = readonly string[];

/** A keyword without its invalid value. */
export interface IgnoredKeyword {
  /** The keys from the root of the document to the keyword. */
  readonly path: Path;
  /** The end of a sentence: `is not a type`. */
  readonly reason: string;
}

/** A document whose schemas Ajv can compile. */
export interface ModernDocument {
  readonly document: Json;
  readonly ignored: readonly IgnoredKeyword[];
}

/** The messages that are compared with schemas: a required member may belong to the other ones only. */
type Messages = 'answers' | 'requests';

/** The keyword by which a member does not belong to the messages. */
const exemptions: Readonly<Record<Messages, string>> = {
  answers: 'writeOnly',
  requests: 'readOnly',
};

/**
 * Converts the schemas of a document. The copy has no examples and no extensions of schemas: these
 * are not schemas, but Ajv would look for identifiers in them. It does not require members that are
 * `writeOnly` in answers, or `readOnly` in requests (OpenAPI 3.0.4 §4.7.24.2).
 */
export function withModernSchemas(document: Json, messages: Messages = 'answers'): ModernDocument {
  const ignored: IgnoredKeyword[] = [];
  const conversion = { document, ignored, exemption: exemptions[messages] };
  return { document: convert(conversion, document, 'object', []) as Json, ignored };
}

interface Conversion {
  readonly document: Json;
  readonly ignored: IgnoredKeyword[];
  /** The keyword of members that are not required. */
  readonly exemption: string;
}

/** The kind of a value, by its place; the keys of `names` and `schemas` are names, not keywords. */
type Kind = 'object' | 'names' | 'schema' | 'schemas' | 'data';

const kindsInObject: Readonly<Record<string, Kind>> = {
  schema: 'schema',
  itemSchema: 'schema',
  schemas: 'schemas',
  ...valuesOf<Kind>('names', ['paths', 'pathItems', 'responses', 'parameters']),
  ...valuesOf<Kind>('names', ['additionalOperations', 'mediaTypes', 'webhooks']),
  ...valuesOf<Kind>('names', ['headers', 'requestBodies', 'callbacks']),
};

const kindsInSchema: Readonly<Record<string, Kind>> = {
  ...valuesOf<Kind>('schemas', ['properties', 'patternProperties', 'dependentSchemas']),
  ...valuesOf<Kind>('schemas', ['$defs', 'definitions']),
  ...valuesOf<Kind>('schema', ['items', 'prefixItems', 'additionalItems', 'contains']),
  ...valuesOf<Kind>('schema', ['unevaluatedItems', 'additionalProperties', 'propertyNames']),
  ...valuesOf<Kind>('schema', ['unevaluatedProperties', 'allOf', 'anyOf', 'oneOf', 'not']),
  ...valuesOf<Kind>('schema', ['if', 'then', 'else']),
};

/** The same value for several keys. */
function valuesOf<T>(value: T, keys: readonly string[]): Readonly<Record<string, T>> {
  return Object.fromEntries(keys.map((key) => [key, value]));
}

/** @param around the outermost of the schemas that include this one by `allOf` */
function convert(
  conversion: Conversion,
  value: unknown,
  kind: Kind,
  path: Path,
  around?: Json,
): unknown {
  if (kind === 'data' || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const inside = kind === 'names' ? 'object' : kind;
    return value.map((one, index) =>
      convert(conversion, one, inside, [...path, String(index)], around),
    );
  }
  const whole = around ?? (value as Json);
  const copy: Record<string, unknown> = {};
  for (const [key, one] of Object.entries(value)) {
    const inside = kindOf(kind, key);
    if (inside === undefined) continue;
    const reason = kind === 'schema' ? reasonToIgnore(conversion.document, key, one) : undefined;
    const parts = kind === 'schema' && key === 'allOf' ? whole : undefined;
    if (reason === undefined) copy[key] = convert(conversion, one, inside, [...path, key], parts);
    else conversion.ignored.push({ path: [...path, key], reason });
  }
  return kind === 'schema' ? withNull(withLimits(withoutExempt(copy, whole, conversion))) : copy;
}

/** Requires no members that belong to other messages, wherever the schema describes them. */
function withoutExempt(schema: Json, whole: Json, { document, exemption }: Conversion): Json {
  const { required } = schema;
  if (!Array.isArray(required)) return schema;
  const isExempt = (name: unknown) =>
    definitionsOf(document, whole, String(name)).some((one) => memberOf(one, exemption) === true);
  return { ...schema, required: required.filter((name) => !isExempt(name)) };
}

/** The schemas of a member in a schema and in those that it includes by `allOf`. */
function definitionsOf(
  document: Json,
  schema: unknown,
  name: string,
  around: readonly unknown[] = [],
): readonly unknown[] {
  const found = followReference(document, schema);
  if (around.includes(found)) return [];
  const own = followReference(document, memberOf(memberOf(found, 'properties'), name));
  const parts = asList(memberOf(found, 'allOf'));
  return [
    own,
    ...asList(memberOf(own, 'allOf')).map((one) => followReference(document, one)),
    ...parts.flatMap((one) => definitionsOf(document, one, name, [...around, found])),
  ];
}

/** The kind of a member; undefined for examples, and extensions of schemas. */
function kindOf(kind: Kind, key: string): Kind | undefined {
  if (kind === 'names') return 'object';
  if (kind === 'schemas') return 'schema';
  if (key === 'example' || key === 'examples') return undefined;
  if (kind === 'object') return ownMember(kindsInObject, key) ?? 'object';
  return key.startsWith('x-') ? undefined : (ownMember(kindsInSchema, key) ?? 'data');
}

const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

function isNumber(value: unknown): boolean {
  return typeof value === 'number';
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}

function isMap(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || isMap(value);
}

function isSchemaList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isSchema);
}

interface Condition {
  readonly isMet: (value: unknown) => boolean;
  readonly otherwise: string;
}

/** The values that Ajv can compile. */
const conditions: Readonly<Record<string, Condition>> = {
  type: {
    isMet: (value) => [value].flat().every((one) => types.includes(one as string)),
    otherwise: 'is not a type of JSON Schema',
  },
  pattern: {
    isMet: (value) => typeof value === 'string' && compilePattern(value) !== undefined,
    otherwise: 'is not a regular expression of JavaScript',
  },
  enum: {
    isMet: (value) => Array.isArray(value) && value.length > 0,
    otherwise: 'is not a list of values',
  },
  required: { isMet: (value) => Array.isArray(value), otherwise: 'is not a list of members' },
  format: { isMet: (value) => typeof value === 'string', otherwise: 'is not a text' },
  uniqueItems: {
    isMet: (value) => typeof value === 'boolean',
    otherwise: 'is neither true nor false',
  },
  multipleOf: {
    isMet: (value) => isNumber(value) && Number(value) > 0,
    otherwise: 'is not a number above 0',
  },
  ...valuesOf({ isMet: isNumber, otherwise: 'is not a number' }, ['minimum', 'maximum']),
  ...valuesOf(
    {
      isMet: (value) => isNumber(value) || typeof value === 'boolean',
      otherwise: 'is not a number',
    },
    ['exclusiveMinimum', 'exclusiveMaximum'],
  ),
  ...valuesOf({ isMet: isCount, otherwise: 'is not a whole number' }, [
    ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
  ]),
  ...valuesOf(
    {
      isMet: (value) => isMap(value) && Object.values(value as Json).every(isSchema),
      otherwise: 'is not a map of schemas',
    },
    ['properties', 'patternProperties'],
  ),
  ...valuesOf({ isMet: isSchema, otherwise: 'is not a schema' }, [
    ...['items', 'additionalProperties', 'not'],
  ]),
  ...valuesOf({ isMet: isSchemaList, otherwise: 'is not a list of schemas' }, [
    ...['allOf', 'anyOf', 'oneOf'],
  ]),
};

/** The reason why Ajv could not compile a keyword; undefined when it can. */
function reasonToIgnore(document: Json, key: string, value: unknown): string | undefined {
  if (key === '$ref') {
    const isBroken =
      typeof value !== 'string' ||
      (value.startsWith('#/') && resolvePointer(document, value).value === undefined);
    return isBroken ? 'leads nowhere' : undefined;
  }
  const condition = ownMember(conditions, key);
  return condition?.isMet(value) === false ? condition.otherwise : undefined;
}

/**
 * A pattern as a regular expression; undefined for one of another language. Many documents escape
 * characters that the flag `u` does not allow to be escaped.
 */
export function compilePattern(pattern: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // The next flags may accept it.
    }
  }
  return undefined;
}

/**
 * Makes numbers of exclusive limits that are booleans beside `minimum` and `maximum`, as in 3.0. A
 * limit that is excluded is no inclusive one.
 */
export function withLimits(schema: Json): Json {
  const changed: Record<string, unknown> = { ...schema };
  for (const [limit, exclusive] of limits) {
    if (typeof schema[exclusive] !== 'boolean') continue;
    delete changed[exclusive];
    if (!schema[exclusive] || typeof schema[limit] !== 'number') continue;
    delete changed[limit];
    changed[exclusive] = schema[limit];
  }
  return changed;
}

const limits = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const;

/**
 * Honours `nullable` beside a reference or `allOf` as well, as authors intend, though 3.0 ignores
 * it there.
 */
function withNull(schema: Json): Json {
  if (schema.nullable === undefined) return schema;
  const { nullable, ...rest } = schema;
  if (nullable !== true) return rest;
  if (typeof rest.type !== 'string') return { anyOf: [rest, { type: 'null' }] };
  const values = Array.isArray(rest.enum) ? { enum: [...new Set([...rest.enum, null])] } : {};
  return { ...rest, ...values, type: [rest.type, 'null'] };
}
