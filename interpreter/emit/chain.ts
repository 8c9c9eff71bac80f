/**
 * Chains: expressions that begin with another, that with another, and so on: `a + b + c`, `a.b.c`.
 * They may be of any length, whereas code that goes down along one, ours or the engine's, ends
 * with its stack. So they are followed in loops, and long ones are emitted in pieces.
 */
import type { Expression } from '../resolve/resolved-ast.js';

/** The expression that another one begins with. */
export function firstOperand(expression: Expression): Expression | undefined {
  if (expression.kind === 'call') return expression.receiver;
  return expression.kind === 'logical' ? expression.left : undefined;
}

/** How many links of a chain are emitted as one piece. */
const pieceLength = 100;

/**
 * The links at which a chain is cut into pieces, the innermost first; none for a chain that is
 * short enough, or has been cut already: `isCut` says where.
 */
export function findCuts(
  expression: Expression,
  isCut: (link: Expression) => boolean,
): readonly Expression[] {
  const cuts: Expression[] = [];
  let length = 0;
  for (let link = firstOperand(expression); link !== undefined; link = firstOperand(link)) {
    if (isCut(link)) break;
    length++;
    if (length % pieceLength === 0) cuts.push(link);
  }
  return cuts.reverse();
}
