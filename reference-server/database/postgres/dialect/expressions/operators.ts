import type { BinaryExpr, Operator, UnaryExpr } from 'sqlite3-parser';
import { translateExpression } from '../expressions.js';
import {
  asCondition,
  asInteger,
  asNumber,
  asOperand,
  asText,
  boolean,
  type Kind,
  type Piece,
} from '../piece.js';
import type { Statement } from '../statement.js';
import { comparisonOperators, translateComparison } from './conditions.js';

const arithmeticOperators: Partial<Record<Operator, string>> = {
  Add: '+',
  Subtract: '-',
  Multiply: '*',
};

const bitOperators: Partial<Record<Operator, string>> = {
  BitwiseAnd: '&',
  BitwiseOr: '|',
};

export function translateBinary(statement: Statement, expression: BinaryExpr): Piece {
  const { op } = expression;
  const comparison = comparisonOperators[op];
  if (comparison !== undefined) return translateComparison(statement, comparison, expression);
  const left = translateExpression(statement, expression.left);
  const right = translateExpression(statement, expression.right);
  if (op === 'And' || op === 'Or') {
    const [first, second] = [left, right].map((piece) => asCondition(statement, piece));
    return boolean(`(${first} ${op.toUpperCase()} ${second})`);
  }
  if (op === 'Concat') {
    return { sql: `(${asText(statement, left)} || ${asText(statement, right)})`, kind: 'text' };
  }
  if (op === 'ArrowRight' || op === 'ArrowRightShift') {
    const place = `touchstone.json_place(${asOperand(statement, right)})`;
    const isPart = op === 'ArrowRight';
    const name = isPart ? 'json_part' : 'json_extract';
    const sql = `touchstone.${name}(${asText(statement, left)}, ${place})`;
    return isPart ? { sql, kind: 'text', isJson: true } : { sql, kind: 'dynamic' };
  }
  const bitOperator = bitOperators[op];
  if (bitOperator !== undefined) {
    const [first, second] = [left, right].map((piece) => asInteger(statement, piece));
    return { sql: `(${first} ${bitOperator} ${second})`, kind: 'integer' };
  }
  if (op === 'LeftShift' || op === 'RightShift') {
    const [value, count] = [left, right].map((piece) => asInteger(statement, piece));
    const sign = op === 'LeftShift' ? '' : '-';
    return { sql: `touchstone.shift_bits(${value}, ${sign}(${count}))`, kind: 'integer' };
  }
  return calculate(statement, op, left, right);
}

function calculate(statement: Statement, op: Operator, left: Piece, right: Piece): Piece {
  const [first, second] = [left, right].map((piece) => asNumber(statement, piece));
  const kinds = [left.kind, right.kind];
  const isInteger = kinds.every((kind) => kind === 'integer' || kind === 'boolean');
  const kind: Kind = isInteger ? 'integer' : kinds.includes('real') ? 'real' : 'number';
  if (op === 'Divide') return { sql: `(${first} / nullif(${second}, 0))`, kind };
  if (op === 'Modulus') return { sql: `touchstone.modulo(${first}, ${second})`, kind };
  return { sql: `(${first} ${arithmeticOperators[op]} ${second})`, kind };
}

export function translateUnary(statement: Statement, { op, expr }: UnaryExpr): Piece {
  const piece = translateExpression(statement, expr);
  switch (op) {
    case 'Not':
      return boolean(`(NOT ${asCondition(statement, piece)})`);
    case 'Positive':
      return piece;
    case 'BitwiseNot':
      return { sql: `(~ ${asInteger(statement, piece)})`, kind: 'integer' };
    case 'Negative': {
      if (piece.literal !== undefined && (piece.kind === 'integer' || piece.kind === 'real')) {
        return { sql: `(-${piece.sql})`, kind: piece.kind, literal: `-${piece.literal}` };
      }
      const kind = piece.kind === 'integer' || piece.kind === 'real' ? piece.kind : 'number';
      return { sql: `(- ${asNumber(statement, piece)})`, kind };
    }
  }
}
