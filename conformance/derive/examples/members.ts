/** The members of a body, and the values that keep or break one constraint of each. */

import { asList, asObject, type Json, memberOf } from '../../../kit/collections.js';
import { countOf } from '../../../kit/words.js';
import { merged, typeOf } from '../description/merged-schema.js';
import { uniqueLength } from './example-texts.js';
import { boundsOf, exact, stepOf } from './example-value.js';
import { uniqueText } from './own-texts.js';

/** A member of a body, or a parameter. */
export interface Member {
  /** From the whole body: `['article', 'title']`; empty for the body itself. */
  readonly path: readonly string[];
  readonly schema: Json;
  readonly isRequired: boolean;
}

/** The members of an example of a schema, at most two levels below wrappers. */
export function membersIn(document: Json, schema: unknown, example: unknown): readonly Member[] {
  const find = (part: unknown, value: unknown, path: readonly string[]): readonly Member[] => {
    const { properties, required } = merged(document, part);
    if (path.length > 2 || typeof value !== 'object' || value === null || Array.isArray(value)) {
      return [];
    }
    return Object.entries(value).flatMap(([name, one]) => {
      const inside = memberOf(properties, name);
      const own = merged(document, inside);
      const isRequired = asList(required).includes(name);
      return [
        { path: [...path, name], schema: own, isRequired },
        ...find(inside, one, [...path, name]),
      ];
    });
  };
  return find(schema, example, []);
}

/** A text that a scenario makes: it has a placeholder, and this length. */
export interface PaddedText {
  readonly length: number;
}

/** A value in a scenario. */
export type RowValue = { readonly json: unknown } | { readonly padded: PaddedText };

/** A constraint with a value that breaks it alone, and one just inside of it. */
export interface ConstraintRow {
  /** The keyword as the end of an id: `max-length`. */
  readonly rule: string;
  readonly keyword: string;
  /** The predicate of the value that breaks it: `is 0`, `has too few items`. */
  readonly broken: string;
  readonly wrong: RowValue;
  /** Undefined when the usual value is enough. */
  readonly right: RowValue | undefined;
}

/** The constraints of a member, without the requirement that it exists. */
export function constraintsOf(schema: Json): readonly ConstraintRow[] {
  return [
    ...typeRow(schema),
    ...numberRows(schema),
    ...textRows(schema),
    ...valueRows(schema),
    ...listRows(schema),
  ];
}

const json = (value: unknown): RowValue => ({ json: value });

function row(keyword: string, broken: string, wrong: RowValue, right?: RowValue): ConstraintRow {
  const rule = keyword.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return { rule, keyword, broken, wrong, right };
}

function typeRow({ type }: Json): readonly ConstraintRow[] {
  const types = [type].flat().filter((one) => typeof one === 'string');
  const [first] = types;
  // Among several types, no value is wrong for sure.
  if (first === undefined || types.filter((one) => one !== 'null').length > 1) return [];
  return [
    row('type', `is no ${first}`, json(first === 'string' ? { no: uniqueText() } : 'another type')),
  ];
}

function numberRows(schema: Json): readonly ConstraintRow[] {
  if (!['integer', 'number'].includes(typeOf(schema))) return [];
  const step = stepOf(schema);
  const { least, most } = boundsOf(schema);
  const { exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const lower = typeof exclusiveMinimum === 'number' ? 'exclusiveMinimum' : 'minimum';
  const upper = typeof exclusiveMaximum === 'number' ? 'exclusiveMaximum' : 'maximum';
  const below = least === undefined ? undefined : exact(least - step);
  const above = most === undefined ? undefined : exact(most + step);
  const between = exact((least ?? step) + step / 2);
  return [
    ...(below === undefined ? [] : [row(lower, `is ${below}`, json(below), json(least))]),
    ...(above === undefined ? [] : [row(upper, `is ${above}`, json(above), json(most))]),
    ...(typeof multipleOf === 'number' ? [row('multipleOf', `is ${between}`, json(between))] : []),
    ...(typeOf(schema) === 'integer' && multipleOf === undefined
      ? [row('integer', 'is a fraction', json(exact((least ?? 1) + 0.5)))]
      : []),
  ];
}

/** A text of a length: with the run's marker when it is long enough. */
function textOf(length: number): RowValue {
  return length < uniqueLength ? json('a'.repeat(length)) : { padded: { length } };
}

/** Longer texts would burden the target. */
const longest = 100_000;

function textRows(schema: Json): readonly ConstraintRow[] {
  const { minLength, maxLength, pattern } = schema;
  if (typeOf(schema) !== 'string') return [];
  // There are often further rules for passwords: the usual one is right.
  const isPassword = schema.format === 'password';
  const isFree =
    (schema.format === undefined || isPassword) &&
    pattern === undefined &&
    schema.enum === undefined;
  const rightOf = (length: number) => (isPassword ? undefined : textOf(length));
  const rows: ConstraintRow[] = [];
  if (isFree && typeof minLength === 'number' && minLength > 0) {
    const broken =
      minLength === 1 ? 'is an empty text' : `has ${countOf(minLength - 1, 'character')}`;
    rows.push(row('minLength', broken, textOf(minLength - 1), rightOf(minLength)));
  }
  if (isFree && typeof maxLength === 'number' && maxLength < longest) {
    const broken = `has ${countOf(maxLength + 1, 'character')}`;
    rows.push(row('maxLength', broken, textOf(maxLength + 1), rightOf(maxLength)));
  }
  if (typeof pattern === 'string' && !matches(pattern, ' ?!')) {
    rows.push(row('pattern', 'does not match', json(' ?!')));
  }
  return rows;
}

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

function valueRows(schema: Json): readonly ConstraintRow[] {
  const values = asList(schema.enum);
  const last = values.at(-1);
  if (values.length === 0 || last === undefined) return [];
  const wrong =
    typeof last === 'number' ? Math.max(...values.map(Number)) + 1 : uniqueText('other');
  return [row('enum', 'is another value', json(wrong), json(last))];
}

function listRows(schema: Json): readonly ConstraintRow[] {
  if (typeOf(schema) !== 'array') return [];
  const { minItems, maxItems, uniqueItems } = schema;
  const items = asObject(schema.items);
  const isOfTexts =
    typeOf(items) === 'string' && items.format === undefined && items.pattern === undefined;
  const most = Number(items.maxLength ?? 20);
  const isPlain =
    isOfTexts && items.enum === undefined && most >= 3 && Number(items.minLength ?? 0) <= 3;
  const list = (length: number) => Array.from({ length }, (_, index) => `t${10 + index}`);
  const rows: ConstraintRow[] = [];
  if (typeof minItems === 'number' && minItems > 0 && isPlain)
    rows.push(row('minItems', 'has too few items', json(list(minItems - 1)), json(list(minItems))));
  const isLimited = typeof maxItems === 'number' && maxItems < 100 && isPlain;
  if (isLimited)
    rows.push(
      row('maxItems', 'has too many items', json(list(maxItems + 1)), json(list(maxItems))),
    );
  if (uniqueItems === true && isPlain) {
    // The longest list has different items as well.
    const right = isLimited ? undefined : json(list(2));
    rows.push(row('uniqueItems', 'has the same item twice', json(['t10', 't10']), right));
  }
  if (isOfTexts) rows.push(row('items', 'has an item of another type', json([{ no: 'text' }])));
  return rows;
}

/** The limits of a list of objects, with copies of its first element. */
export function objectListRows(schema: Json, value: unknown): readonly ConstraintRow[] {
  const [first] = asList(value);
  if (typeof first !== 'object' || first === null) return [];
  const { minItems, maxItems, uniqueItems } = schema;
  const list = (length: number) => json(Array.from({ length }, () => first));
  const rows = [row('items', 'has a text in place of an object', json(['text']))];
  if (uniqueItems === true) return rows;
  if (typeof minItems === 'number' && minItems > 0)
    rows.push(row('minItems', 'has too few items', list(minItems - 1), list(minItems)));
  if (typeof maxItems === 'number' && maxItems < 100)
    rows.push(row('maxItems', 'has too many items', list(maxItems + 1), list(maxItems)));
  return rows;
}

/** The members of the first object in a list, with the place of that object. */
export function membersOfFirst(document: Json, list: Member, value: unknown): readonly Member[] {
  const [first] = asList(value);
  if (typeof first !== 'object' || first === null || list.schema.items === undefined) return [];
  return membersIn(document, list.schema.items, first)
    .filter(({ path }) => path.length === 1)
    .map((one) => ({ ...one, path: [...list.path, '0', ...one.path] }));
}
