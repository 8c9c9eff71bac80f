/** Operators: logical, arithmetic, bit and text operators, LIKE, IN and BETWEEN. */
import type {
  BetweenExpr,
  BinaryExpr,
  Expr,
  InListExpr,
  InSelectExpr,
  InTableExpr,
  LikeExpr,
  Operator,
  UnaryExpr,
} from 'sqlite3-parser';
import { quoteName } from '../translator/postgres-text.js';
import {
  asCondition,
  asInteger,
  asNumber,
  asOperand,
  asText,
  condition,
  type FragmentKind,
  type SqlFragment,
} from '../translator/sql-fragment.js';
import type { Translator } from '../translator/translator.js';
import { comparisonOperators, comparisonSql, translateComparison } from './comparisons.js';
import { unwrap } from './operands.js';

const arithmeticOperators: Partial<Record<Operator, string>> = {
  Add: '+',
  Subtract: '-',
  Multiply: '*',
};

const bitOperators: Partial<Record<Operator, string>> = {
  BitwiseAnd: '&',
  BitwiseOr: '|',
};

/** Translates a binary operator. */
export function translateBinary(translator: Translator, expression: BinaryExpr): SqlFragment {
  const { op } = expression;
  const comparison = comparisonOperators[op];
  if (comparison !== undefined) return translateComparison(translator, comparison, expression);
  const left = translator.expression(expression.left);
  const right = translator.expression(expression.right);
  if (op === 'And' || op === 'Or') {
    const [first, second] = [left, right].map((fragment) => asCondition(translator, fragment));
    return condition(`(${first} ${op.toUpperCase()} ${second})`);
  }
  if (op === 'Concat') {
    return { sql: `(${asText(translator, left)} || ${asText(translator, right)})`, kind: 'text' };
  }
  if (op === 'ArrowRight' || op === 'ArrowRightShift') {
    const place = `touchstone.json_place(${asOperand(translator, right)})`;
    const isPart = op === 'ArrowRight';
    const name = isPart ? 'json_part' : 'json_extract';
    const sql = `touchstone.${name}(${asText(translator, left)}, ${place})`;
    return isPart ? { sql, kind: 'text', isJson: true } : { sql, kind: 'dynamic' };
  }
  const bitOperator = bitOperators[op];
  if (bitOperator !== undefined) {
    const [first, second] = [left, right].map((fragment) => asInteger(translator, fragment));
    return { sql: `(${first} ${bitOperator} ${second})`, kind: 'integer' };
  }
  if (op === 'LeftShift' || op === 'RightShift') {
    const [value, count] = [left, right].map((fragment) => asInteger(translator, fragment));
    const sign = op === 'LeftShift' ? '' : '-';
    return { sql: `touchstone.shift_bits(${value}, ${sign}(${count}))`, kind: 'integer' };
  }
  return calculate(translator, op, left, right);
}

function calculate(
  translator: Translator,
  op: Operator,
  left: SqlFragment,
  right: SqlFragment,
): SqlFragment {
  const [first, second] = [left, right].map((fragment) => asNumber(translator, fragment));
  const kinds = [left.kind, right.kind];
  const isInteger = kinds.every((kind) => kind === 'integer' || kind === 'boolean');
  const kind: FragmentKind = isInteger ? 'integer' : kinds.includes('real') ? 'real' : 'number';
  if (op === 'Divide') return { sql: `(${first} / nullif(${second}, 0))`, kind };
  if (op === 'Modulus') return { sql: `touchstone.modulo(${first}, ${second})`, kind };
  return { sql: `(${first} ${arithmeticOperators[op]} ${second})`, kind };
}

/** Translates a unary operator. */
export function translateUnary(translator: Translator, { op, expr }: UnaryExpr): SqlFragment {
  const fragment = translator.expression(expr);
  switch (op) {
    case 'Not':
      return condition(`(NOT ${asCondition(translator, fragment)})`);
    case 'Positive':
      return fragment;
    case 'BitwiseNot':
      return { sql: `(~ ${asInteger(translator, fragment)})`, kind: 'integer' };
    case 'Negative': {
      if (
        fragment.literal !== undefined &&
        (fragment.kind === 'integer' || fragment.kind === 'real')
      ) {
        return { sql: `(-${fragment.sql})`, kind: fragment.kind, literal: `-${fragment.literal}` };
      }
      const kind =
        fragment.kind === 'integer' || fragment.kind === 'real' ? fragment.kind : 'number';
      return { sql: `(- ${asNumber(translator, fragment)})`, kind };
    }
  }
}

/** Translates LIKE and GLOB (https://sqlite.org/lang_expr.html#like). */
export function translateLike(translator: Translator, expression: LikeExpr): SqlFragment {
  const { op, not } = expression;
  if (op === 'Match' || op === 'Regexp') {
    return translator.refuse(
      expression,
      `${op.toUpperCase()} is not available`,
      'use LIKE or GLOB, or PostgreSQL’s own SQL if Db.engine is "postgresql"',
    );
  }
  const [text, pattern] = [expression.lhs, expression.rhs].map((side) =>
    asText(translator, translator.expression(side)),
  );
  if (op === 'Glob') {
    return condition(`${not ? 'NOT ' : ''}touchstone.glob(${pattern}, ${text})`);
  }
  const sign = expression.escape
    ? asText(translator, translator.expression(expression.escape))
    : "''";
  // With this collation, ILIKE ignores the case of ASCII letters only, like SQLite's LIKE.
  return condition(
    `(${text} COLLATE "C" ${not ? 'NOT ' : ''}ILIKE ${pattern} COLLATE "C" ESCAPE ${sign})`,
  );
}

/** Translates `IN` with a list. */
export function translateInList(translator: Translator, expression: InListExpr): SqlFragment {
  const { lhs, rhs = [], not } = expression;
  if (rhs.length === 0) return condition(not ? 'TRUE' : 'FALSE');
  const value = translator.expression(lhs);
  const items = rhs.map((item) => translator.expression(item));
  const isPlain = value.hasAffinity && value.collation === undefined;
  const hasCollation = [value, ...items].some(({ column }) => column?.isCaseless);
  if (isPlain && !hasCollation && items.every(({ kind }) => kind !== 'null')) {
    const list = items.map((item) => asOperand(translator, item, value.column)).join(', ');
    return condition(`(${asOperand(translator, value)} ${not ? 'NOT IN' : 'IN'} (${list}))`);
  }
  const any = items.map((item) => comparisonSql(translator, '=', value, item)).join(' OR ');
  return condition(not ? `(NOT (${any}))` : `(${any})`);
}

/** The left side of IN: a value, or a row of values. */
function rowOrValue(translator: Translator, wrapped: Expr): string {
  const expression = unwrap(wrapped);
  if (expression.type !== 'ParenthesizedExpr') {
    const fragment = translator.expression(expression);
    const value = asOperand(translator, fragment);
    // The collation of the left side counts.
    if (fragment.column?.isCaseless) return `${value} COLLATE touchstone.nocase`;
    const isText = fragment.kind === 'text' || fragment.column?.type === 'text';
    return isText ? `${value} COLLATE "C"` : value;
  }
  const values = expression.exprs.map((value) =>
    asOperand(translator, translator.expression(value)),
  );
  return `(${values.join(', ')})`;
}

/** Translates `BETWEEN`. */
export function translateBetween(translator: Translator, expression: BetweenExpr): SqlFragment {
  const [value, start, end] = [expression.lhs, expression.start, expression.end].map((part) =>
    translator.expression(part),
  ) as [SqlFragment, SqlFragment, SqlFragment];
  const sql = `${comparisonSql(translator, '>=', value, start)} AND ${comparisonSql(translator, '<=', value, end)}`;
  return condition(expression.not ? `(NOT (${sql}))` : `(${sql})`);
}

/** Translates `IS NULL` and `IS NOT NULL`. */
export function translateNullTest(
  translator: Translator,
  expression: Expr,
  test: string,
): SqlFragment {
  return condition(`(${asOperand(translator, translator.expression(expression))} ${test})`);
}

/** Translates `IN` with a query or a table. */
export function translateInQuery(
  translator: Translator,
  expression: InSelectExpr | InTableExpr,
): SqlFragment {
  const value = rowOrValue(translator, expression.lhs);
  const rows =
    expression.type === 'InSelectExpr'
      ? translator.select(expression.rhs, 'values')
      : tableRows(translator, expression);
  return condition(`(${value} ${expression.not ? 'NOT IN' : 'IN'} (${rows}))`);
}

function tableRows(translator: Translator, expression: InTableExpr): string {
  if (expression.args !== undefined) {
    translator.refuse(
      expression,
      'IN takes no table function on PostgreSQL',
      'write IN (SELECT …)',
    );
  }
  return `SELECT * FROM ${quoteName(translator.tableName(expression.rhs))}`;
}
