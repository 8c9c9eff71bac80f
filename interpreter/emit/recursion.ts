/**
 * Finds the functions which, together with loops, can run for long, so that they look at the run's
 * budget now and then: those that may call themselves, directly or through others, and those whose
 * calls lead to very many others, as `f40` does when each of 40 functions calls the one before it
 * twice.
 */
import { callOfExpression, callsOfStatement } from '../resolve/calls.js';
import type { FunctionNode } from '../resolve/resolved-ast.js';
import type { CodeNode } from './call-graph.js';
import { type CodeVisitor, visitStatement } from './walk.js';

export interface Recursion {
  /**
   * The first of a function's statements from which a call may lead back to the function, or to
   * very many others; undefined when none does.
   */
  findStatement(node: FunctionNode): number | undefined;
}

/** A function, or a signature that stands for all functions which its calls may run. */
class Vertex {
  readonly next: Vertex[] = [];
  /** For a function: from how many places it calls each of `next`. */
  readonly places: number[] = [];
  /** How many calls at most a call amounts to before somebody looks at the budget. */
  weight = 1;
  /** Whether a function has to look at the budget because of the calls that follow from it. */
  isHeavy = false;
  order = 0;
  lowest = 0;
  isOnStack = false;
  /** The cycle that the vertex lies on; those with the same number reach each other. */
  component = 0;
  /** Whether there are others on that cycle; without any there is none. */
  isOnCycle = false;
}

class Graph {
  readonly signatures = new Map<string, Vertex>();
  readonly functions = new Map<FunctionNode, Vertex>();

  constructor(nodes: readonly CodeNode[]) {
    for (const { function: node, reachedBy, calls } of nodes) {
      const vertex = new Vertex();
      this.functions.set(node, vertex);
      for (const signature of reachedBy) this.#signature(signature).next.push(vertex);
      for (const [signature, places] of calls) {
        vertex.next.push(this.#signature(signature));
        vertex.places.push(places);
      }
    }
    findComponents(this.functions.values());
  }

  #signature(signature: string): Vertex {
    let vertex = this.signatures.get(signature);
    if (vertex === undefined) {
      vertex = new Vertex();
      this.signatures.set(signature, vertex);
    }
    return vertex;
  }
}

/** Tarjan's strongly connected components, with a stack of its own: programs may be deep. */
function findComponents(roots: Iterable<Vertex>): void {
  let orders = 0;
  let components = 0;
  const open: Vertex[] = [];
  const path: { readonly vertex: Vertex; position: number }[] = [];

  function enter(vertex: Vertex): void {
    orders++;
    vertex.order = orders;
    vertex.lowest = orders;
    vertex.isOnStack = true;
    open.push(vertex);
    path.push({ vertex, position: 0 });
  }

  function leave(vertex: Vertex): void {
    path.pop();
    const parent = path.at(-1)?.vertex;
    if (parent !== undefined) parent.lowest = Math.min(parent.lowest, vertex.lowest);
    if (vertex.lowest !== vertex.order) return;
    components++;
    const members = open.splice(open.lastIndexOf(vertex));
    for (const member of members) {
      member.isOnCycle = members.length > 1;
      member.isOnStack = false;
      member.component = components;
    }
    weigh(members);
  }

  for (const root of roots) {
    if (root.order === 0) enter(root);
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const next = step.vertex.next[step.position];
      step.position++;
      if (next === undefined) leave(step.vertex);
      else if (next.order === 0) enter(next);
      else if (next.isOnStack) step.vertex.lowest = Math.min(step.vertex.lowest, next.order);
    }
  }
}

/** Few enough that a thousand times as many, after which a tick looks at the budget, end soon. */
const heaviest = 1000;

/**
 * Weighs the members of a component, in which every cycle has a function that looks at the budget.
 * The vertices that they lead to have been weighed before.
 */
function weigh(members: readonly Vertex[]): void {
  const functions = members.filter(({ places }) => places.length > 0);
  for (const vertex of functions) {
    let weight = 1;
    for (const [index, callee] of vertex.next.entries()) {
      const isWithin = callee.component === vertex.component;
      if (!isWithin) weight += callee.weight * (vertex.places[index] ?? 0);
    }
    vertex.isHeavy = weight > heaviest;
    vertex.weight = vertex.isHeavy ? 1 : weight;
  }
  for (const vertex of members) {
    if (vertex.places.length > 0) continue;
    for (const callee of vertex.next) vertex.weight = Math.max(vertex.weight, callee.weight);
  }
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

/** @param nodes the code of all modules of a program, the core library's included */
export function findRecursion(nodes: readonly CodeNode[]): Recursion {
  const graph = new Graph(nodes);
  return {
    findStatement(node) {
      const vertex = graph.functions.get(node);
      if (vertex?.isHeavy) return 0;
      if (vertex === undefined || !vertex.isOnCycle) return undefined;
      return findCalling(
        node,
        (signature) => graph.signatures.get(signature)?.component === vertex.component,
      );
    },
  };
}
