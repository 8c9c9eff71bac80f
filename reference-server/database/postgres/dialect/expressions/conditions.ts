import type {
  BetweenExpr,
  BinaryExpr,
  Expr,
  InListExpr,
  InSelectExpr,
  InTableExpr,
  LikeExpr,
  Operator,
} from 'sqlite3-parser';
import type { ComparisonOperator } from '../comparisons.js';
import { compare } from '../comparisons.js';
import { translateCondition, translateExpression, unwrap } from '../expressions.js';
import { quoteName } from '../names.js';
import { asOperand, asText, boolean, type Piece } from '../piece.js';
import { translateSelect } from '../selects.js';
import type { Placed, Statement } from '../statement.js';

/** The operators that compare. */
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

export function translateComparison(
  statement: Statement,
  operator: ComparisonOperator,
  { left, right }: BinaryExpr,
): Piece {
  const rows = [unwrap(left), unwrap(right)];
  const [first, second] = rows.map((row) => (row.type === 'ParenthesizedExpr' ? row.exprs : []));
  if (first !== undefined && second !== undefined && first.length + second.length > 0) {
    return compareRows(statement, operator, first, second, right);
  }
  if (operator === 'IS' || operator === 'IS NOT') {
    const [, truth] = /^(true|false)$/i.exec(statement.textOf(right)) ?? [];
    if (truth !== undefined) {
      return boolean(`(${translateCondition(statement, left)} ${operator} ${truth.toUpperCase()})`);
    }
  }
  const [a, b] = [left, right].map((side) => translateExpression(statement, side)) as [
    Piece,
    Piece,
  ];
  return boolean(compare(statement, operator, a, b));
}

/** Rows are compared value by value: the first that differs decides. */
function compareRows(
  statement: Statement,
  operator: ComparisonOperator,
  left: readonly Expr[],
  right: readonly Expr[],
  at: Placed,
): Piece {
  if (left.length !== right.length) {
    statement.refuse(
      at,
      'Rows that are compared must both be written out, with as many values each',
    );
  }
  const pairs = left.map((expression, index) => [
    translateExpression(statement, expression),
    translateExpression(statement, right[index] as Expr),
  ]) as [Piece, Piece][];
  const each = (sign: ComparisonOperator): string[] =>
    pairs.map(([a, b]) => compare(statement, sign, a, b));
  if (operator === '=' || operator === 'IS') return boolean(`(${each(operator).join(' AND ')})`);
  if (operator === '<>' || operator === 'IS NOT')
    return boolean(`(${each(operator).join(' OR ')})`);
  const strict = operator.startsWith('<') ? '<' : '>';
  const [equal, before, last] = [each('='), each(strict), each(operator).at(-1)];
  const steps = pairs.map((_, index) => {
    const isLast = index === pairs.length - 1;
    return [...equal.slice(0, index), isLast ? last : before[index]].join(' AND ');
  });
  // The first term says nothing new, but an index can be used for it.
  const [bound] = each(strict === '<' ? '<=' : '>=');
  return boolean(`(${bound} AND (${steps.join(' OR ')}))`);
}

export function translateLike(statement: Statement, expression: LikeExpr): Piece {
  const { op, not } = expression;
  if (op === 'Match' || op === 'Regexp') {
    return statement.refuse(
      expression,
      `${op.toUpperCase()} is not available`,
      'use LIKE or GLOB, or PostgreSQL’s own SQL where Db.engine says so',
    );
  }
  const [text, pattern] = [expression.lhs, expression.rhs].map((side) =>
    asText(statement, translateExpression(statement, side)),
  );
  if (op === 'Glob') {
    return boolean(`${not ? 'NOT ' : ''}touchstone.glob(${pattern}, ${text})`);
  }
  const sign = expression.escape
    ? asText(statement, translateExpression(statement, expression.escape))
    : "''";
  // Under this collation only the letters of ASCII have two cases, as in SQLite.
  return boolean(
    `(${text} COLLATE "C" ${not ? 'NOT ' : ''}ILIKE ${pattern} COLLATE "C" ESCAPE ${sign})`,
  );
}

export function translateInList(statement: Statement, expression: InListExpr): Piece {
  const { lhs, rhs = [], not } = expression;
  if (rhs.length === 0) return boolean(not ? 'TRUE' : 'FALSE');
  const value = translateExpression(statement, lhs);
  const items = rhs.map((item) => translateExpression(statement, item));
  const isPlain = value.hasAffinity && value.collation === undefined;
  if (isPlain && items.every(({ kind }) => kind !== 'null')) {
    const list = items.map((item) => asOperand(statement, item)).join(', ');
    return boolean(`(${asOperand(statement, value)} ${not ? 'NOT IN' : 'IN'} (${list}))`);
  }
  const any = items.map((item) => compare(statement, '=', value, item)).join(' OR ');
  return boolean(not ? `(NOT (${any}))` : `(${any})`);
}

/** What stands before IN: a value, or a row of values. */
function rowOrValue(statement: Statement, wrapped: Expr): string {
  const expression = unwrap(wrapped);
  if (expression.type !== 'ParenthesizedExpr') {
    return asOperand(statement, translateExpression(statement, expression));
  }
  const values = expression.exprs.map((value) =>
    asOperand(statement, translateExpression(statement, value)),
  );
  return `(${values.join(', ')})`;
}

export function translateBetween(statement: Statement, expression: BetweenExpr): Piece {
  const [value, start, end] = [expression.lhs, expression.start, expression.end].map((part) =>
    translateExpression(statement, part),
  ) as [Piece, Piece, Piece];
  const sql = `${compare(statement, '>=', value, start)} AND ${compare(statement, '<=', value, end)}`;
  return boolean(expression.not ? `(NOT (${sql}))` : `(${sql})`);
}

/** `IS NULL` and `IS NOT NULL`. */
export function translateNullTest(statement: Statement, expression: Expr, test: string): Piece {
  return boolean(`(${asOperand(statement, translateExpression(statement, expression))} ${test})`);
}

/** `IN` with a query, or with a table. */
export function translateInQuery(
  statement: Statement,
  expression: InSelectExpr | InTableExpr,
): Piece {
  const value = rowOrValue(statement, expression.lhs);
  const rows =
    expression.type === 'InSelectExpr'
      ? translateSelect(statement, expression.rhs, 'values')
      : tableRows(statement, expression);
  return boolean(`(${value} ${expression.not ? 'NOT IN' : 'IN'} (${rows}))`);
}

function tableRows(statement: Statement, expression: InTableExpr): string {
  if (expression.args !== undefined) {
    statement.refuse(expression, 'A table function after IN is unknown', 'write IN (SELECT …)');
  }
  return `SELECT * FROM ${quoteName(statement.tableName(expression.rhs))}`;
}
