/** Functions of values of all types (https://sqlite.org/lang_corefunc.html). */
import { comparisonSql } from '../expressions/comparisons.js';
import { defineChoice } from '../schema/choices.js';
import { inline } from '../schema/define.js';
import {
  asCondition,
  asValue,
  choose,
  type FragmentKind,
  firstOf,
  type SqlFragment,
} from '../translator/sql-fragment.js';
import { asTyped, compatibilityFunction, many } from './forms.js';
import type { FunctionGroup, ScalarTranslation } from './sqlite-function.js';

/** A function does not convert its arguments to the types of columns among them. */
const asArgument = (fragment: SqlFragment): SqlFragment =>
  fragment.column?.isCaseless ? fragment : { ...fragment, hasAffinity: false };

const nullif: ScalarTranslation = {
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

const iif: ScalarTranslation = {
  least: 2,
  most: 3,
  make: (translator, [condition, ...values]) =>
    choose(
      translator,
      [condition === undefined ? 'FALSE' : asCondition(translator, condition)],
      values,
    ),
};

/** A hint for SQLite's planner. */
const unchanged: ScalarTranslation = {
  least: 1,
  most: 2,
  make: (_, [value]) => value ?? { sql: 'NULL', kind: 'null' },
};

/** Values as literals of SQLite's SQL. */
const quotes = [
  inline('quote(text)', 'text', "coalesce('''' || replace($1, '''', '''''') || '''', 'NULL')"),
  inline('quote(bigint)', 'text', "coalesce($1::text, 'NULL')"),
  inline('quote(integer)', 'text', "coalesce($1::text, 'NULL')"),
  inline('quote(numeric)', 'text', "coalesce($1::text, 'NULL')"),
  inline('quote(double precision)', 'text', "coalesce(touchstone.text($1), 'NULL')"),
  inline('quote(bytea)', 'text', "coalesce('X''' || upper(encode($1, 'hex')) || '''', 'NULL')"),
  inline(
    'quote(jsonb)',
    'text',
    "CASE WHEN jsonb_typeof($1) = 'number' THEN $1::text ELSE touchstone.quote($1 #>> '{}') END",
  ),
];

const typeNames = [
  ...['bigint', 'integer'].map((type) => [type, "'integer'"] as const),
  ...['double precision', 'numeric'].map((type) => [type, "'real'"] as const),
  ['text', "'text'"] as const,
  ['bytea', "'blob'"] as const,
  [
    'jsonb',
    "CASE WHEN jsonb_typeof($1) <> 'number' THEN 'text' WHEN ($1 #>> '{}') ~ '[.eE]' THEN 'real' ELSE 'integer' END",
  ] as const,
].map(([type, name]) =>
  inline(`typeof(${type})`, 'text', `CASE WHEN $1 IS NULL THEN 'null' ELSE ${name} END`),
);

/** Functions of values of all types. */
export const values: FunctionGroup = {
  title: 'Functions of all values',
  functions: [
    {
      names: ['coalesce'],
      scalar: { least: 2, most: many, make: firstOf },
      definitions: defineChoice({
        head: (first, second) => `"coalesce"(${first}, ${second})`,
        values: ['$1', '$2'],
        alike: (left, right) => `coalesce(${left}, ${right})`,
      }),
      examples: ["coalesce(NULL, 'x', 5)", 'coalesce(NULL, NULL)', ['coalesce(?, ?)', null, 2.5]],
    },
    {
      names: ['ifnull'],
      scalar: { least: 2, most: 2, make: firstOf },
      examples: ['ifnull(NULL, 1)', "ifnull('a', 1)"],
    },
    {
      names: ['nullif'],
      scalar: nullif,
      examples: ['nullif(1, 1)', 'nullif(1, 2)', "nullif('a', 5)", ['nullif(?, 5)', 5n]],
    },
    {
      names: ['iif', 'if'],
      scalar: iif,
      examples: ["iif(1 < 2, 'a', 'b')", "iif(0, 'a', 5)", 'iif(NULL, 1)'],
    },
    {
      names: ['likely', 'unlikely'],
      scalar: { ...unchanged, most: 1 },
      examples: ['likely(1)', "unlikely('a')"],
    },
    {
      names: ['likelihood'],
      scalar: unchanged,
      examples: ['likelihood(5, 0.5)'],
    },
    {
      names: ['quote'],
      scalar: compatibilityFunction('quote', 'text', [asTyped]),
      definitions: quotes,
      examples: ["quote('it''s')", 'quote(NULL)', 'quote(5)', "quote(x'ab')", 'quote(2.5)'],
    },
    {
      names: ['typeof'],
      scalar: compatibilityFunction('typeof', 'text', [asTyped]),
      definitions: typeNames,
      examples: [
        'typeof(1)',
        'typeof(1.5)',
        "typeof('x')",
        'typeof(NULL)',
        "typeof(x'00')",
        ['typeof(?)', 1n],
        ['typeof(?)', 'x'],
        ['typeof(?)', 2.5],
      ],
    },
    {
      names: ['last_insert_rowid'],
      instead: 'use RETURNING',
      examples: ['last_insert_rowid()'],
    },
    {
      names: ['changes'],
      instead: 'use the number of rows with which PostgreSQL answers a statement',
      examples: ['changes()'],
    },
    {
      names: ['total_changes'],
      instead: 'add up the numbers of rows with which PostgreSQL answers statements',
      examples: ['total_changes()'],
    },
    {
      names: ['sqlite_version'],
      instead: 'ask the connection for the release of its server',
      examples: ['sqlite_version()'],
    },
  ],
};
