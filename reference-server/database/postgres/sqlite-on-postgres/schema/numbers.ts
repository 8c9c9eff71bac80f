/**
 * Conversion of texts to numbers and numbers to texts (https://sqlite.org/datatype3.html). For a
 * column of numbers, SQLite converts a text that is a number as a whole; in calculations it takes
 * the numeric prefix of a text, or 0.
 */
import { inline, procedure } from './define.js';

const blanks = ' \\t\\n\\v\\f\\r';
const digits = '([0-9]+[.]?[0-9]*|[.][0-9]+)';
/** Longer exponents overflow all types; PostgreSQL would create numbers with as many digits. */
const exponent = '([eE][-+]?[0-9]{1,3})?';

/** Maximum length of a text that is read as a number. */
const longestNumber = 1_200;

const isNumber = procedure(
  'is_number(t text)',
  'boolean',
  `BEGIN
    RETURN length(t) <= ${longestNumber} AND t ~ E'^[${blanks}]*[-+]?${digits}${exponent}[${blanks}]*$';
  END`,
);

const toNumeric = procedure(
  'to_numeric(t text)',
  'numeric',
  `BEGIN
    IF touchstone.is_number(t) THEN RETURN btrim(t, E'${blanks}')::numeric; END IF;
    RETURN NULL;
  END`,
);

const toInteger = procedure(
  'to_integer(t text)',
  'bigint',
  `DECLARE n numeric := touchstone.to_numeric(t);
  BEGIN
    IF n = trunc(n) AND n BETWEEN -9223372036854775808 AND 9223372036854775807 THEN
      RETURN n::bigint;
    END IF;
    RETURN NULL;
  END`,
);

/** Form of nearly all texts of integers: they are read without a function call. */
export const plainInteger = '^-?[0-9]{1,18}$';

/** Null only for null, so that an index can be searched for every text. */
const integerOrZero = inline(
  'integer_or_zero(text)',
  'bigint',
  `CASE WHEN $1 ~ '${plainInteger}' THEN $1::bigint WHEN $1 IS NOT NULL THEN coalesce(touchstone.to_integer($1), 0) END`,
);

const isInteger = inline(
  'is_integer(text)',
  'boolean',
  `CASE WHEN $1 ~ '${plainInteger}' THEN TRUE WHEN $1 IS NOT NULL THEN touchstone.to_integer($1) IS NOT NULL END`,
);

/** The nearest integer below or above a number; the greatest integer for a text without a number. */
const bound = (name: string, round: string): string[] => [
  procedure(
    `${name}_of(t text)`,
    'bigint',
    `DECLARE n numeric;
    BEGIN
      IF t IS NULL THEN RETURN NULL; END IF;
      n := coalesce(touchstone.to_numeric(t), 9223372036854775807);
      RETURN ${round}(least(greatest(n, -9223372036854775808), 9223372036854775807))::bigint;
    END`,
  ),
  inline(
    `${name}(text)`,
    'bigint',
    `CASE WHEN $1 ~ '${plainInteger}' THEN $1::bigint ELSE touchstone.${name}_of($1) END`,
  ),
];

const toReal = procedure(
  'to_real(n numeric)',
  'double precision',
  `BEGIN
    IF abs(n) >= 1.7976931348623158e308 THEN RETURN sign(n)::double precision * 'Infinity'; END IF;
    IF abs(n) < 1e-307 THEN RETURN 0; END IF;
    RETURN n::double precision;
  END`,
);

/** Form of nearly all texts of reals. */
export const plainReal = '^-?[0-9]{1,15}([.][0-9]{1,15})?$';

const realBound = inline(
  'real_bound(text)',
  'double precision',
  `CASE WHEN $1 ~ '${plainReal}' THEN $1::double precision
    WHEN $1 IS NOT NULL THEN coalesce(touchstone.to_real(touchstone.to_numeric($1)), 'Infinity') END`,
);

const leadingNumber = procedure(
  'leading_number(t text)',
  'numeric',
  `BEGIN
    IF t IS NULL THEN RETURN NULL; END IF;
    RETURN coalesce(
      substring(left(t, ${longestNumber}) from E'^[${blanks}]*([-+]?${digits.replace('(', '(?:')}${exponent.replace('(', '(?:')})')::numeric,
      0);
  END`,
);

const leadingInteger = procedure(
  'leading_integer(t text)',
  'bigint',
  `BEGIN
    IF t IS NULL THEN RETURN NULL; END IF;
    RETURN least(greatest(
      coalesce(substring(left(t, ${longestNumber}) from E'^[${blanks}]*([-+]?[0-9]+)')::numeric, 0),
      -9223372036854775808), 9223372036854775807)::bigint;
  END`,
);

/** The exact decimal value of a real; PostgreSQL's cast keeps 15 digits. */
const exact = procedure(
  'exact(x double precision)',
  'numeric',
  `DECLARE scale integer;
  BEGIN
    IF x = 0 OR abs(x) < 1e-15 OR abs(x) >= 1e15 THEN RETURN x::numeric; END IF;
    scale := 52 - floor(log(2::numeric, abs(x)::numeric))::integer;
    RETURN (x * power(2::double precision, scale))::bigint::numeric / power(2::numeric, scale);
  END`,
);

/**
 * A real as SQLite 3.53 writes it: with a point, and with 15 digits, or with 17 where 15 digits
 * mean another number.
 */
const realText = procedure(
  'text(x double precision)',
  'text',
  `DECLARE t text; n numeric;
  BEGIN
    IF x IS NULL THEN RETURN NULL; END IF;
    IF abs(x) = 'Infinity' THEN RETURN CASE WHEN x > 0 THEN 'Inf' ELSE '-Inf' END; END IF;
    IF x = 0 THEN RETURN '0.0'; END IF;
    n := x::numeric;
    IF abs(x) >= 0.0001 AND abs(x) < 1e15 THEN
      IF n::double precision <> x THEN n := round(touchstone.exact(x), 16 - floor(log(abs(n)))::integer); END IF;
      t := trim_scale(n)::text;
      RETURN CASE WHEN strpos(t, '.') > 0 THEN t ELSE t || '.0' END;
    END IF;
    t := CASE WHEN n::double precision = x THEN n::double precision ELSE x END::text;
    IF strpos(t, '.') > 0 THEN RETURN t; END IF;
    RETURN replace(t, 'e', '.0e');
  END`,
);

/** Values as texts. */
const texts = [
  inline('text(text)', 'text', '$1'),
  inline('text(bigint)', 'text', '$1::text'),
  inline('text(integer)', 'text', '$1::text'),
  inline('text(numeric)', 'text', '$1::text'),
  inline('text(bytea)', 'text', "convert_from($1, 'UTF8')"),
  inline('text(jsonb)', 'text', "$1 #>> '{}'"),
  realText,
];

/** Values as numbers in calculations. */
const numbers = [
  inline('number(bigint)', 'bigint', '$1'),
  inline('number(integer)', 'bigint', '$1::bigint'),
  inline('number(double precision)', 'double precision', '$1'),
  inline('number(numeric)', 'double precision', 'touchstone.to_real($1)'),
  inline('number(text)', 'double precision', 'touchstone.to_real(touchstone.leading_number($1))'),
  inline('number(jsonb)', 'double precision', "touchstone.number($1 #>> '{}')"),
  inline('number(bytea)', 'double precision', 'touchstone.number(touchstone.text($1))'),
];

const truncate = (number: string): string =>
  `CASE WHEN $1 IS NOT NULL THEN trunc(least(greatest(${number}, -9223372036854775808), 9223372036854775807))::bigint END`;

/** CAST AS INTEGER, which rounds towards zero. */
const integers = [
  inline('cast_integer(bigint)', 'bigint', '$1'),
  inline('cast_integer(integer)', 'bigint', '$1::bigint'),
  inline('cast_integer(double precision)', 'bigint', truncate('$1::numeric')),
  inline('cast_integer(numeric)', 'bigint', truncate('$1')),
  inline(
    'cast_integer(text)',
    'bigint',
    `CASE WHEN $1 ~ '${plainInteger}' THEN $1::bigint ELSE touchstone.leading_integer($1) END`,
  ),
  inline('cast_integer(bytea)', 'bigint', 'touchstone.leading_integer(touchstone.text($1))'),
  procedure(
    'cast_integer(x jsonb)',
    'bigint',
    `BEGIN
      IF jsonb_typeof(x) = 'number' THEN RETURN touchstone.cast_integer((x #>> '{}')::numeric); END IF;
      RETURN touchstone.leading_integer(x #>> '{}');
    END`,
  ),
];

/** CAST AS REAL. */
const reals = ['bigint', 'integer', 'double precision', 'numeric', 'text', 'bytea', 'jsonb'].map(
  (type) =>
    inline(`cast_real(${type})`, 'double precision', 'touchstone.number($1)::double precision'),
);

/** Values as conditions. */
const truths = [
  inline('truth(bigint)', 'boolean', '$1 <> 0'),
  inline('truth(integer)', 'boolean', '$1 <> 0'),
  inline('truth(double precision)', 'boolean', '$1 <> 0'),
  inline('truth(numeric)', 'boolean', '$1 <> 0'),
  inline('truth(text)', 'boolean', 'touchstone.leading_number($1) <> 0'),
  inline('truth(jsonb)', 'boolean', "touchstone.leading_number($1 #>> '{}') <> 0"),
  inline('truth(bytea)', 'boolean', 'touchstone.leading_number(touchstone.text($1)) <> 0'),
];

/** The operator `%`, a remainder of integers; null when the divisor is 0. */
const remainders = ['bigint', 'double precision'].flatMap((left) =>
  ['bigint', 'double precision'].map((right) => {
    const result = left === 'bigint' && right === 'bigint' ? 'bigint' : 'double precision';
    return inline(
      `modulo(${left}, ${right})`,
      result,
      `(touchstone.cast_integer($1) % nullif(touchstone.cast_integer($2), 0))::${result}`,
    );
  }),
);

/** The operators `<<` and `>>`: shift to the left, or to the right by a negative count. */
const shiftBits = inline(
  'shift_bits(bigint, bigint)',
  'bigint',
  `CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL
    WHEN $2 >= 64 THEN 0
    WHEN $2 >= 0 THEN $1 << $2::integer
    WHEN $2 > -64 THEN $1 >> (-$2)::integer
    WHEN $1 < 0 THEN -1 ELSE 0 END`,
);

/** Definitions of conversions and calculations. */
export const numberDefinitions: readonly string[] = [
  // The bound of LIMIT: a negative one is null, which is no limit.
  inline('at_most(bigint)', 'bigint', 'CASE WHEN $1 >= 0 THEN $1 END'),
  isNumber,
  toNumeric,
  toInteger,
  integerOrZero,
  isInteger,
  ...bound('integer_floor', 'floor'),
  ...bound('integer_ceiling', 'ceil'),
  toReal,
  realBound,
  leadingNumber,
  leadingInteger,
  exact,
  ...texts,
  ...numbers,
  ...integers,
  ...reals,
  ...truths,
  ...remainders,
  shiftBits,
];
