import type { CaseExpr, CastExpr, Expr } from 'sqlite3-parser';
import { columnTypeOf } from '../column-types.js';
import { compare } from '../comparisons.js';
import { translateCondition, translateExpression } from '../expressions.js';
import { asOperand, asText, choose, type Piece } from '../piece.js';
import type { Placed, Statement } from '../statement.js';

export function translateCase(statement: Statement, expression: CaseExpr): Piece {
  const base = expression.base && translateExpression(statement, expression.base);
  const conditions = expression.whenThenPairs.map(({ when }) => {
    if (base === undefined) return translateCondition(statement, when);
    return compare(statement, '=', base, translateExpression(statement, when));
  });
  const otherwise = expression.elseExpr && translateExpression(statement, expression.elseExpr);
  const values = expression.whenThenPairs.map(({ then }) => translateExpression(statement, then));
  return choose(statement, conditions, otherwise === undefined ? values : [...values, otherwise]);
}

export function translateCast(statement: Statement, expression: CastExpr): Piece {
  const piece = translateExpression(statement, expression.expr);
  const type = columnTypeOf(expression.typeName?.name ?? '');
  const hasAffinity = true;
  if (type === 'text' || type === 'touchstone.moment')
    return { sql: asText(statement, piece), kind: 'text', hasAffinity };
  if (type === 'bytea') {
    return { sql: `convert_to(${asText(statement, piece)}, 'UTF8')`, kind: 'blob', hasAffinity };
  }
  if (type === 'bigint')
    return { sql: castInteger(statement, piece), kind: 'integer', hasAffinity };
  const operand = piece.kind === 'null' ? 'NULL::text' : asOperand(statement, piece);
  return { sql: `touchstone.cast_real(${operand})`, kind: 'real', hasAffinity };
}

function castInteger(statement: Statement, piece: Piece): string {
  if (piece.kind === 'null') return 'NULL::bigint';
  return `touchstone.cast_integer(${asOperand(statement, piece)})`;
}

const collations = new Set(['BINARY', 'NOCASE', 'RTRIM']);

export function translateCollation(
  statement: Statement,
  expression: Expr,
  name: string,
  at: Placed,
): Piece {
  const collation = name.toUpperCase();
  if (!collations.has(collation)) statement.refuse(at, `There is no collation "${name}"`);
  return { ...translateExpression(statement, expression), collation };
}

export function translateRaise(
  statement: Statement,
  expression: Extract<Expr, { type: 'RaiseExpr' }>,
): Piece {
  if (expression.resolve === 'Ignore' || expression.message === undefined) {
    return statement.refuse(
      expression,
      'RAISE(IGNORE) is not available',
      'put the condition into the WHERE clause of the statements, or into the trigger’s WHEN',
    );
  }
  const message = asText(statement, translateExpression(statement, expression.message));
  return { sql: `touchstone.raise(${message})`, kind: 'integer' };
}
