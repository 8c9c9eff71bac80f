/**
 * Seeded values that a JSON Schema allows, and values that break one of its constraints. The schema
 * has no references. Any server can store the texts and numbers without loss.
 */
import { createRequire } from 'node:module';
import type * as Ajv from 'ajv/dist/2020.js';
import type * as FastCheck from 'fast-check';
import { asList, asObject, type Json, ownMember } from '../../../kit/collections.js';

type Arbitrary = FastCheck.Arbitrary<unknown>;

/** Loaded on use: few suites generate values. */
function fastCheck(): typeof FastCheck {
  return createRequire(import.meta.url)('fast-check') as typeof FastCheck;
}

/** Whether a value is valid by a schema, with formats. */
function validatorOf(schema: Json): (value: unknown) => boolean {
  const load = createRequire(import.meta.url);
  const { Ajv2020 } = load('ajv/dist/2020.js') as typeof Ajv;
  const { default: formats } = load('ajv-formats') as typeof import('ajv-formats');
  const ajv = new Ajv2020({ strict: false, logger: false });
  formats.default(ajv);
  return ajv.compile(schema);
}

/** Values that a schema allows. */
export function validValues(schema: Json): Arbitrary {
  const isValid = validatorOf(schema);
  return valuesOf(schema).filter(isValid);
}

/** Values that a schema allows except for one part. */
export function brokenValues(schema: Json): Arbitrary {
  const fc = fastCheck();
  const isValid = validatorOf(schema);
  return fc
    .tuple(validValues(schema), fc.nat())
    .map(([value, choice]) => {
      const broken = breaksOf(schema, value).filter((one) => !isValid(one));
      return broken[choice % Math.max(broken.length, 1)];
    })
    .filter((value) => value !== undefined);
}

function valuesOf(schema: Json): Arbitrary {
  const fc = fastCheck();
  const { const: only, enum: values, oneOf, anyOf } = schema;
  if (only !== undefined) return fc.constant(only);
  if (Array.isArray(values)) return fc.constantFrom(...values);
  const forms = [...asList(oneOf), ...asList(anyOf)].map(asObject);
  if (forms.length > 0)
    return fc.oneof(
      ...forms.map((one) => valuesOf({ ...schema, oneOf: undefined, anyOf: undefined, ...one })),
    );
  const types = [schema.type].flat().map(String);
  return fc.oneof(...types.map((type) => valuesOfType(type, schema)));
}

function valuesOfType(type: string, schema: Json): Arbitrary {
  const fc = fastCheck();
  switch (type) {
    case 'object':
      return objectsOf(schema);
    case 'array':
      return listsOf(schema);
    case 'integer':
    case 'number':
      return numbersOf(type, schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return textsOf(schema);
  }
}

function objectsOf({ properties, required }: Json): Arbitrary {
  const members = Object.entries(asObject(properties));
  const model = Object.fromEntries(members.map(([name, part]) => [name, valuesOf(asObject(part))]));
  const requiredKeys = asList(required)
    .map(String)
    .filter((name) => Object.hasOwn(model, name));
  return fastCheck().record(model, { requiredKeys, noNullPrototype: true });
}

/** The longest generated lists and texts without a limit in the schema. */
const [mostItems, mostCharacters] = [3, 40];

function listsOf({ items, minItems, maxItems, uniqueItems }: Json): Arbitrary {
  const fc = fastCheck();
  const minLength = Number(minItems ?? 0);
  const maxLength = Math.min(Number(maxItems ?? minLength + mostItems), minLength + 10);
  const values = valuesOf({ type: 'string', ...asObject(items) });
  if (uniqueItems !== true) return fc.array(values, { minLength, maxLength });
  return fc.uniqueArray(values, { minLength, maxLength, selector: (one) => JSON.stringify(one) });
}

/** The bounds of numbers without a limit in the schema: every storage has so many. */
const usualBound = 2 ** 31 - 1;

function numbersOf(type: string, schema: Json): Arbitrary {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const step = typeof multipleOf === 'number' ? multipleOf : type === 'integer' ? 1 : 0.01;
  const numbers = (values: readonly unknown[]) => values.filter((one) => typeof one === 'number');
  const least = Math.max(...numbers([minimum, exclusiveMinimum]), -usualBound);
  const most = Math.min(...numbers([maximum, exclusiveMaximum]), usualBound);
  const [min, max] = [Math.ceil(least / step), Math.floor(most / step)];
  const usual = Math.max(-usualBound, Math.min(min, max));
  return fastCheck()
    .integer({ min: usual, max: Math.max(usual, Math.min(max, usualBound)) })
    .map((count) => Number((count * step).toPrecision(12)))
    .filter((one) => one !== exclusiveMinimum && one !== exclusiveMaximum);
}

/** Characters of several scripts, without control characters, blanks and those outside of UTF-8. */
const characters = [
  'é',
  'ß',
  'Ω',
  'Я',
  'ش',
  '日',
  '🎉',
  "'",
  '"',
  '<',
  '>',
  '&',
  '%',
  '\\',
  '/',
  ';',
];

function textsOf({ format, pattern, minLength, maxLength }: Json): Arbitrary {
  const fc = fastCheck();
  const least = Number(minLength ?? 0);
  const most = Math.min(Number(maxLength ?? Math.max(least, mostCharacters)), least + 1_000);
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern, 'u'));
  const time = fc.date({
    ...{ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true },
  });
  const known: Readonly<Record<string, () => Arbitrary>> = {
    email: () => fc.stringMatching(/^[a-z]{1,8}$/).map((name) => `${name}@example.com`),
    uri: () => fc.webUrl({ validSchemes: ['https'] }),
    url: () => fc.webUrl({ validSchemes: ['https'] }),
    uuid: () => fc.uuid({ version: 4 }),
    'date-time': () => time.map((date) => date.toISOString()),
    date: () => time.map((date) => date.toISOString().slice(0, 10)),
    ipv4: () => fc.ipV4(),
    ipv6: () => fc.constant('2001:db8::1'),
  };
  const made = typeof format === 'string' ? ownMember(known, format) : undefined;
  if (made !== undefined) return made();
  const letter = fc.integer({ min: 0x61, max: 0x7a }).map((code) => String.fromCharCode(code));
  const unit = fc.oneof({ weight: 3, arbitrary: letter }, fc.constantFrom(...characters));
  return fc
    .array(unit, { minLength: least, maxLength: most, size: 'max' })
    .map((units) => units.join(''));
}

/** Copies of a value in which one part is wrong, or missing. */
function breaksOf(schema: Json, value: unknown): readonly unknown[] {
  const own = [...wrongType(schema, value), ...wrongLimits(schema, value)];
  if (Array.isArray(value)) {
    const inside = value.flatMap((item, index) =>
      breaksOf(asObject(schema.items), item).map((one) => value.toSpliced(index, 1, one)),
    );
    return [...own, ...inside];
  }
  if (typeof value !== 'object' || value === null) return own;
  const properties = asObject(schema.properties);
  const inside = Object.entries(value).flatMap(([name, part]) => {
    const { [name]: _left, ...rest } = value as Json;
    const broken = breaksOf(asObject(ownMember(properties, name)), part);
    return [rest, ...broken.map((one) => ({ ...value, [name]: one }))];
  });
  return [...own, ...inside];
}

function wrongType({ type }: Json, value: unknown): readonly unknown[] {
  // Among several types no value is wrong for sure, and servers read "5" as 5.
  if (typeof type !== 'string') return [];
  return typeof value === 'string' ? [{ no: 'text' }] : ['another type'];
}

function wrongLimits(schema: Json, value: unknown): readonly unknown[] {
  const { minimum, maximum, minLength, maxLength } = schema;
  if (typeof value === 'number') {
    const below = typeof minimum === 'number' ? [minimum - 1] : [];
    return [...below, ...(typeof maximum === 'number' ? [maximum + 1] : [])];
  }
  if (typeof value !== 'string') return [];
  const short = typeof minLength === 'number' && minLength > 0 ? ['a'.repeat(minLength - 1)] : [];
  const isBounded = typeof maxLength === 'number' && maxLength < 10_000;
  return [...short, ...(isBounded ? ['a'.repeat(maxLength + 1)] : [])];
}
