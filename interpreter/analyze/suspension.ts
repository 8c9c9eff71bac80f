/**
 * Which functions of a program may be suspended in the middle: those from which a call may lead
 * to `Fiber.yield` and its like. Only they are emitted in a resumable form besides the direct one.
 *
 * All modules of a program are known before any is emitted, so the answer is exact but for what
 * signatures cannot tell: whether `x.call()` means a function or a fiber, say.
 */
import { importSignature } from '../resolve/node-facts.js';
import type { FunctionNode } from '../resolve/resolved-ast.js';
import { type CodeNode, callSignatures } from './call-graph.js';
import { visitCode } from './walk.js';

/** What is known of suspension in a program. */
export interface Suspension {
  /** Whether a call with this signature may be suspended, and so needs a place to resume at. */
  suspends(signature: string): boolean;
  /** Whether a function needs a resumable form. */
  needsResumable(node: FunctionNode): boolean;
  /** Whether a fiber that runs this function may yield, and so has to run in resumable form. */
  mayYield(node: FunctionNode): boolean;
  /** Whether even the program's main fiber must be able to give way to others. */
  readonly isMainResumable: boolean;
}

const yieldSignatures = ['yield()', 'yield(_)'];
const transferSignatures = ['transfer()', 'transfer(_)', 'transferError(_)'];
const startSignatures = ['call()', 'call(_)', 'try()', 'try(_)'];

/** What core functions call of objects that they do not know. */
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

/** All functions from which a call may lead to one of the signatures, and their signatures. */
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
  // A set is iterated over together with what is added meanwhile.
  for (const signature of signatures) {
    for (const node of callers.get(signature) ?? []) {
      functions.add(node.function);
      for (const reachedBy of node.reachedBy) signatures.add(reachedBy);
    }
  }
  return { signatures, functions };
}

/** For programs that make no fibers. */
export const noSuspension: Suspension = {
  suspends: () => false,
  needsResumable: () => false,
  mayYield: () => false,
  isMainResumable: false,
};

/** For the core library, which serves programs of all kinds. */
export function analyzeCore(nodes: readonly CodeNode[]): Suspension {
  return analyzeLibrary(nodes, foreignSignatures);
}

/**
 * For what the host's classes have in Wren, which serves programs of all kinds as well.
 *
 * @param hostSignatures the host's methods that may suspend a script
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

/** Operators, which hardly ever suspend anything, and never unless a class defines them so. */
const operatorSignatures: ReadonlySet<string> = new Set([
  ...['+', '-', '*', '/', '%', '<', '>', '<=', '>=', '==', '!=', '&', '|', '^', '<<', '>>'].map(
    (operator) => `${operator}(_)`,
  ),
  ...['..(_)', '...(_)', 'is(_)', '[_]', '[_]=(_)', '-', '!', '~'],
]);

/** For code that is compiled while its program runs, and for programs that may do so. */
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
 * What the core library's functions call, as far as it matters to a program. Without its operators
 * unless they are needed: `+` iterates over what is added to a list, so with them every `+` might
 * suspend, and nearly all functions would need a resumable form. A `toString` of the core suspends only
 * when some element's does.
 */
function simplifyCore(core: readonly CodeNode[], hasOperators: boolean): readonly CodeNode[] {
  return core.flatMap((node) => {
    const isOperator = node.reachedBy.some((signature) => operatorSignatures.has(signature));
    if (isOperator && !hasOperators) return [];
    return node.reachedBy.includes('toString') ? { ...node, calls: ['toString'] } : node;
  });
}

const iterationSignatures = ['iterate(_)', 'iteratorValue(_)'];

/** The methods of sequences that keep a function, to call it whenever they are iterated over. */
const lazySignatures = ['map(_)', 'where(_)'];

/** Whether a program may have a sequence that yields while something iterates over it. */
function mayIterationYield(modules: readonly CodeNode[], { functions }: Reached): boolean {
  return modules.some((node) => {
    const iterates = iterationSignatures.some((signature) => node.reachedBy.includes(signature));
    if (iterates && functions.has(node.function)) return true;
    if (!lazySignatures.some((signature) => node.calls.includes(signature))) return false;
    return keepsYielding(node.function, functions);
  });
}

/** Whether a function may hand a lazy sequence a function that yields. */
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
 * For a program that makes fibers, or whose host may suspend it.
 *
 * @param core the code of the core library
 * @param modules the code of all other modules
 * @param hostSignatures the host's methods that may suspend a script
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
  // A fiber waits for the one that it calls. It does so on the JavaScript stack unless control may
  // go on to a third fiber meanwhile.
  const yielding = isMainResumable ? starting : reach(nodes, base);
  // A module's body runs in a fiber other than the main one only where a function imports it.
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
