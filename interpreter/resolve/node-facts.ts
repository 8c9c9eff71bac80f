/** What a node of the resolved tree tells by itself: the signatures it may call, a number it spells. */
import type { Expression, Statement, SuperCallExpression } from './resolved-ast.js';

/** Stands among the signatures for running a module by importing it. */
export const importSignature = 'import';

const none: readonly string[] = [];
const importCalls: readonly string[] = [importSignature];
const loopCalls: readonly string[] = ['iterate(_)', 'iteratorValue(_)'];

/** The signature that evaluating an expression may call. */
export function callOfExpression(expression: Expression): string | undefined {
  switch (expression.kind) {
    case 'call':
      return expression.signature;
    case 'super-call':
      return callOfSuper(expression);
    case 'interpolation':
      return 'toString';
    default:
      return undefined;
  }
}

/** The signature that a call of the superclass's method stands for. */
export function callOfSuper({
  isInitializer,
  signature,
}: Pick<SuperCallExpression, 'isInitializer' | 'signature'>): string {
  return isInitializer ? `init ${signature}` : signature;
}

/** The signatures that a statement may call. */
export function callsOfStatement(statement: Statement): readonly string[] {
  if (statement.kind === 'import') return importCalls;
  if (statement.kind !== 'for' || isNumericRange(statement.sequence)) return none;
  return loopCalls;
}

/** Whether an expression is a range that begins with a number as written: `0...n`. */
export function isNumericRange(expression: Expression): boolean {
  return (
    expression.kind === 'call' &&
    (expression.signature === '..(_)' || expression.signature === '...(_)') &&
    readNumber(expression.receiver) !== undefined
  );
}

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
