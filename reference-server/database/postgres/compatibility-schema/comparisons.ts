/**
 * Comparisons between values of different types (https://sqlite.org/datatype3.html, 4). In SQLite
 * the column decides: a column of numbers converts a text that is a number, and any other text is
 * greater than all numbers; a column of texts converts numbers to texts. Here operators do so,
 * among which PostgreSQL chooses by the types of the operands. Columns of integers are `bigint`,
 * literals of numbers `integer` or `numeric`. So the operators distinguish `code = 5` from
 * `code = id`.
 */
import { mustExist } from '../../../../kit/invariant.js';
import { inline, inlineOfAny, procedure, schemaName, unlessPresent } from './define.js';

interface Comparison {
  readonly operator: string;
  readonly name: string;
  /** The same comparison with its operands swapped. */
  readonly commuted: string;
  readonly negated: string;
}

const comparisons: readonly Comparison[] = [
  { operator: '=', name: 'equal', commuted: '=', negated: '<>' },
  { operator: '<>', name: 'unequal', commuted: '<>', negated: '=' },
  { operator: '<', name: 'less', commuted: '>', negated: '>=' },
  { operator: '<=', name: 'less_equal', commuted: '>=', negated: '>' },
  { operator: '>', name: 'greater', commuted: '<', negated: '<=' },
  { operator: '>=', name: 'greater_equal', commuted: '<=', negated: '<' },
];

const nameOf = (operator: string): string =>
  mustExist(
    comparisons.find((each) => each.operator === operator),
    `comparison ${operator}`,
  ).name;

/**
 * Compares an integer column, `$1`, with a text, in a form for which the column's index is used.
 */
function compareInteger(operator: string, text: string): string {
  const equal = `$1 = touchstone.integer_or_zero(${text}) AND (touchstone.is_integer(${text}) OR $1 IS NULL)`;
  if (operator === '=') return equal;
  if (operator === '<>') return `NOT (${equal})`;
  const isFloor = operator === '>' || operator === '<=';
  return `$1 ${operator} touchstone.${isFloor ? 'integer_floor' : 'integer_ceiling'}(${text})`;
}

const compareReal = (operator: string, text: string): string =>
  `$1 ${operator} touchstone.real_bound(${text})`;

const compareText = (operator: string, text: string): string => `$1 ${operator} ${text}`;

/** A type of columns and a type of values: a column is `$1`, a value `$2`. */
interface Pair {
  readonly column: string;
  readonly value: string;
  readonly compare: (operator: string) => string;
  /**
   * Whether the column must be on the left; the swapped operands are another pair. Default: false.
   */
  readonly isOneWay?: boolean;
}

const pairs: readonly Pair[] = [
  { column: 'bigint', value: 'text', compare: (operator) => compareInteger(operator, '$2') },
  {
    column: 'bigint',
    value: 'jsonb',
    compare: (operator) => compareInteger(operator, 'touchstone.text($2)'),
  },
  { column: 'double precision', value: 'text', compare: (operator) => compareReal(operator, '$2') },
  {
    column: 'double precision',
    value: 'jsonb',
    compare: (operator) => compareReal(operator, 'touchstone.text($2)'),
  },
  ...['integer', 'numeric', 'jsonb'].map((value) => ({
    column: 'text',
    value,
    compare: (operator: string) => compareText(operator, 'touchstone.text($2)'),
    isOneWay: value === 'jsonb',
  })),
  {
    column: 'jsonb',
    value: 'text',
    compare: (operator) => `touchstone.compare($1, touchstone.alike($1, $2)) ${operator} 0`,
    isOneWay: true,
  },
  ...['text', 'integer', 'bigint', 'double precision'].map((value) => ({
    column: 'bytea',
    value,
    compare: (operator: string) => compareText(operator, "convert_to(touchstone.text($2), 'UTF8')"),
  })),
  ...['integer', 'numeric'].map((value) => ({
    column: 'jsonb',
    value,
    compare: (operator: string) => `touchstone.compare($1, touchstone.dynamic($2)) ${operator} 0`,
  })),
];

function createFunctions({ column, value, compare, isOneWay }: Pair): string[] {
  const own = comparisons.map(({ operator, name }) =>
    inline(`${name}(${column}, ${value})`, 'boolean', compare(operator)),
  );
  const swapped = comparisons.map(({ name, commuted }) =>
    inline(`${name}(${value}, ${column})`, 'boolean', `touchstone.${nameOf(commuted)}($2, $1)`),
  );
  return isOneWay ? own : [...own, ...swapped];
}

/** Functions that estimate the selectivity of an operator. */
const estimators: Readonly<Record<string, string>> = {
  '=': 'eqsel',
  '<>': 'neqsel',
  '<': 'scalarltsel',
  '<=': 'scalarlesel',
  '>': 'scalargtsel',
  '>=': 'scalargesel',
};

function createOperators({ column, value, isOneWay }: Pair): string[] {
  const create = (left: string, right: string): string[] =>
    comparisons.map(({ operator, name, commuted, negated }) => {
      const commutator = `COMMUTATOR = OPERATOR(${schemaName}.${commuted}), `;
      return unlessPresent(
        `CREATE OPERATOR ${schemaName}.${operator} (LEFTARG = ${left}, RIGHTARG = ${right}, ` +
          `FUNCTION = ${schemaName}.${name}, ${isOneWay ? '' : commutator}` +
          `NEGATOR = OPERATOR(${schemaName}.${negated}), RESTRICT = ${estimators[operator]})`,
      );
    });
  return isOneWay ? create(column, value) : [...create(column, value), ...create(value, column)];
}

/** A text as a number, if it is one and the value beside it is a number. */
const alike = procedure(
  'alike(value jsonb, t text)',
  'jsonb',
  `BEGIN
    IF jsonb_typeof(value) = 'number' AND touchstone.is_number(t) THEN
      RETURN to_jsonb(touchstone.to_numeric(t));
    END IF;
    RETURN to_jsonb(t);
  END`,
);

/** Compares values without a column: a number is less than a text, a text less than a blob. */
const compareFunction = procedure(
  'compare(a jsonb, b jsonb)',
  'integer',
  `BEGIN
    IF a IS NULL OR b IS NULL THEN RETURN NULL; END IF;
    IF jsonb_typeof(a) <> jsonb_typeof(b) THEN
      RETURN CASE WHEN jsonb_typeof(a) = 'number' THEN -1 ELSE 1 END;
    END IF;
    IF jsonb_typeof(a) = 'number' THEN
      RETURN sign((a #>> '{}')::numeric - (b #>> '{}')::numeric)::integer;
    END IF;
    IF a = b THEN RETURN 0; END IF;
    RETURN CASE WHEN (a #>> '{}') COLLATE "C" < (b #>> '{}') COLLATE "C" THEN -1 ELSE 1 END;
  END`,
);

/** Values with their own types, as JSON of one value. */
const dynamics = [
  inline('dynamic(jsonb)', 'jsonb', '$1'),
  ...['bigint', 'integer', 'numeric', 'text'].map((type) =>
    inline(`dynamic(${type})`, 'jsonb', 'to_jsonb($1)'),
  ),
  // With a point, which distinguishes a real from an integer.
  inline(
    'dynamic(double precision)',
    'jsonb',
    "CASE WHEN $1 = trunc($1) AND abs($1) < 1e15 THEN ($1::bigint::text || '.0')::jsonb ELSE to_jsonb($1) END",
  ),
  inline('dynamic(bytea)', 'jsonb', 'to_jsonb(touchstone.text($1))'),
];

/** Aggregates `min` and `max` of values with their own types. */
const extremes = [
  { name: 'min', operator: '<' },
  { name: 'max', operator: '>' },
].flatMap(({ name, operator }) => [
  inline(
    `${name}_of(jsonb, jsonb)`,
    'jsonb',
    `CASE WHEN $2 IS NULL OR touchstone.compare($1, $2) ${operator} 0 THEN $1 ELSE coalesce($2, $1) END`,
  ),
  `CREATE OR REPLACE AGGREGATE ${schemaName}.${name}(jsonb) (SFUNC = ${schemaName}.${name}_of, STYPE = jsonb, PARALLEL = SAFE);`,
]);

/**
 * NOCASE: texts that differ in case only are equal. A PostgreSQL without ICU lacks this collation.
 */
const collation = `DO $create$ BEGIN
  CREATE COLLATION ${schemaName}.nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
EXCEPTION WHEN duplicate_object OR feature_not_supported OR invalid_parameter_value THEN NULL; END $create$;`;

/**
 * Functions that return one of two values. Values of one type are returned unchanged. Where the
 * types differ, the result is JSON of one value, because an expression of PostgreSQL has one type;
 * of a text and a blob it is a blob, which scripts read as the same string.
 */
interface Choice {
  /** The function's name and the types of its parameters. */
  readonly head: (left: string, right: string) => string;
  /** The parameters with the values. */
  readonly values: readonly [left: string, right: string];
  /** The result of two values of one type. */
  readonly alike: (left: string, right: string) => string;
  /** The result of two values that are JSON. Default: `alike`. */
  readonly mixed?: (left: string, right: string) => string;
}

const parameters = ['$1', '$2'] as const;

/** The lesser or the greater of two values; null when one of them is null. */
const extremeOf = (name: string, operator: string): Choice => ({
  head: (first, second) => `"${name}"(${first}, ${second})`,
  values: parameters,
  alike: (left, right) =>
    `CASE WHEN ${left} ${operator} ${right} THEN ${left} WHEN NOT ${left} ${operator} ${right} THEN ${right} END`,
  mixed: (left, right) =>
    `CASE WHEN touchstone.compare(${left}, ${right}) ${operator} 0 THEN ${left} ` +
    `WHEN NOT touchstone.compare(${left}, ${right}) ${operator} 0 THEN ${right} END`,
});

const choices: readonly Choice[] = [
  {
    head: (first, second) => `"coalesce"(${first}, ${second})`,
    values: parameters,
    alike: (left, right) => `coalesce(${left}, ${right})`,
  },
  {
    head: (first, second) => `either(boolean, ${first}, ${second})`,
    values: ['$2', '$3'],
    alike: (left, right) => `CASE WHEN $1 THEN ${left} ELSE ${right} END`,
  },
  extremeOf('least', '<='),
  extremeOf('greatest', '>='),
];

const choiceTypes = ['bigint', 'double precision', 'text', 'bytea', 'jsonb'];

/** Integers and reals together are compared and returned as reals. */
const isNumeric = (type: string): boolean => type === 'bigint' || type === 'double precision';

const mixedPairs = choiceTypes.flatMap((first) =>
  choiceTypes
    .filter(
      (second) =>
        first === 'jsonb' || (first !== second && !(isNumeric(first) && isNumeric(second))),
    )
    .map((second) => [first, second] as const),
);

const isText = (type: string): boolean => type === 'text' || type === 'bytea';

function mixedChoice(
  { head, values, alike, mixed = alike }: Choice,
  types: readonly string[],
): string {
  const [first = '', second = ''] = types;
  const isBlob = isText(first) && isText(second);
  const [left = '', right = ''] = values.map((value, index) => {
    if (!isBlob) return `touchstone.dynamic(${value})`;
    return types[index] === 'text' ? `convert_to(${value}, 'UTF8')` : value;
  });
  const result = isBlob ? alike(left, right) : mixed(left, right);
  return inline(head(first, second), isBlob ? 'bytea' : 'jsonb', result);
}

const choiceDefinitions: readonly string[] = choices.flatMap((choice) => [
  inlineOfAny(
    choice.head('anycompatible', 'anycompatible'),
    'anycompatible',
    choice.alike(...choice.values),
  ),
  ...mixedPairs.map((types) => mixedChoice(choice, types)),
]);

/** Definitions of comparisons and choices. */
export const comparisonDefinitions: readonly string[] = [
  compareFunction,
  alike,
  ...dynamics,
  ...extremes,
  collation,
  ...pairs.flatMap(createFunctions),
  ...pairs.flatMap(createOperators),
  ...choiceDefinitions,
];
