/**
 * Finds the functions which, together with loops, can run for long, so that they look at the run's
 * budget now and then: those that may call themselves, directly or through others, and those whose
 * calls lead to very many others, as `f40` does when each of 40 functions calls the one before it
 * twice.
 */
import { callOfExpression, callsOfStatement } from '../resolve/node-facts.js';
import type { FunctionNode } from '../resolve/resolved-ast.js';
import type { CodeNode } from './call-graph.js';
import { type CodeVisitor, visitStatement } from './walk.js';

/** What is known of the functions of a program. */
export interface Recursion {
  /**
   * The first of a function's statements from which a call may lead back to the function, or to
   * very many others; undefined when none does.
   */
  findStatement(node: FunctionNode): number | undefined;
}

/** A signature, which stands for all functions that its calls may run. */
class Vertex {
  readonly functions: Routine[] = [];
  /** How many calls at most a call amounts to before somebody looks at the budget. */
  weight = 1;
  order = 0;
  lowest = 0;
  /** The cycles that the vertex lies on: those with the same number reach each other. */
  component = 0;
}

/** What the graph knows of a function. */
class Routine {
  /** What it calls, a signature as often as there are places. */
  readonly callees: readonly Vertex[];
  /** The component in which a call leads back to the function; 0 when none does. */
  component = 0;
  /** As a signature's; 0 until it is known. */
  weight = 0;
  /** Whether it has to look at the budget because of the calls that follow from it. */
  isHeavy = false;

  constructor(callees: readonly Vertex[]) {
    this.callees = callees;
  }
}

class Graph {
  readonly signatures = new Map<string, Vertex>();
  readonly functions = new Map<FunctionNode, Routine>();

  constructor(nodes: readonly CodeNode[]) {
    for (const node of nodes) this.#addCalls(node);
    for (const node of nodes) this.#addToCallers(node);
    findComponents(this.signatures.values());
    for (const routine of this.functions.values()) {
      if (routine.weight === 0) weigh(routine, 0);
    }
  }

  #addCalls({ function: node, calls, polls }: CodeNode): void {
    const callees: Vertex[] = [];
    // Nothing goes on unseen through a function that looks at the budget itself.
    for (const signature of polls ? [] : calls) {
      let vertex = this.signatures.get(signature);
      if (vertex === undefined) {
        vertex = new Vertex();
        this.signatures.set(signature, vertex);
      }
      callees.push(vertex);
    }
    this.functions.set(node, new Routine(callees));
  }

  #addToCallers({ function: node, reachedBy }: CodeNode): void {
    const routine = this.functions.get(node);
    if (routine === undefined) return;
    for (const signature of reachedBy) this.signatures.get(signature)?.functions.push(routine);
  }
}

/** The signatures that the functions behind a signature call. */
function listCallees({ functions }: Vertex): readonly Vertex[] {
  const callees = new Set<Vertex>();
  for (const routine of functions) {
    for (const callee of routine.callees) callees.add(callee);
  }
  return [...callees];
}

/** A signature that is being looked at, and how far its calls have been followed. */
interface Step {
  readonly vertex: Vertex;
  readonly callees: readonly Vertex[];
  position: number;
}

/** Tarjan's strongly connected components, with a stack of its own: programs may be deep. */
function findComponents(roots: Iterable<Vertex>): void {
  let orders = 0;
  let components = 0;
  const open: Vertex[] = [];
  const path: Step[] = [];

  function enter(vertex: Vertex): void {
    orders++;
    vertex.order = orders;
    vertex.lowest = orders;
    open.push(vertex);
    path.push({ vertex, callees: listCallees(vertex), position: 0 });
  }

  function leave(vertex: Vertex): void {
    path.pop();
    const parent = path.at(-1)?.vertex;
    if (parent !== undefined) parent.lowest = Math.min(parent.lowest, vertex.lowest);
    if (vertex.lowest !== vertex.order) return;
    components++;
    const members = open.splice(open.lastIndexOf(vertex));
    for (const member of members) member.component = components;
    for (const member of members) weighSignature(member);
  }

  for (const root of roots) {
    if (root.order === 0) enter(root);
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const callee = step.callees[step.position];
      step.position++;
      if (callee === undefined) leave(step.vertex);
      else if (callee.order === 0) enter(callee);
      else if (callee.component === 0) {
        step.vertex.lowest = Math.min(step.vertex.lowest, callee.order);
      }
    }
  }
}

/** Few enough that a thousand times as many, after which a tick looks at the budget, end soon. */
const heaviest = 1000;

function weighSignature(vertex: Vertex): void {
  for (const routine of vertex.functions) {
    // All other signatures that reach it belong to this component, or to one that is found later.
    if (routine.weight === 0) weigh(routine, vertex.component);
    vertex.weight = Math.max(vertex.weight, routine.weight);
  }
}

/**
 * Weighs a function that calls of a component reach. Calls within the component do not count, as
 * every cycle has a function that looks at the budget; all others have been weighed before.
 */
function weigh(routine: Routine, component: number): void {
  let weight = 1;
  for (const callee of routine.callees) {
    if (callee.component === component) routine.component = component;
    else weight += callee.weight;
  }
  routine.isHeavy = weight > heaviest;
  routine.weight = routine.isHeavy ? 1 : weight;
}

/**
 * The first statement that calls one of the signatures, in itself or in a part. A first call of
 * the superclass's method is left out: a chain of such calls ends at the root, so there are others
 * on every cycle, and without branches it is no longer than the chain of classes.
 */
function findCalling(
  { body }: FunctionNode,
  isSought: (signature: string) => boolean,
): number | undefined {
  let found = false;
  let superCalls = 0;
  const visitor: CodeVisitor = {
    expression: (expression) => {
      const signature = callOfExpression(expression);
      if (signature === undefined || !isSought(signature)) return;
      if (expression.kind === 'super-call') superCalls++;
      found ||= expression.kind !== 'super-call' || superCalls > 1;
    },
    statement: (statement) => {
      found ||= callsOfStatement(statement).some(isSought);
    },
  };
  const index = body.findIndex((statement) => {
    visitStatement(statement, visitor);
    return found;
  });
  return index === -1 ? undefined : index;
}

/** Whether programs may define methods of a signature: not of those with a library's own names. */
function isPublic(signature: string): boolean {
  return !/^\w+_(?:\(|$)/.test(signature);
}

/**
 * For a library, which serves programs that nobody knows yet: each function from which a call may
 * lead to a program's code, or back to itself, looks at the budget before it calls anything. So no
 * function of a program has to do so because of what it calls in the library, such as `+`, which
 * for a list goes through any sequence.
 */
export function findLibraryRecursion(nodes: readonly CodeNode[]): Recursion {
  const own = findRecursion(nodes);
  const polling = nodes.flatMap(({ function: node, calls }) =>
    own.findStatement(node) !== undefined || calls.some(isPublic) ? [node] : [],
  );
  const found = new Set(polling);
  return { findStatement: (node) => (found.has(node) ? 0 : undefined) };
}

/** @param nodes the code of all modules of a program, the core library's included */
export function findRecursion(nodes: readonly CodeNode[]): Recursion {
  const { signatures, functions } = new Graph(nodes);
  return {
    findStatement(node) {
      const routine = functions.get(node);
      if (routine?.isHeavy) return 0;
      if (routine === undefined || routine.component === 0) return undefined;
      const { component } = routine;
      return findCalling(node, (signature) => signatures.get(signature)?.component === component);
    },
  };
}
