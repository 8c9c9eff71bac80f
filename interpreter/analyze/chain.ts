/**
 * Chains: expressions nested in their first operands, such as `a + b + c` or `a.b.c`. Their length
 * is unlimited, but recursion along a chain, here or in the engine, is limited by the stack. So
 * chains are followed in loops, and long chains are emitted in pieces.
 */
import type { Expression } from '../resolve/resolved-ast.js';

/** The expression that an expression begins with; undefined for none. */
export function firstOperand(expression: Expression): Expression | undefined {
  if (expression.kind === 'call') return expression.receiver;
  return expression.kind === 'logical' ? expression.left : undefined;
}

/** Number of links of a chain that are emitted as one piece. */
export const pieceLength = 100;

/** Knows the links at which chains were cut. */
interface Cutter {
  isReplaced(link: Expression): boolean;
}

const none: readonly Expression[] = [];

/**
 * The links at which a chain must be cut into pieces, innermost first; none for a chain that is
 * short or cut already.
 */
export function findCuts(expression: Expression, cutter: Cutter): readonly Expression[] {
  if (isShort(expression)) return none;
  const cuts: Expression[] = [];
  let length = 0;
  for (let link = firstOperand(expression); link !== undefined; link = firstOperand(link)) {
    if (cutter.isReplaced(link)) break;
    length++;
    if (length % pieceLength === 0) cuts.push(link);
  }
  return cuts.reverse();
}

/** Whether a chain is no longer than a piece, like nearly all chains. */
function isShort(expression: Expression): boolean {
  let link = firstOperand(expression);
  for (let length = 1; length < pieceLength && link !== undefined; length++) {
    link = firstOperand(link);
  }
  return link === undefined;
}
