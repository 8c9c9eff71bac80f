/**
 * Who calls whom in a module, by signatures alone: a call of `foo(_)` may reach every method of
 * that signature, a call of a function value every block with at most as many parameters.
 */
import type {
  ClassStatement,
  Expression,
  FunctionNode,
  ResolvedModule,
  Statement,
} from '../resolve/resolved-ast.js';
import { readNumber } from './number.js';
import { visitCode } from './walk.js';

/** Stands among the signatures for running a module by importing it. */
export const importSignature = 'import';

/** Wren's limit on parameters, and so on the arguments of a call. */
const maximumArguments = 16;

/** A function, how it is reached, and what it calls. */
export interface CodeNode {
  readonly function: FunctionNode;
  /** The signatures whose calls may run it. */
  readonly reachedBy: readonly string[];
  readonly calls: ReadonlySet<string>;
}

/** The signatures of calls of functions by the number of arguments: `call(_,_)` for 2. */
export const callSignatures: readonly string[] = Array.from(
  { length: maximumArguments + 1 },
  (_, count) => `call(${Array(count).fill('_').join(',')})`,
);

/** The calls that may run a block with so many parameters, by that number. */
const callsOfBlock = callSignatures.map((_, count) => callSignatures.slice(count));

/** All functions of a module: its body, methods, initializers and blocks. */
export function collectCode(module: ResolvedModule): readonly CodeNode[] {
  const nodes: CodeNode[] = [];
  collectFunction(module.body, [importSignature], nodes);
  return nodes;
}

function collectFunction(
  node: FunctionNode,
  reachedBy: readonly string[],
  nodes: CodeNode[],
): void {
  const calls = new Set<string>();
  nodes.push({ function: node, reachedBy, calls });
  visitCode(node, {
    expression: (expression) => {
      const signature = callOfExpression(expression);
      if (signature !== undefined) calls.add(signature);
      if (expression.kind === 'closure') collectClosure(expression.function, nodes);
    },
    statement: (statement) => {
      for (const signature of callsOfStatement(statement)) calls.add(signature);
      if (statement.kind === 'class') collectClass(statement, nodes);
    },
  });
}

function collectClosure(node: FunctionNode, nodes: CodeNode[]): void {
  collectFunction(node, callsOfBlock[node.parameters.length] ?? [], nodes);
}

function collectClass({ methods }: ClassStatement, nodes: CodeNode[]): void {
  for (const { type, signature, function: node } of methods) {
    if (node === undefined) continue;
    const isConstructor = type === 'constructor';
    collectFunction(node, isConstructor ? [signature, `init ${signature}`] : [signature], nodes);
  }
}

/** The signature that evaluating an expression may call, its parts left out. */
export function callOfExpression(expression: Expression): string | undefined {
  switch (expression.kind) {
    case 'call':
      return expression.signature;
    case 'super-call':
      return expression.isInitializer ? `init ${expression.signature}` : expression.signature;
    case 'interpolation':
      return 'toString';
    default:
      return undefined;
  }
}

const noCalls: readonly string[] = [];
const importCalls: readonly string[] = [importSignature];
const loopCalls: readonly string[] = ['iterate(_)', 'iteratorValue(_)'];

/** The signatures that a statement may call, apart from those of its parts. */
export function callsOfStatement(statement: Statement): readonly string[] {
  if (statement.kind === 'import') return importCalls;
  if (statement.kind !== 'for' || isNumericRange(statement.sequence)) return noCalls;
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
