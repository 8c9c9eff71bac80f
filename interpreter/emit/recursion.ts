/**
 * Finds functions that may call themselves, directly or through others. Together with loops they
 * are what can run for long, so they look at the run's budget now and then.
 */
import { callOfExpression, callsOfStatement } from '../resolve/calls.js';
import type { FunctionNode } from '../resolve/resolved-ast.js';
import type { CodeNode } from './call-graph.js';
import { type CodeVisitor, visitStatement } from './walk.js';

export interface Recursion {
  /**
   * The first of a function's statements from which a call may lead back to the function;
   * undefined when none does.
   */
  findStatement(node: FunctionNode): number | undefined;
}

/** A function, or a signature that stands for all functions which its calls may run. */
class Vertex {
  readonly next: Vertex[] = [];
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
      for (const signature of calls) vertex.next.push(this.#signature(signature));
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
    const isOnCycle = open.at(-1) !== vertex;
    for (let member = open.pop(); member !== undefined; member = open.pop()) {
      member.isOnCycle = isOnCycle;
      member.isOnStack = false;
      member.component = components;
      if (member === vertex) break;
    }
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

/**
 * The first statement that calls one of the signatures, in itself or in a part. Calls of the
 * superclass's methods are left out: a chain of them ends at the root, so there are others on
 * every cycle.
 */
function findCalling(
  { body }: FunctionNode,
  isSought: (signature: string) => boolean,
): number | undefined {
  let found = false;
  const visitor: CodeVisitor = {
    expression: (expression) => {
      if (expression.kind === 'super-call') return;
      const signature = callOfExpression(expression);
      found ||= signature !== undefined && isSought(signature);
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
      if (vertex === undefined || !vertex.isOnCycle) return undefined;
      return findCalling(
        node,
        (signature) => graph.signatures.get(signature)?.component === vertex.component,
      );
    },
  };
}
