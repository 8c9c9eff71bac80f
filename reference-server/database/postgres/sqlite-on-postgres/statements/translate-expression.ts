/** The translation of expressions: a table with one entry for each kind. */
import type { CaseExpr, CastExpr, Expr } from 'sqlite3-parser';
import { comparisonSql } from '../expressions/comparisons.js';
import { translateLiteral, translateName, unwrap } from '../expressions/operands.js';
import {
  translateBetween,
  translateBinary,
  translateInList,
  translateInQuery,
  translateLike,
  translateNullTest,
  translateUnary,
} from '../expressions/operators.js';
import { translateFunction } from '../functions/calls.js';
import {
  asOperand,
  asText,
  choose,
  condition,
  type SqlFragment,
} from '../translator/sql-fragment.js';
import type { Placed } from '../translator/sqlite-text.js';
import type { Translator } from '../translator/translator.js';
import { columnTypeOf } from '../values/column-types.js';

type ExpressionTranslators = {
  readonly [Type in Expr['type']]: (
    translator: Translator,
    expression: Extract<Expr, { type: Type }>,
  ) => SqlFragment;
};

const expressionTranslators: ExpressionTranslators = {
  BetweenExpr: translateBetween,
  BinaryExpr: translateBinary,
  BlobLiteral: translateLiteral,
  CaseExpr: translateCase,
  CastExpr: translateCast,
  CollateExpr: (translator, each) =>
    translateCollation(translator, each.expr, each.collation, each),
  CurrentDateLiteral: translateLiteral,
  CurrentTimeLiteral: translateLiteral,
  CurrentTimestampLiteral: translateLiteral,
  ExistsExpr: (translator, { select }) =>
    condition(`EXISTS (${translator.select(select, 'existence')})`),
  FunctionCallExpr: translateFunction,
  FunctionCallStarExpr: translateFunction,
  Id: (translator, id) => translateName(translator, id, undefined, id.name),
  InListExpr: translateInList,
  InSelectExpr: translateInQuery,
  InTableExpr: translateInQuery,
  IsNullExpr: (translator, { expr }) => translateNullTest(translator, expr, 'IS NULL'),
  KeywordLiteral: translateLiteral,
  LikeExpr: translateLike,
  NameExpr: (translator, each) => translator.refuse(each, `${each.name.text} is not a value`),
  NotNullExpr: (translator, { expr }) => translateNullTest(translator, expr, 'IS NOT NULL'),
  NullLiteral: translateLiteral,
  NumericLiteral: translateLiteral,
  ParenthesizedExpr: (translator, each) =>
    translator.refuse(
      each,
      'A row of values can only be compared',
      'compare it with another row, or write its values separately',
    ),
  QualifiedExpr: (translator, each) =>
    translateName(translator, each, each.table, each.column.text),
  RaiseExpr: translateRaise,
  StringLiteral: translateLiteral,
  SubqueryExpr: (translator, { select }) => ({
    sql: `(${translator.select(select, 'values')})`,
    kind: 'column',
    hasAffinity: true,
  }),
  UnaryExpr: translateUnary,
  VariableExpr: (_, parameter) => ({ sql: '', kind: 'parameter', parameter }),
};

/** Translates an expression of SQLite's SQL (https://sqlite.org/lang_expr.html). */
export function translateExpression(translator: Translator, wrapped: Expr): SqlFragment {
  const expression = unwrap(wrapped);
  const translate = expressionTranslators[expression.type] as (
    translator: Translator,
    expression: Expr,
  ) => SqlFragment;
  return translate(translator, expression);
}

function translateCase(translator: Translator, expression: CaseExpr): SqlFragment {
  const base = expression.base && translator.expression(expression.base);
  const conditions = expression.whenThenPairs.map(({ when }) => {
    if (base === undefined) return translator.condition(when);
    return comparisonSql(translator, '=', base, translator.expression(when));
  });
  const otherwise = expression.elseExpr && translator.expression(expression.elseExpr);
  const values = expression.whenThenPairs.map(({ then }) => translator.expression(then));
  return choose(translator, conditions, otherwise === undefined ? values : [...values, otherwise]);
}

function translateCast(translator: Translator, expression: CastExpr): SqlFragment {
  const fragment = translator.expression(expression.expr);
  const type = columnTypeOf(expression.typeName?.name ?? '');
  const hasAffinity = true;
  if (type === 'text' || type === 'touchstone.moment')
    return { sql: asText(translator, fragment), kind: 'text', hasAffinity };
  if (type === 'bytea') {
    return {
      sql: `convert_to(${asText(translator, fragment)}, 'UTF8')`,
      kind: 'blob',
      hasAffinity,
    };
  }
  if (type === 'bigint')
    return { sql: castInteger(translator, fragment), kind: 'integer', hasAffinity };
  const operand = fragment.kind === 'null' ? 'NULL::text' : asOperand(translator, fragment);
  return { sql: `touchstone.cast_real(${operand})`, kind: 'real', hasAffinity };
}

function castInteger(translator: Translator, fragment: SqlFragment): string {
  if (fragment.kind === 'null') return 'NULL::bigint';
  return `touchstone.cast_integer(${asOperand(translator, fragment)})`;
}

const collations = new Set(['BINARY', 'NOCASE', 'RTRIM']);

function translateCollation(
  translator: Translator,
  expression: Expr,
  name: string,
  at: Placed,
): SqlFragment {
  const collation = name.toUpperCase();
  if (!collations.has(collation)) translator.refuse(at, `There is no collation "${name}"`);
  return { ...translator.expression(expression), collation };
}

function translateRaise(
  translator: Translator,
  expression: Extract<Expr, { type: 'RaiseExpr' }>,
): SqlFragment {
  if (expression.resolve === 'Ignore' || expression.message === undefined) {
    return translator.refuse(
      expression,
      'RAISE(IGNORE) is not available',
      'put the condition into the WHERE of the statements, or into the WHEN of the trigger',
    );
  }
  const message = asText(translator, translator.expression(expression.message));
  return { sql: `touchstone.raise(${message})`, kind: 'integer' };
}
