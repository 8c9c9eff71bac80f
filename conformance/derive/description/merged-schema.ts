/** Schemas with all that their references and `allOf` demand, as one set of keywords. */
import { asList, asObject, type Json, memberOf } from '../../../kit/collections.js';
import { remember } from '../../../kit/remember.js';
import { referencedObject } from './values.js';

/** The number of schemas that are followed into each other, since a schema may contain itself. */
const deepest = 8;

/** The most branches of `allOf` that are followed. */
const mostParts = 50;

/**
 * A schema merged with what it refers to, with `allOf`, and with one alternative of `oneOf` and of
 * `anyOf`.
 *
 * @param alternative the number of the alternative; beyond the last one it begins anew
 */
export function merged(document: Json, value: unknown, alternative = 0): Json {
  if (typeof value !== 'object' || value === null) return {};
  const found = knownOf(value);
  const schema = found.get(alternative) ?? mergeAll(document, value, alternative, []);
  found.set(alternative, schema);
  return schema;
}

/** The merged schemas of one schema, which belongs to one document, by the alternative. */
const knownOf = remember((_schema: object) => new Map<number, Json>());

function mergeAll(
  document: Json,
  value: unknown,
  alternative: number,
  enclosing: readonly Json[],
): Json {
  const written = asObject(value);
  const target = referencedObject(document, value);
  if (enclosing.includes(target) || enclosing.length > deepest) return {};
  const inside = [...enclosing, target];
  const { $ref: _reference, ...siblings } = target === written ? { $ref: '', ...written } : written;
  const schema = target === written ? written : combine(siblings, target);
  const parts = asList(schema.allOf).slice(0, mostParts);
  const chosen = [schema.oneOf, schema.anyOf].flatMap((forms) =>
    choose(document, schema, asList(forms), alternative),
  );
  return [...parts, ...chosen].reduce<Json>(
    (sum, part) => combine(sum, mergeAll(document, part, alternative, inside)),
    schema,
  );
}

/** One alternative, with the value of the discriminator that stands for it. */
function choose(
  document: Json,
  { discriminator }: Json,
  forms: readonly unknown[],
  alternative: number,
): readonly unknown[] {
  const typed = forms.filter((one) => referencedObject(document, one).type !== 'null');
  const form = typed[alternative % Math.max(typed.length, 1)];
  if (form === undefined) return [];
  const { propertyName, mapping } = asObject(discriminator);
  const { $ref: reference } = asObject(form);
  if (typeof propertyName !== 'string' || typeof reference !== 'string') return [form];
  const name = reference.replace(/^.*\//, '');
  const mapped = Object.entries(asObject(mapping)).find(
    ([, target]) => target === reference || target === name,
  );
  const value = { const: mapped?.[0] ?? name };
  return [form, { required: [propertyName], properties: { [propertyName]: value } }];
}

const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];

/** The keywords of two schemas that a value must satisfy both. */
function combine(one: Json, other: Json): Json {
  const sum: Record<string, unknown> = { ...other, ...one };
  for (const name of lowerBounds) bound(sum, name, [one[name], other[name]], Math.max);
  for (const name of upperBounds) bound(sum, name, [one[name], other[name]], Math.min);
  const lists = (name: string) => [one[name], other[name]].filter(Array.isArray);
  const [first, second] = lists('enum');
  if (first !== undefined && second !== undefined)
    sum.enum = first.filter((value) => second.includes(value));
  const required = lists('required').flat();
  if (required.length > 0) sum.required = [...new Set(required)];
  const names = [one, other].flatMap(({ properties }) => Object.keys(asObject(properties)));
  if (names.length > 0) {
    sum.properties = Object.fromEntries(names.map((name) => [name, propertyOf(name, one, other)]));
  }
  return sum;
}

function bound(
  sum: Record<string, unknown>,
  name: string,
  values: readonly unknown[],
  choose: (...numbers: number[]) => number,
): void {
  const numbers = values.filter((one) => typeof one === 'number');
  if (numbers.length === 2) sum[name] = choose(...numbers);
}

function propertyOf(name: string, one: Json, other: Json): unknown {
  const [own, others] = [one, other].map(({ properties }) => memberOf(properties, name));
  if (own === undefined || others === undefined || own === others) return own ?? others;
  return { allOf: [own, others] };
}

/** The type of a schema; OpenAPI 3.1 allows several. */
export function typeOf({ type, properties, items, const: only, enum: values }: Json): string {
  const found = Array.isArray(type) ? type.find((one) => one !== 'null') : type;
  if (typeof found === 'string') return found;
  if (Object.keys(asObject(properties)).length > 0) return 'object';
  if (items !== undefined) return 'array';
  const shown = only ?? asList(values)[0];
  return ['number', 'boolean'].includes(typeof shown) ? typeof shown : 'string';
}
