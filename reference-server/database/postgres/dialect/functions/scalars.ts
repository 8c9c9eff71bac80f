import { compare } from '../comparisons.js';
import {
  asCondition,
  asDynamic,
  asInteger,
  asNumber,
  asText,
  asValue,
  choose,
  firstOf,
  type Kind,
  unify,
} from '../piece.js';
import {
  asPlainText,
  asReal,
  asTextOrBlob,
  asTyped,
  inForms,
  many,
  native,
  ours,
  type Rule,
  real,
} from './rules.js';

const coalesce: Rule = { least: 2, most: many, make: firstOf };

const nullif: Rule = {
  least: 2,
  most: 2,
  make: (statement, [value, other]) => {
    if (value === undefined || other === undefined) return { sql: 'NULL', kind: 'null' };
    const condition = compare(statement, '=', value, other);
    const kinds: Partial<Record<Kind, Kind>> = { parameter: 'dynamic', boolean: 'integer' };
    const kind = kinds[value.kind] ?? value.kind;
    return {
      sql: `(CASE WHEN NOT coalesce(${condition}, FALSE) THEN ${asValue(statement, value)} END)`,
      kind,
    };
  },
};

const iif: Rule = {
  least: 2,
  most: 3,
  make: (statement, [condition, ...values]) =>
    choose(
      statement,
      [condition === undefined ? 'FALSE' : asCondition(statement, condition)],
      values,
    ),
};

const substr: Rule = {
  least: 2,
  most: 3,
  make: (statement, [text, start, size]) => {
    if (text === undefined || start === undefined) return { sql: 'NULL', kind: 'null' };
    const length = size === undefined ? '2147483647' : asInteger(statement, size);
    const isBlob = text.kind === 'blob';
    const value = isBlob ? text.sql : asText(statement, text);
    const sql = `touchstone.substr(${value}, ${asInteger(statement, start)}, ${length})`;
    return { sql, kind: isBlob ? 'blob' : 'text' };
  },
};

const trim = (name: string): Rule => ({
  least: 1,
  most: 2,
  make: (statement, args) => ({
    sql: `touchstone.${name}(${inForms(statement, args, [asText])}${args.length === 1 ? ", ' '" : ''})`,
    kind: 'text',
  }),
});

const unchanged: Rule = {
  least: 1,
  most: 2,
  make: (_, [value]) => value ?? { sql: 'NULL', kind: 'null' },
};

/** The least or greatest of several values. */
const extreme = (name: string): Rule => ({
  least: 2,
  most: many,
  make: (statement, args) => {
    const { sql, kind } = unify(statement, args);
    const values = sql.map((value) => (value === 'NULL' ? 'NULL::jsonb' : value));
    return {
      sql: values.reduceRight((rest, value) => `touchstone."${name}"(${value}, ${rest})`),
      kind,
    };
  },
});

const round: Rule = {
  least: 1,
  most: 2,
  make: (statement, [value, places]) => ({
    sql: `touchstone.round(${value ? asReal(statement, value) : 'NULL'}, ${places ? asInteger(statement, places) : '0'})`,
    kind: 'real',
  }),
};

const abs: Rule = {
  least: 1,
  most: 1,
  make: (statement, [value]) => ({
    sql: `pg_catalog.abs(${value ? asNumber(statement, value) : 'NULL'})`,
    kind: value?.kind === 'integer' || value?.kind === 'real' ? value.kind : 'number',
  }),
};

/** Functions of single values, without those of times and of JSON. */
export const scalarFunctions: Readonly<Record<string, Rule>> = {
  abs,
  acos: real('acos'),
  asin: real('asin'),
  atan: real('atan'),
  atan2: real('atan2', 2),
  ceil: real('ceil'),
  ceiling: real('ceil'),
  char: ours('char', 'text', [asInteger], 1, many),
  coalesce,
  concat: {
    least: 1,
    most: many,
    make: (statement, args) => ({
      sql: `pg_catalog.concat(${inForms(statement, args, [asText])})`,
      kind: 'text',
    }),
  },
  concat_ws: {
    least: 2,
    most: many,
    make: (statement, args) => ({
      sql: `pg_catalog.concat_ws(${inForms(statement, args, [asText])})`,
      kind: 'text',
    }),
  },
  cos: real('cos'),
  degrees: real('degrees'),
  exp: real('exp'),
  floor: real('floor'),
  format: ours('printf', 'text', [asText, asDynamic], 1, many),
  glob: {
    least: 2,
    most: 2,
    make: (statement, args) => ({
      sql: `touchstone.glob(${inForms(statement, args, [asText])})`,
      kind: 'boolean',
    }),
  },
  hex: ours('hex', 'text', [asTextOrBlob]),
  if: iif,
  ifnull: { ...coalesce, most: 2 },
  iif,
  instr: ours('instr', 'integer', [asText, asText]),
  length: ours('length', 'integer', [asTextOrBlob]),
  like: {
    least: 2,
    most: 2,
    make: (statement, [pattern, text]) => ({
      sql: `(${text ? asText(statement, text) : 'NULL'} COLLATE "C" ILIKE ${pattern ? asText(statement, pattern) : 'NULL'} COLLATE "C" ESCAPE '')`,
      kind: 'boolean',
    }),
  },
  likelihood: unchanged,
  likely: { ...unchanged, most: 1 },
  ln: real('ln'),
  log: real('log'),
  log10: real('log'),
  lower: native('lower', 'text', [asPlainText]),
  ltrim: trim('ltrim'),
  mod: ours('remainder', 'real', [asReal, asReal]),
  max: extreme('greatest'),
  min: extreme('least'),
  nullif,
  octet_length: native('octet_length', 'integer', [asText]),
  pi: native('pi', 'real', []),
  pow: real('power', 2),
  power: real('power', 2),
  printf: ours('printf', 'text', [asText, asDynamic], 1, many),
  quote: ours('quote', 'text', [asTyped]),
  radians: real('radians'),
  random: ours('random', 'integer', []),
  randomblob: ours('randomblob', 'blob', [asInteger]),
  replace: native('replace', 'text', [asText, asText, asText]),
  round,
  rtrim: trim('rtrim'),
  sha256: ours('sha256', 'text', [asText]),
  sign: ours('sign', 'integer', [asReal]),
  sin: real('sin'),
  sqrt: real('sqrt'),
  substr,
  substring: substr,
  tan: real('tan'),
  trim: trim('btrim'),
  trunc: real('trunc'),
  typeof: ours('typeof', 'text', [asTyped]),
  unicode: ours('unicode', 'integer', [asText]),
  unlikely: { ...unchanged, most: 1 },
  upper: native('upper', 'text', [asPlainText]),
  zeroblob: ours('zeroblob', 'blob', [asInteger]),
};
