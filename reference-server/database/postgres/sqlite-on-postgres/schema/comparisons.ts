/**
 * Comparisons between values of different types (https://sqlite.org/datatype3.html, 4). In SQLite
 * the column decides: a column of numbers converts a text that is a number, and any other text is
 * greater than all numbers; a column of texts converts numbers to texts. Here operators do so,
 * among which PostgreSQL chooses by the types of the operands. Columns of integers are `bigint`,
 * literals of numbers `integer` or `numeric`. So the operators distinguish `code = 5` from
 * `code = id`.
 */
import { inline, procedure, schemaName, unlessPresent } from './define.js';

const operators = ['=', '<>', '<', '<=', '>', '>='] as const;
type Operator = (typeof operators)[number];

interface Comparison {
  /** Name of its function. */
  readonly name: string;
  /** The same comparison with its operands swapped. */
  readonly commuted: Operator;
  readonly negated: Operator;
  /** PostgreSQL's function that estimates its selectivity. */
  readonly estimator: string;
}

const comparisons: Readonly<Record<Operator, Comparison>> = {
  '=': { name: 'equal', commuted: '=', negated: '<>', estimator: 'eqsel' },
  '<>': { name: 'unequal', commuted: '<>', negated: '=', estimator: 'neqsel' },
  '<': { name: 'less', commuted: '>', negated: '>=', estimator: 'scalarltsel' },
  '<=': { name: 'less_equal', commuted: '>=', negated: '>', estimator: 'scalarlesel' },
  '>': { name: 'greater', commuted: '<', negated: '<=', estimator: 'scalargtsel' },
  '>=': { name: 'greater_equal', commuted: '<=', negated: '<', estimator: 'scalargesel' },
};

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
  const own = operators.map((operator) =>
    inline(`${comparisons[operator].name}(${column}, ${value})`, 'boolean', compare(operator)),
  );
  const swapped = operators.map((operator) => {
    const { name, commuted } = comparisons[operator];
    const call = `touchstone.${comparisons[commuted].name}($2, $1)`;
    return inline(`${name}(${value}, ${column})`, 'boolean', call);
  });
  return isOneWay ? own : [...own, ...swapped];
}

function createOperators({ column, value, isOneWay }: Pair): string[] {
  const create = (left: string, right: string): string[] =>
    operators.map((operator) => {
      const { name, commuted, negated, estimator } = comparisons[operator];
      const commutator = `COMMUTATOR = OPERATOR(${schemaName}.${commuted}), `;
      return unlessPresent(
        `CREATE OPERATOR ${schemaName}.${operator} (LEFTARG = ${left}, RIGHTARG = ${right}, ` +
          `FUNCTION = ${schemaName}.${name}, ${isOneWay ? '' : commutator}` +
          `NEGATOR = OPERATOR(${schemaName}.${negated}), RESTRICT = ${estimator})`,
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

/**
 * NOCASE: texts that differ in case only are equal. A PostgreSQL without ICU lacks this collation.
 */
const collation = `DO $create$ BEGIN
  CREATE COLLATION ${schemaName}.nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
EXCEPTION WHEN duplicate_object OR feature_not_supported OR invalid_parameter_value THEN NULL; END $create$;`;

/** Definitions of comparisons. */
export const comparisonDefinitions: readonly string[] = [
  compareFunction,
  alike,
  ...dynamics,
  collation,
  ...pairs.flatMap(createFunctions),
  ...pairs.flatMap(createOperators),
];
