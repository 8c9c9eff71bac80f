import type { Expression } from './resolved-ast.js';

/** A number as it is written, be it with a minus sign; undefined for any other expression. */
export function readNumber(expression: Expression): number | undefined {
  if (expression.kind === 'literal') {
    return typeof expression.value === 'number' ? expression.value : undefined;
  }
  if (expression.kind !== 'call' || expression.signature !== '-') return undefined;
  const { receiver } = expression;
  const isLiteral = receiver.kind === 'literal' && typeof receiver.value === 'number';
  return isLiteral ? -Number(receiver.value) : undefined;
}
