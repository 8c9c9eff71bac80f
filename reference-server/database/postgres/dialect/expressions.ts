import type { Expr } from 'sqlite3-parser';
import { translateName } from './expressions/columns.js';
import {
  translateBetween,
  translateInList,
  translateInQuery,
  translateLike,
  translateNullTest,
} from './expressions/conditions.js';
import {
  translateCase,
  translateCast,
  translateCollation,
  translateRaise,
} from './expressions/conversions.js';
import { translateLiteral } from './expressions/literals.js';
import { translateBinary, translateUnary } from './expressions/operators.js';
import { translateFunction } from './functions/calls.js';
import { asCondition, asValue, boolean, type Piece } from './piece.js';
import { translateSelect } from './selects.js';
import type { Statement } from './statement.js';

type Translators = {
  readonly [Type in Expr['type']]: (
    statement: Statement,
    expression: Extract<Expr, { type: Type }>,
  ) => Piece;
};

const translators: Translators = {
  BetweenExpr: translateBetween,
  BinaryExpr: translateBinary,
  BlobLiteral: translateLiteral,
  CaseExpr: translateCase,
  CastExpr: translateCast,
  CollateExpr: (statement, each) => translateCollation(statement, each.expr, each.collation, each),
  CurrentDateLiteral: translateLiteral,
  CurrentTimeLiteral: translateLiteral,
  CurrentTimestampLiteral: translateLiteral,
  ExistsExpr: (statement, { select }) =>
    boolean(`EXISTS (${translateSelect(statement, select, 'existence')})`),
  FunctionCallExpr: translateFunction,
  FunctionCallStarExpr: translateFunction,
  Id: (statement, id) => translateName(statement, id, undefined, id.name),
  InListExpr: translateInList,
  InSelectExpr: translateInQuery,
  InTableExpr: translateInQuery,
  IsNullExpr: (statement, { expr }) => translateNullTest(statement, expr, 'IS NULL'),
  KeywordLiteral: translateLiteral,
  LikeExpr: translateLike,
  NameExpr: (statement, each) => statement.refuse(each, `${each.name.text} is no value`),
  NotNullExpr: (statement, { expr }) => translateNullTest(statement, expr, 'IS NOT NULL'),
  NullLiteral: translateLiteral,
  NumericLiteral: translateLiteral,
  ParenthesizedExpr: (statement, each) =>
    statement.refuse(
      each,
      'A row of values can only be compared',
      'compare it with another row, or write its values one by one',
    ),
  QualifiedExpr: (statement, each) => translateName(statement, each, each.table, each.column.text),
  RaiseExpr: translateRaise,
  StringLiteral: translateLiteral,
  SubqueryExpr: (statement, { select }) => ({
    sql: `(${translateSelect(statement, select, 'values')})`,
    kind: 'column',
    hasAffinity: true,
  }),
  UnaryExpr: translateUnary,
  VariableExpr: (_, parameter) => ({ sql: '', kind: 'parameter', parameter }),
};

/** Without the parentheses around a single expression. */
export function unwrap(expression: Expr): Expr {
  if (expression.type !== 'ParenthesizedExpr') return expression;
  const [only, ...others] = expression.exprs;
  return only === undefined || others.length > 0 ? expression : unwrap(only);
}

/** An expression of SQLite as one of PostgreSQL. */
export function translateExpression(statement: Statement, wrapped: Expr): Piece {
  const expression = unwrap(wrapped);
  const translate = translators[expression.type] as (statement: Statement, each: Expr) => Piece;
  return translate(statement, expression);
}

/** A condition of a statement. */
export function translateCondition(statement: Statement, expression: Expr): string {
  return asCondition(statement, translateExpression(statement, expression));
}

/** The value of an expression, whatever its type is. */
export function translateValue(statement: Statement, expression: Expr): string {
  return asValue(statement, translateExpression(statement, expression));
}
