/**
 * Finds the functions of a program that may be suspended: those that may lead to `Fiber.yield`, a
 * transfer or a suspending native. Only these have a resumable form besides the direct form.
 *
 * All modules of a program are known before any is emitted, so the result is exact except where
 * signatures are ambiguous: `x.call()` may call a function or a fiber.
 */
import { importSignature } from '../resolve/node-facts.js';
import type { FunctionNode } from '../resolve/resolved-ast.js';
import { type CodeNode, callSignatures } from './call-graph.js';
import { visitCode } from './walk.js';

/** Result of the analysis of a program. */
export interface Suspension {
  /** Whether calls of a signature may be suspended, and so need a place to resume at. */
  suspends(signature: string): boolean;
  /** Whether a function needs a resumable form. */
  needsResumable(node: FunctionNode): boolean;
  /** Whether a fiber with this function may yield, and so must run in resumable form. */
  mayYield(node: FunctionNode): boolean;
  /** Whether the program's main fiber must run in resumable form. */
  readonly isMainResumable: boolean;
}

const yieldSignatures = ['yield()', 'yield(_)'];
const transferSignatures = ['transfer()', 'transfer(_)', 'transferError(_)'];
const startSignatures = ['call()', 'call(_)', 'try()', 'try(_)'];

/** Signatures that core functions call on objects of programs. */
const foreignSignatures = [
  ...callSignatures,
  'iterate(_)',
  'iteratorValue(_)',
  'toString',
  '==(_)',
  '!=(_)',
  '<(_)',
];

interface Reached {
  readonly signatures: ReadonlySet<string>;
  readonly functions: ReadonlySet<FunctionNode>;
}

/** All functions that may lead to a call of one of the signatures, with their signatures. */
function reach(nodes: readonly CodeNode[], base: Iterable<string>): Reached {
  const callers = new Map<string, CodeNode[]>();
  for (const node of nodes) {
    for (const call of node.calls) {
      const known = callers.get(call);
      if (known === undefined) callers.set(call, [node]);
      else known.push(node);
    }
  }
  const signatures = new Set(base);
  const functions = new Set<FunctionNode>();
  // The iteration includes signatures added during the loop.
  for (const signature of signatures) {
    for (const node of callers.get(signature) ?? []) {
      functions.add(node.function);
      for (const reachedBy of node.reachedBy) signatures.add(reachedBy);
    }
  }
  return { signatures, functions };
}

/** The result for programs without fibers. */
export const noSuspension: Suspension = {
  suspends: () => false,
  needsResumable: () => false,
  mayYield: () => false,
  isMainResumable: false,
};

/** Analyzes the core library, whose users are unknown. */
export function analyzeCore(nodes: readonly CodeNode[]): Suspension {
  return analyzeLibrary(nodes, foreignSignatures);
}

/**
 * Analyzes the Wren part of the host's classes, whose users are unknown too.
 *
 * @param hostSignatures the host's suspending natives
 */
export function analyzeHostSource(
  nodes: readonly CodeNode[],
  hostSignatures: readonly string[],
): Suspension {
  return analyzeLibrary(nodes, [...foreignSignatures, ...startSignatures, ...hostSignatures]);
}

function analyzeLibrary(nodes: readonly CodeNode[], base: readonly string[]): Suspension {
  const { signatures, functions } = reach(nodes, base);
  return {
    suspends: (signature) => signatures.has(signature),
    needsResumable: (node) => functions.has(node),
    mayYield: (node) => functions.has(node),
    isMainResumable: false,
  };
}

/** Operators, which suspend only where a class defines them so. */
const operatorSignatures: ReadonlySet<string> = new Set([
  ...['+', '-', '*', '/', '%', '<', '>', '<=', '>=', '==', '!=', '&', '|', '^', '<<', '>>'].map(
    (operator) => `${operator}(_)`,
  ),
  ...['..(_)', '...(_)', 'is(_)', '[_]', '[_]=(_)', '-', '!', '~'],
]);

/** Analyzes code that is compiled at run time, and programs that may compile such code. */
export function analyzeOpenProgram(nodes: readonly CodeNode[]): Suspension {
  const called = nodes.flatMap((node) => node.calls);
  const unknown = called.filter((signature) => !operatorSignatures.has(signature));
  const { signatures, functions } = reach(nodes, [...foreignSignatures, ...unknown]);
  return {
    suspends: (signature) => signatures.has(signature),
    needsResumable: (node) => functions.has(node),
    mayYield: (node) => functions.has(node),
    isMainResumable: true,
  };
}

/**
 * The calls of the core library that matter to a program. Operators are excluded unless needed: `+`
 * of a list iterates over its operand, so every `+` could suspend, and nearly all functions would
 * need a resumable form. `toString` of the core suspends only if that of an element does.
 */
function simplifyCore(core: readonly CodeNode[], hasOperators: boolean): readonly CodeNode[] {
  return core.flatMap((node) => {
    const isOperator = node.reachedBy.some((signature) => operatorSignatures.has(signature));
    if (isOperator && !hasOperators) return [];
    return node.reachedBy.includes('toString') ? { ...node, calls: ['toString'] } : node;
  });
}

const iterationSignatures = ['iterate(_)', 'iteratorValue(_)'];

/** Methods of sequences that keep a function and call it during iteration. */
const lazySignatures = ['map(_)', 'where(_)'];

/** Whether a program may have a sequence that yields during iteration. */
function mayIterationYield(modules: readonly CodeNode[], { functions }: Reached): boolean {
  return modules.some((node) => {
    const iterates = iterationSignatures.some((signature) => node.reachedBy.includes(signature));
    if (iterates && functions.has(node.function)) return true;
    if (!lazySignatures.some((signature) => node.calls.includes(signature))) return false;
    return keepsYielding(node.function, functions);
  });
}

/** Whether a function may pass a yielding function to a lazy sequence. */
function keepsYielding(node: FunctionNode, yielding: ReadonlySet<FunctionNode>): boolean {
  let found = false;
  visitCode(node, {
    expression: (each) => {
      if (each.kind !== 'call' || !lazySignatures.includes(each.signature)) return;
      const [argument] = each.arguments;
      found ||= argument?.kind !== 'closure' || yielding.has(argument.function);
    },
    statement: () => {},
  });
  return found;
}

/**
 * Analyzes a program that makes fibers or uses suspending natives.
 *
 * @param core the code of the core library
 * @param modules the code of all other modules
 * @param hostSignatures the host's suspending natives
 */
export function analyzeProgram(
  core: readonly CodeNode[],
  modules: readonly CodeNode[],
  hostSignatures: readonly string[],
): Suspension {
  const isTransferring = modules.some(({ calls }) =>
    transferSignatures.some((signature) => calls.includes(signature)),
  );
  const isMainResumable = hostSignatures.length > 0 || isTransferring;
  const base = [...yieldSignatures, ...transferSignatures, ...hostSignatures];
  const all = [...base, ...startSignatures];
  const usual = [...simplifyCore(core, false), ...modules];
  const hasOperators = mayIterationYield(modules, reach(usual, isMainResumable ? all : base));
  const nodes = hasOperators ? [...simplifyCore(core, true), ...modules] : usual;
  const starting = reach(nodes, all);
  // A fiber that calls another stays on the JavaScript stack, unless control may pass to a third.
  const yielding = isMainResumable ? starting : reach(nodes, base);
  // A module's body runs outside of the main fiber only if a function imports the module.
  const isBodyResumable =
    isMainResumable ||
    modules.some((node) => node.function.role !== 'module' && node.calls.includes(importSignature));
  return {
    suspends: (signature) => starting.signatures.has(signature),
    needsResumable: (node) =>
      starting.functions.has(node) && (isBodyResumable || node.role !== 'module'),
    mayYield: (node) => yielding.functions.has(node),
    isMainResumable,
  };
}
