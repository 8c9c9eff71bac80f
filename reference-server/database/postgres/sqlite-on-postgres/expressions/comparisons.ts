/** Comparisons, in which the types of columns decide how values are compared. */
import type { BinaryExpr, Expr, Operator } from 'sqlite3-parser';
import {
  asDynamic,
  asOperand,
  asText,
  condition,
  isNumber,
  isNumeric,
  type SqlFragment,
} from '../translator/sql-fragment.js';
import type { Placed } from '../translator/sqlite-text.js';
import type { Translator } from '../translator/translator.js';
import { unwrap } from './operands.js';

/** A comparison operator of SQL. */
export type ComparisonOperator = '=' | '<>' | '<' | '<=' | '>' | '>=' | 'IS' | 'IS NOT';

const distinctness: Readonly<Record<string, string>> = {
  IS: 'IS NOT DISTINCT FROM',
  'IS NOT': 'IS DISTINCT FROM',
};

const isKnown = (fragment: SqlFragment): boolean => isNumeric(fragment) || fragment.kind === 'text';

/**
 * Whether two values are compared with their own types: neither is a column, and a number never
 * equals a text. A parameter beside a calculated text is compared as a text, so that an index on
 * the calculated text is used.
 */
function isDynamic(left: SqlFragment, right: SqlFragment): boolean {
  const types = [left.column?.type, right.column?.type];
  // A column of texts does not convert the values of another column.
  if (types.includes('jsonb') && types.includes('text')) return true;
  if (left.kind === 'null' || right.kind === 'null') return false;
  if (left.hasAffinity || right.hasAffinity) return false;
  const kinds = [left.kind, right.kind];
  if (kinds.includes('dynamic')) return true;
  if (kinds.includes('parameter')) {
    const other = left.kind === 'parameter' ? right : left;
    return other.kind !== 'text' || other.literal !== undefined;
  }
  return isKnown(left) && isKnown(right) && isNumeric(left) !== isNumeric(right);
}

function dynamicComparison(operator: ComparisonOperator, left: string, right: string): string {
  const same =
    distinctness[operator] ?? (operator === '=' || operator === '<>' ? operator : undefined);
  if (same !== undefined) return `(${left} ${same} ${right})`;
  return `(touchstone.compare(${left}, ${right}) ${operator} 0)`;
}

/** SQL of a comparison between two translated expressions. */
export function comparisonSql(
  translator: Translator,
  operator: ComparisonOperator,
  left: SqlFragment,
  right: SqlFragment,
): string {
  const sql = compareOperands(translator, operator, left, right);
  // A list of values or a choice repeats the other operand in each comparison.
  translator.charge(sql.length);
  return sql;
}

function compareOperands(
  translator: Translator,
  operator: ComparisonOperator,
  left: SqlFragment,
  right: SqlFragment,
): string {
  const collation = left.collation ?? right.collation;
  if (collation !== undefined && !isNumber(left) && !isNumber(right)) {
    const [first, second] = [left, right].map((fragment) =>
      collated(translator, fragment, collation),
    );
    return `(${first} ${distinctness[operator] ?? operator} ${second})`;
  }
  if (isDynamic(left, right)) {
    return dynamicComparison(operator, asDynamic(translator, left), asDynamic(translator, right));
  }
  const sign = distinctness[operator] ?? operator;
  const [first, second] = withCollation(translator, left, right);
  if (second === 'NULL') return `(${first === 'NULL' ? 'NULL::text' : first} ${operator} NULL)`;
  return `(${first} ${sign} ${second})`;
}

/**
 * SQL of two operands. The collation of the left column counts, or else that of the right one
 * (https://sqlite.org/datatype3.html, 7.1); PostgreSQL refuses operands with different ones.
 */
function withCollation(
  translator: Translator,
  left: SqlFragment,
  right: SqlFragment,
): readonly [string, string] {
  const operands = [
    asOperand(translator, left, right.column),
    asOperand(translator, right, left.column),
  ] as const;
  const isOfLeft = left.kind === 'column';
  const deciding = isOfLeft ? left : right;
  const other = isOfLeft ? right : left;
  // PostgreSQL finds the collation when only one of them has any.
  const isMixed = other.kind === 'column' || (other.kind === 'text' && other.literal === undefined);
  if (!isMixed || !(left.column?.isCaseless || right.column?.isCaseless)) return operands;
  const collation = deciding.column?.isCaseless ? 'touchstone.nocase' : '"C"';
  const [first, second] = [left, right].map(({ kind, column }, index) =>
    // Any other column may have numbers.
    kind === 'text' || column?.isCaseless
      ? `(${operands[index]}) COLLATE ${collation}`
      : operands[index],
  ) as [string, string];
  return [first, second];
}

/**
 * A text as a collation of SQLite compares it, byte by byte (https://sqlite.org/datatype3.html, 7).
 */
export function collated(translator: Translator, fragment: SqlFragment, collation: string): string {
  const text = `${asText(translator, fragment)} COLLATE "C"`;
  if (collation === 'NOCASE') return `lower(${text})`;
  return collation === 'RTRIM' ? `rtrim(${text}, ' ')` : text;
}

/** The comparison operators among the grammar's operators. */
export const comparisonOperators: Partial<Record<Operator, ComparisonOperator>> = {
  Equals: '=',
  NotEquals: '<>',
  Less: '<',
  LessEquals: '<=',
  Greater: '>',
  GreaterEquals: '>=',
  Is: 'IS',
  IsNot: 'IS NOT',
};

/** Translates a comparison of values, rows or a condition (`IS TRUE`). */
export function translateComparison(
  translator: Translator,
  operator: ComparisonOperator,
  { left, right }: BinaryExpr,
): SqlFragment {
  const rows = [unwrap(left), unwrap(right)];
  const [first, second] = rows.map((row) => (row.type === 'ParenthesizedExpr' ? row.exprs : []));
  if (first !== undefined && second !== undefined && first.length + second.length > 0) {
    return compareRows(translator, operator, first, second, right);
  }
  if (operator === 'IS' || operator === 'IS NOT') {
    const [, truth] = /^(true|false)$/i.exec(translator.textOf(right)) ?? [];
    if (truth !== undefined) {
      return condition(`(${translator.condition(left)} ${operator} ${truth.toUpperCase()})`);
    }
  }
  const [a, b] = [left, right].map((side) => translator.expression(side)) as [
    SqlFragment,
    SqlFragment,
  ];
  return condition(comparisonSql(translator, operator, a, b));
}

/** Compares rows value by value: the first difference decides. */
function compareRows(
  translator: Translator,
  operator: ComparisonOperator,
  left: readonly Expr[],
  right: readonly Expr[],
  at: Placed,
): SqlFragment {
  if (left.length !== right.length) {
    translator.refuse(
      at,
      'Compared rows must both be lists of values, with the same number of values',
    );
  }
  const pairs = left.map((expression, index) => [
    translator.expression(expression),
    translator.expression(right[index] as Expr),
  ]) as [SqlFragment, SqlFragment][];
  const each = (sign: ComparisonOperator): string[] =>
    pairs.map(([a, b]) => comparisonSql(translator, sign, a, b));
  if (operator === '=' || operator === 'IS') return condition(`(${each(operator).join(' AND ')})`);
  if (operator === '<>' || operator === 'IS NOT')
    return condition(`(${each(operator).join(' OR ')})`);
  const strict = operator.startsWith('<') ? '<' : '>';
  const [equal, before, ends] = [each('='), each(strict), each(operator)];
  const last = pairs.length - 1;
  const steps = before
    .slice(0, last)
    .reduceRight((rest, less, index) => `(${less} OR ${equal[index]} AND ${rest})`, ends[last]);
  // The first term is redundant, but an index can serve it.
  const [bound] = each(strict === '<' ? '<=' : '>=');
  return condition(`(${bound} AND ${steps})`);
}
