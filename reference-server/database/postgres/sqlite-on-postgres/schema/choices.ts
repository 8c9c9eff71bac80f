/**
 * Functions that return one of two values. Values of one type are returned unchanged. Where the
 * types differ, the result is JSON of one value, because an expression of PostgreSQL has one type;
 * of a text and a blob it is a blob, which scripts read as the same string.
 */
import { inline, inlineOfAny } from './define.js';

/** A function that returns one of two values. */
export interface Choice {
  /** The function's name and the types of its parameters. */
  readonly head: (left: string, right: string) => string;
  /** The parameters with the values. */
  readonly values: readonly [left: string, right: string];
  /** The result of two values of one type. */
  readonly alike: (left: string, right: string) => string;
  /** The result of two values that are JSON. Default: `alike`. */
  readonly mixed?: (left: string, right: string) => string;
}

const types = ['bigint', 'double precision', 'text', 'bytea', 'jsonb'];

/** Integers and reals together are compared and returned as reals. */
const isNumeric = (type: string): boolean => type === 'bigint' || type === 'double precision';

const mixedPairs = types.flatMap((first) =>
  types
    .filter(
      (second) =>
        first === 'jsonb' || (first !== second && !(isNumeric(first) && isNumeric(second))),
    )
    .map((second) => [first, second] as const),
);

const isText = (type: string): boolean => type === 'text' || type === 'bytea';

function mixedChoice(
  { head, values, alike, mixed = alike }: Choice,
  first: string,
  second: string,
): string {
  const isBlob = isText(first) && isText(second);
  const asCommon = (value: string, type: string): string => {
    if (!isBlob) return `touchstone.dynamic(${value})`;
    return type === 'text' ? `convert_to(${value}, 'UTF8')` : value;
  };
  const [left, right] = [asCommon(values[0], first), asCommon(values[1], second)];
  const result = isBlob ? alike(left, right) : mixed(left, right);
  return inline(head(first, second), isBlob ? 'bytea' : 'jsonb', result);
}

/** Defines a choice for values of all types. */
export function defineChoice(choice: Choice): readonly string[] {
  const { head, values, alike } = choice;
  return [
    inlineOfAny(head('anycompatible', 'anycompatible'), 'anycompatible', alike(...values)),
    ...mixedPairs.map(([first, second]) => mixedChoice(choice, first, second)),
  ];
}

/** `CASE` with two values: the functions `either`. */
export const caseDefinitions: readonly string[] = defineChoice({
  head: (first, second) => `either(boolean, ${first}, ${second})`,
  values: ['$2', '$3'],
  alike: (left, right) => `CASE WHEN $1 THEN ${left} ELSE ${right} END`,
});
