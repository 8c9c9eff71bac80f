/**
 * The call graph of a module, by signatures alone: a call of `foo(_)` may reach every method of
 * that signature, and a call of a function value every block with at most as many parameters.
 */
import { importSignature } from '../resolve/node-facts.js';
import type { FunctionNode, ResolvedModule } from '../resolve/resolved-ast.js';

/** Wren's limit on the parameters of a function, and so on the arguments of a call. */
const maximumArguments = 16;

/** A function with the signatures that reach it and those that it calls. */
export interface CodeNode {
  readonly function: FunctionNode;
  /** The signatures whose calls may run it. */
  readonly reachedBy: readonly string[];
  /** The signatures that it calls, with repetitions. */
  readonly calls: readonly string[];
  /** Whether it is a library function that polls before it calls anything. */
  readonly polls: boolean;
}

/** Signatures that call a function value, by the number of arguments: `call(_,_)` for 2. */
export const callSignatures: readonly string[] = Array.from(
  { length: maximumArguments + 1 },
  (_, count) => `call(${Array(count).fill('_').join(',')})`,
);

/** Signatures that may run a block, by its number of parameters. */
const callsOfBlock = callSignatures.map((_, count) => callSignatures.slice(count));

/** All functions of a module: its body, methods, initializers and blocks. */
export function collectCode({ functions }: ResolvedModule): readonly CodeNode[] {
  return functions.map((node) => ({
    function: node,
    reachedBy: listCallers(node),
    calls: node.calls,
    polls: false,
  }));
}

function listCallers({ role, label, parameters }: FunctionNode): readonly string[] {
  switch (role) {
    case 'module':
      return [importSignature];
    case 'closure':
      return callsOfBlock[parameters.length] ?? [];
    case 'initializer':
      return [label.slice('init '.length), label];
    case 'method':
      return [label];
  }
}
