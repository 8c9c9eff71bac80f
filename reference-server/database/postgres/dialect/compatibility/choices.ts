/**
 * Functions that give one of two values. Values of one type they give as they are; where the types
 * differ, the result is JSON of one value, since an expression of PostgreSQL has one type.
 */
import { inline, inlineOfAny } from './define.js';

interface Choice {
  /** The function's name and the types of its parameters. */
  readonly head: (left: string, right: string) => string;
  /** The result of two values of one type. */
  readonly alike: string;
  /** The result of two values that are JSON. */
  readonly mixed: string;
}

const [left, right] = ['touchstone.dynamic($1)', 'touchstone.dynamic($2)'];

/** The lesser or the greater of two values: null as soon as one of them is. */
const extreme = (name: string, operator: string): Choice => ({
  head: (first, second) => `"${name}"(${first}, ${second})`,
  alike: `CASE WHEN $1 ${operator} $2 THEN $1 WHEN NOT $1 ${operator} $2 THEN $2 END`,
  mixed:
    `CASE WHEN touchstone.compare(${left}, ${right}) ${operator} 0 THEN ${left} ` +
    `WHEN NOT touchstone.compare(${left}, ${right}) ${operator} 0 THEN ${right} END`,
});

const choices: readonly Choice[] = [
  {
    head: (first, second) => `"coalesce"(${first}, ${second})`,
    alike: 'coalesce($1, $2)',
    mixed: `coalesce(${left}, ${right})`,
  },
  {
    head: (first, second) => `either(boolean, ${first}, ${second})`,
    alike: 'CASE WHEN $1 THEN $2 ELSE $3 END',
    mixed: 'CASE WHEN $1 THEN touchstone.dynamic($2) ELSE touchstone.dynamic($3) END',
  },
  extreme('least', '<='),
  extreme('greatest', '>='),
];

const types = ['bigint', 'double precision', 'text', 'jsonb'];

/** Numbers of both types are compared and given as reals. */
const isNumeric = (type: string): boolean => type === 'bigint' || type === 'double precision';

const mixedPairs = types.flatMap((first) =>
  types
    .filter(
      (second) =>
        first === 'jsonb' || (first !== second && !(isNumeric(first) && isNumeric(second))),
    )
    .map((second) => [first, second] as const),
);

export const choiceFunctions: readonly string[] = choices.flatMap(({ head, alike, mixed }) => [
  inlineOfAny(head('anycompatible', 'anycompatible'), 'anycompatible', alike),
  ...mixedPairs.map(([first, second]) => inline(head(first, second), 'jsonb', mixed)),
]);
