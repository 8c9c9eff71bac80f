/** Functions of numbers (https://sqlite.org/lang_mathfunc.html). */
import { inline, inlineChanging, procedure } from '../schema/define.js';
import { asInteger, asNumber } from '../translator/sql-fragment.js';
import { asReal, compatibilityFunction, nativeFunction, realFunction } from './forms.js';
import type { FunctionGroup, ScalarTranslation, SqliteFunction } from './sqlite-function.js';

const randomBytes = procedure(
  'randomblob(count bigint)',
  'bytea',
  `DECLARE bytes bytea := '';
  BEGIN
    IF count > 1000000 THEN RAISE EXCEPTION 'randomblob returns at most 1000000 bytes'; END IF;
    -- 122 bits of a UUID are random: three UUIDs have more than the 256 bits of a hash.
    WHILE length(bytes) < greatest(count, 1) LOOP
      bytes := bytes || sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
    END LOOP;
    RETURN substr(bytes, 1, greatest(count, 1)::integer);
  END`,
  'VOLATILE',
);

/** A random integer of 64 bits. */
const random = inlineChanging(
  'random()',
  'bigint',
  'VOLATILE',
  "('x' || encode(substr(uuid_send(gen_random_uuid()), 9, 8), 'hex'))::bit(64)::bigint # ('x' || encode(substr(uuid_send(gen_random_uuid()), 1, 8), 'hex'))::bit(64)::bigint",
);

const defineRound = procedure(
  'round(x double precision, places bigint)',
  'double precision',
  `BEGIN
    IF places IS NULL THEN RETURN NULL; END IF;
    IF abs(x) > 4503599627370496 OR abs(x) = 'Infinity' THEN RETURN x; END IF;
    RETURN round(touchstone.exact(x), least(greatest(places, 0), 30)::integer)::double precision;
  END`,
);

const round: ScalarTranslation = {
  least: 1,
  most: 2,
  make: (translator, [value, places]) => ({
    sql: `touchstone.round(${value ? asReal(translator, value) : 'NULL'}, ${places ? asInteger(translator, places) : '0'})`,
    kind: 'real',
  }),
};

const abs: ScalarTranslation = {
  least: 1,
  most: 1,
  make: (translator, [value]) => ({
    sql: `pg_catalog.abs(${value ? asNumber(translator, value) : 'NULL'})`,
    kind: value?.kind === 'integer' || value?.kind === 'real' ? value.kind : 'number',
  }),
};

/** A function of reals with the same name on PostgreSQL. */
const ofReal = (name: string, ...examples: readonly string[]): SqliteFunction => ({
  names: [name],
  scalar: realFunction(name),
  examples,
});

/** Functions of numbers. */
export const numbers: FunctionGroup = {
  title: 'Functions of numbers',
  functions: [
    { names: ['abs'], scalar: abs, examples: ['abs(-5)', 'abs(-2.5)', 'abs(NULL)'] },
    {
      names: ['round'],
      scalar: round,
      definitions: [defineRound],
      examples: [
        'round(2.5)',
        'round(-2.5)',
        'round(3.14159, 2)',
        'round(1234.5, -2)',
        'round(5)',
        'round(2.675, 2)',
      ],
    },
    {
      names: ['sign'],
      scalar: compatibilityFunction('sign', 'integer', [asReal]),
      definitions: [inline('sign(double precision)', 'bigint', 'pg_catalog.sign($1)::bigint')],
      examples: ['sign(-3)', 'sign(0)', 'sign(2.5)'],
    },
    {
      names: ['mod'],
      scalar: compatibilityFunction('remainder', 'real', [asReal, asReal]),
      definitions: [
        inline(
          'remainder(double precision, double precision)',
          'double precision',
          '$1 - $2 * trunc($1 / nullif($2, 0))',
        ),
      ],
      examples: ['mod(7, 3)', 'mod(-7, 3)', 'mod(1, 0)'],
    },
    {
      names: ['ceil', 'ceiling'],
      scalar: realFunction('ceil'),
      examples: ['ceil(2.1)', 'ceiling(-2.1)'],
    },
    ofReal('floor', 'floor(2.7)', 'floor(-2.5)'),
    ofReal('trunc', 'trunc(-2.7)'),
    ofReal('sqrt', 'sqrt(9)'),
    {
      names: ['pow', 'power'],
      scalar: realFunction('power', 2),
      examples: ['pow(2, 10)', 'power(4, 0.5)'],
    },
    ofReal('exp', 'round(exp(1), 6)'),
    ofReal('ln', 'round(ln(10), 6)'),
    {
      names: ['log', 'log10'],
      scalar: realFunction('log'),
      examples: ['log(1000)', 'log10(100)'],
    },
    { names: ['pi'], scalar: nativeFunction('pi', 'real', []), examples: ['round(pi(), 6)'] },
    ofReal('degrees', 'round(degrees(1), 6)'),
    ofReal('radians', 'round(radians(90), 6)'),
    ofReal('sin', 'round(sin(1), 6)'),
    ofReal('cos', 'round(cos(1), 6)'),
    ofReal('tan', 'round(tan(1), 6)'),
    ofReal('asin', 'round(asin(0.5), 6)'),
    ofReal('acos', 'round(acos(0.5), 6)'),
    ofReal('atan', 'round(atan(1), 6)'),
    {
      names: ['atan2'],
      scalar: realFunction('atan2', 2),
      examples: ['round(atan2(1, 2), 6)'],
    },
    {
      names: ['random'],
      scalar: compatibilityFunction('random', 'integer', []),
      definitions: [random],
      examples: ['typeof(random())', 'random() <> random()', 'abs(random() % 10) < 10'],
    },
    {
      names: ['randomblob'],
      scalar: compatibilityFunction('randomblob', 'blob', [asInteger]),
      definitions: [randomBytes],
      remark: 'at most 1,000,000 bytes',
      examples: ['length(randomblob(16))', 'length(hex(randomblob(8)))'],
    },
  ],
};
