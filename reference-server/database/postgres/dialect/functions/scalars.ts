/** Functions of single values (https://sqlite.org/lang_corefunc.html). */
import { comparisonSql } from '../expressions/comparisons.js';
import {
  asCondition,
  asDynamic,
  asInteger,
  asNumber,
  asText,
  asValue,
  choose,
  type FragmentKind,
  firstOf,
  type SqlFragment,
  unify,
} from '../sql-fragment.js';
import {
  asPlainText,
  asReal,
  asTextOrBlob,
  asTyped,
  compatibilityFunction,
  type FunctionTranslation,
  inForms,
  many,
  nativeFunction,
  realFunction,
} from './function-translation.js';

const coalesce: FunctionTranslation = { least: 2, most: many, make: firstOf };

/** A function does not convert its arguments to the types of columns among them. */
const asArgument = (fragment: SqlFragment): SqlFragment =>
  fragment.column?.isCaseless ? fragment : { ...fragment, hasAffinity: false };

const nullif: FunctionTranslation = {
  least: 2,
  most: 2,
  make: (translator, [value, other]) => {
    if (value === undefined || other === undefined) return { sql: 'NULL', kind: 'null' };
    const condition = comparisonSql(translator, '=', asArgument(value), asArgument(other));
    const kinds: Partial<Record<FragmentKind, FragmentKind>> = {
      parameter: 'dynamic',
      boolean: 'integer',
    };
    const kind = kinds[value.kind] ?? value.kind;
    return {
      sql: `(CASE WHEN NOT coalesce(${condition}, FALSE) THEN ${asValue(translator, value)} END)`,
      kind,
      column: value.column,
    };
  },
};

const iif: FunctionTranslation = {
  least: 2,
  most: 3,
  make: (translator, [condition, ...values]) =>
    choose(
      translator,
      [condition === undefined ? 'FALSE' : asCondition(translator, condition)],
      values,
    ),
};

const substr: FunctionTranslation = {
  least: 2,
  most: 3,
  make: (translator, [text, start, size]) => {
    if (text === undefined || start === undefined) return { sql: 'NULL', kind: 'null' };
    const length = size === undefined ? '2147483647' : asInteger(translator, size);
    const isBlob = text.kind === 'blob';
    const value = isBlob ? text.sql : asText(translator, text);
    const sql = `touchstone.substr(${value}, ${asInteger(translator, start)}, ${length})`;
    return { sql, kind: isBlob ? 'blob' : 'text' };
  },
};

const trim = (name: string): FunctionTranslation => ({
  least: 1,
  most: 2,
  make: (translator, args) => ({
    sql: `touchstone.${name}(${inForms(translator, args, [asText])}${args.length === 1 ? ", ' '" : ''})`,
    kind: 'text',
  }),
});

const unchanged: FunctionTranslation = {
  least: 1,
  most: 2,
  make: (_, [value]) => value ?? { sql: 'NULL', kind: 'null' },
};

/** `min` or `max` of several values. */
const extreme = (name: string): FunctionTranslation => ({
  least: 2,
  most: many,
  make: (translator, args) => {
    const { sql, kind } = unify(translator, args);
    const values = sql.map((value) => (value === 'NULL' ? 'NULL::jsonb' : value));
    return {
      sql: values.reduceRight((rest, value) => `touchstone."${name}"(${value}, ${rest})`),
      kind,
    };
  },
});

const round: FunctionTranslation = {
  least: 1,
  most: 2,
  make: (translator, [value, places]) => ({
    sql: `touchstone.round(${value ? asReal(translator, value) : 'NULL'}, ${places ? asInteger(translator, places) : '0'})`,
    kind: 'real',
  }),
};

/** The conversions of `touchstone.printf`, with flags, width and precision. */
const conversion = /%[-+ 0,#!]*\d*(?:\.\d+)?(?:l|ll)?([\s\S]?)/g;

const printf: FunctionTranslation = {
  least: 1,
  most: many,
  make: (translator, args, call) => {
    const [pattern, ...values] = args;
    for (const [text, letter = ''] of (pattern?.literal ?? '').matchAll(conversion)) {
      if (/^[diufFeEgGszxXcqQ%]$/.test(letter)) continue;
      const problem = `${call.name.name} does not support ${text}`;
      translator.refuse(call, problem, 'use %d, %f, %e, %g, %s, %x, %c, %q or %Q');
    }
    const format = pattern === undefined ? 'NULL' : asText(translator, pattern);
    const list = values.map((value) => asDynamic(translator, value));
    const rest = list.length === 0 ? "VARIADIC '{}'::jsonb[]" : list.join(', ');
    return { sql: `touchstone.printf(${format}, ${rest})`, kind: 'text' };
  },
};

const abs: FunctionTranslation = {
  least: 1,
  most: 1,
  make: (translator, [value]) => ({
    sql: `pg_catalog.abs(${value ? asNumber(translator, value) : 'NULL'})`,
    kind: value?.kind === 'integer' || value?.kind === 'real' ? value.kind : 'number',
  }),
};

/** Functions of single values by name, without functions of times and JSON. */
export const scalarTranslations: Readonly<Record<string, FunctionTranslation>> = {
  abs,
  acos: realFunction('acos'),
  asin: realFunction('asin'),
  atan: realFunction('atan'),
  atan2: realFunction('atan2', 2),
  ceil: realFunction('ceil'),
  ceiling: realFunction('ceil'),
  char: compatibilityFunction('char', 'text', [asInteger], 1, many),
  coalesce,
  concat: {
    least: 1,
    most: many,
    make: (translator, args) => ({
      sql: `pg_catalog.concat(${inForms(translator, args, [asText])})`,
      kind: 'text',
    }),
  },
  concat_ws: {
    least: 2,
    most: many,
    make: (translator, args) => ({
      sql: `pg_catalog.concat_ws(${inForms(translator, args, [asText])})`,
      kind: 'text',
    }),
  },
  cos: realFunction('cos'),
  degrees: realFunction('degrees'),
  exp: realFunction('exp'),
  floor: realFunction('floor'),
  format: printf,
  glob: {
    least: 2,
    most: 2,
    make: (translator, args) => ({
      sql: `touchstone.glob(${inForms(translator, args, [asText])})`,
      kind: 'boolean',
    }),
  },
  hex: compatibilityFunction('hex', 'text', [asTextOrBlob]),
  if: iif,
  ifnull: { ...coalesce, most: 2 },
  iif,
  instr: compatibilityFunction('instr', 'integer', [asText, asText]),
  length: compatibilityFunction('length', 'integer', [asTextOrBlob]),
  like: {
    least: 2,
    most: 2,
    make: (translator, [pattern, text]) => ({
      sql: `(${text ? asText(translator, text) : 'NULL'} COLLATE "C" ILIKE ${pattern ? asText(translator, pattern) : 'NULL'} COLLATE "C" ESCAPE '')`,
      kind: 'boolean',
    }),
  },
  likelihood: unchanged,
  likely: { ...unchanged, most: 1 },
  ln: realFunction('ln'),
  log: realFunction('log'),
  log10: realFunction('log'),
  lower: nativeFunction('lower', 'text', [asPlainText]),
  ltrim: trim('ltrim'),
  mod: compatibilityFunction('remainder', 'real', [asReal, asReal]),
  max: extreme('greatest'),
  min: extreme('least'),
  nullif,
  octet_length: nativeFunction('octet_length', 'integer', [asText]),
  pi: nativeFunction('pi', 'real', []),
  pow: realFunction('power', 2),
  power: realFunction('power', 2),
  printf,
  quote: compatibilityFunction('quote', 'text', [asTyped]),
  radians: realFunction('radians'),
  random: compatibilityFunction('random', 'integer', []),
  randomblob: compatibilityFunction('randomblob', 'blob', [asInteger]),
  replace: nativeFunction('replace', 'text', [asText, asText, asText]),
  round,
  rtrim: trim('rtrim'),
  sha256: compatibilityFunction('sha256', 'text', [asText]),
  sign: compatibilityFunction('sign', 'integer', [asReal]),
  sin: realFunction('sin'),
  sqrt: realFunction('sqrt'),
  substr,
  substring: substr,
  tan: realFunction('tan'),
  trim: trim('btrim'),
  trunc: realFunction('trunc'),
  unhex: compatibilityFunction('unhex', 'blob', [asText]),
  typeof: compatibilityFunction('typeof', 'text', [asTyped]),
  unicode: compatibilityFunction('unicode', 'integer', [asText]),
  unlikely: { ...unchanged, most: 1 },
  upper: nativeFunction('upper', 'text', [asPlainText]),
  zeroblob: compatibilityFunction('zeroblob', 'blob', [asInteger]),
};
