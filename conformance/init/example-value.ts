/**
 * Makes a value that a schema allows: from its examples, or else from its keywords. Free texts
 * become `${unique}`, by which a run recognizes its own data.
 */
import { asList, asObject, type Json } from '../../kit/collections.js';
import { referencedObject } from './values.js';

/** No value can be made. The message is part of a sentence. */
export class NoExample extends Error {}

/** Placeholder for a text that no other run uses. */
export const uniquePlaceholder = '$'.concat('{unique}');

/** Upper bound for the length of a unique text. */
const uniqueLength = 32;

/**
 * Below this depth, only required members are made; the lesser depths are for schemas whose values
 * would be too long to read.
 */
const depthsOfOptional = [3, 1, 0] as const;

/** The number of members of a short value, so that it has a text by which a run recognizes it. */
const mostSpares = 10;

/** Greatest length of a made value, in lines of JSON. */
const mostLines = 100;

/**
 * A value for a request.
 *
 * @throws NoExample when no value can be derived from the schema
 */
export function makeExample(document: Json, schema: unknown, example?: unknown): unknown {
  const value = example === undefined ? makeShort(document, schema) : escapePlaceholders(example);
  return markOwn(document, schema, value);
}

/** The value with most optional members that is short; the shortest one when none is. */
function makeShort(document: Json, schema: unknown): unknown {
  let value: unknown;
  for (const deepestOptional of depthsOfOptional) {
    value = make({ document, deepestOptional }, schema, '');
    if (JSON.stringify(value, undefined, 1).split('\n').length <= mostLines) break;
  }
  return value;
}

/** The position of a value in the schema. */
interface SchemaPosition {
  readonly document: Json;
  /** The depth below which only required members are made. */
  readonly deepestOptional: number;
  /** The enclosing schemas. */
  readonly enclosing?: readonly Json[];
}

function make(around: SchemaPosition, value: unknown, name: string): unknown {
  const { document, enclosing = [] } = around;
  const written = referencedObject(document, value);
  if (enclosing.includes(written)) throw new NoExample('the schema contains itself');
  const position = { ...around, enclosing: [...enclosing, written] };
  const schema = merged(document, written);
  const shown = schema.example ?? asList(schema.examples)[0] ?? schema.const ?? schema.default;
  if (shown !== undefined && shown !== null) return escapePlaceholders(shown);
  const [first] = asList(schema.enum);
  if (first !== undefined) return escapePlaceholders(first);
  switch (typeOf(schema)) {
    case 'object':
      return makeObject(position, schema);
    case 'array':
      return makeList(position, schema, name);
    case 'integer':
    case 'number':
      return makeNumber(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return makeText(schema, name);
  }
}

/** The schema merged with `allOf`, and with the first alternative of `oneOf` and `anyOf`. */
export function merged(document: Json, value: unknown, enclosing: readonly Json[] = []): Json {
  const schema = referencedObject(document, value);
  if (enclosing.includes(schema) || enclosing.length > 8) return {};
  const inside = [...enclosing, schema];
  const forms = [...asList(schema.oneOf), ...asList(schema.anyOf)];
  const form = forms.find((one) => referencedObject(document, one).type !== 'null');
  const parts = [...asList(schema.allOf), ...(form === undefined ? [] : [form])].slice(0, 50);
  let sum = schema;
  for (const part of parts) {
    const one = merged(document, part, inside);
    const properties = { ...asObject(one.properties), ...asObject(sum.properties) };
    const required = [...new Set([...asList(one.required), ...asList(sum.required)])];
    sum = { ...one, ...sum, properties, required };
  }
  return sum;
}

/** OpenAPI 3.1 allows several types. */
function typeOf({ type, properties, items }: Json): string {
  const found = Array.isArray(type) ? type.find((one) => one !== 'null') : type;
  if (typeof found === 'string') return found;
  if (Object.keys(asObject(properties)).length > 0) return 'object';
  return items === undefined ? 'string' : 'array';
}

/** The required members, and the optional ones that can be made. */
function makeObject(position: SchemaPosition, schema: Json): Json {
  const isDeep = (position.enclosing ?? []).length > position.deepestOptional;
  const isOuter = position.enclosing?.length === 1;
  let spares = mostSpares;
  const required = asList(schema.required);
  const made: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(asObject(schema.properties))) {
    const isFree = !required.includes(name);
    // The server chooses the id of a new resource.
    const member = merged(position.document, part);
    const isSpare = isOuter && spares > 0 && !['object', 'array'].includes(typeOf(member));
    if (isFree && ((isDeep && !isSpare) || (name === 'id' && isOuter))) continue;
    if (member.readOnly === true) continue;
    try {
      made[name] = make(position, part, name);
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
  try {
    const item = make(position, schema.items, name);
    return Array.from({ length: Math.max(count, 1) }, () => item);
  } catch (error) {
    if (error instanceof NoExample && Number(schema.minItems ?? 0) < 1) return [];
    throw error;
  }
}

function makeNumber(schema: Json): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const step = typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : 1;
  // Up to OpenAPI 3.0 a boolean beside the limit excludes the limit itself.
  const above =
    typeof exclusiveMinimum === 'number'
      ? exclusiveMinimum
      : exclusiveMinimum === true
        ? minimum
        : undefined;
  if (typeof above === 'number') return (Math.floor(above / step) + 1) * step;
  if (typeof minimum === 'number') return Math.ceil(minimum / step) * step;
  const below = typeof exclusiveMaximum === 'number' ? exclusiveMaximum - step : maximum;
  return typeof below === 'number' && below < step ? Math.floor(below / step) * step : step;
}

const formats: Readonly<Record<string, string>> = {
  'date-time': '2024-05-17T09:30:00Z',
  date: '2024-05-17',
  time: '09:30:00Z',
  duration: 'PT1H',
  uuid: '7d444840-9dc0-41d1-b245-5ffdce74fad2',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  hostname: 'host.example',
  byte: 'dGV4dA==',
};

function makeText({ format, pattern, minLength, maxLength }: Json, name: string): string {
  if (typeof pattern === 'string') {
    throw new NoExample(
      `no text can be derived for ${name === '' ? 'the value' : name} that matches ${pattern}`,
    );
  }
  if (format === 'email' || (format === undefined && /e-?mail/i.test(name))) {
    return `${uniquePlaceholder}@example.com`;
  }
  if (format === 'uri' || format === 'url') return `https://example.com/${uniquePlaceholder}`;
  if (format === 'binary') throw new NoExample(`${name} is a file`);
  const known = typeof format === 'string' ? formats[format] : undefined;
  if (known !== undefined) return known;
  const [least, most] = [Number(minLength ?? 0), Number(maxLength ?? Number.POSITIVE_INFINITY)];
  if (most < uniqueLength) return 'a'.repeat(Math.max(1, Math.min(least, most)));
  return uniquePlaceholder + 'a'.repeat(Math.max(0, Math.min(least, 1000) - 20));
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

/** Replaces the first free text by a unique one, unless the value contains one. */
function markOwn(document: Json, schema: unknown, value: unknown): unknown {
  if (JSON.stringify(value)?.includes(uniquePlaceholder)) return value;
  return markFirst(document, schema, value, 0) ?? value;
}

function markFirst(document: Json, schema: unknown, value: unknown, depth: number): unknown {
  if (
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) ||
    depth > depthsOfOptional[0]
  ) {
    return undefined;
  }
  const { properties } = merged(document, schema);
  for (const [name, one] of Object.entries(value)) {
    const part = merged(document, asObject(properties)[name]);
    const marked =
      typeof one === 'string'
        ? markText(part, name, one)
        : markFirst(document, part, one, depth + 1);
    if (marked !== undefined) return { ...value, [name]: marked };
  }
  return undefined;
}

/** Whether a schema accepts a unique text. */
export function isFreeText({
  type = 'string',
  enum: values,
  pattern,
  format,
  maxLength,
}: Json): boolean {
  const isFree = values === undefined && pattern === undefined && format === undefined;
  return isFree && type === 'string' && Number(maxLength ?? uniqueLength) >= uniqueLength;
}

function markText(schema: Json, name: string, text: string): string | undefined {
  const isFree = schema.enum === undefined && schema.const === undefined;
  if (!isFree || schema.pattern !== undefined || typeof schema.type !== 'string') return undefined;
  if (Number(schema.maxLength ?? uniqueLength) < uniqueLength) return undefined;
  if (/^[^@\s]+@[^@\s]+$/.test(text)) return `${uniquePlaceholder}@example.com`;
  if (schema.format !== undefined || /password|secret|token|id$|url|date/i.test(name))
    return undefined;
  return uniquePlaceholder;
}
