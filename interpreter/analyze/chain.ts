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

/** Knows where chains have been cut: another text stands for the link there. */
interface Cutter {
  isReplaced(link: Expression): boolean;
}

const none: readonly Expression[] = [];

/**
 * The links at which a chain is to be cut into pieces, the innermost first; none for a chain that
 * is short enough, or has been cut already.
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

/** Whether a chain is no longer than a piece; nearly all are. */
function isShort(expression: Expression): boolean {
  let link = firstOperand(expression);
  for (let length = 1; length < pieceLength && link !== undefined; length++) {
    link = firstOperand(link);
  }
  return link === undefined;
}
