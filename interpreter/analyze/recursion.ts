/**
 * Finds the functions that must poll the budget besides loops: functions that may call themselves,
 * directly or indirectly, and functions that lead to very many calls, like `f40` when each of 40
 * functions calls the one before it twice.
 */
import { callOfExpression, callsOfStatement } from '../resolve/node-facts.js';
import type { FunctionNode } from '../resolve/resolved-ast.js';
import { chargeStep } from '../runtime/charge.js';
import type { CodeNode } from './call-graph.js';
import { type CodeVisitor, visitStatement } from './walk.js';

/** Result of the analysis of a program. */
export interface Recursion {
  /**
   * Index of the first statement of a function that may lead back to the function, or to very many
   * calls; undefined for none.
   */
  findStatement(node: FunctionNode): number | undefined;
}

/** A signature, with all functions that its calls may run. */
class Vertex {
  readonly functions: Routine[] = [];
  /** Greatest number of calls that follow from a call before a poll. */
  weight = 1;
  order = 0;
  lowest = 0;
  /** Strongly connected component: vertices with the same number reach each other. */
  component = 0;
}

/** A function in the graph. */
class Routine {
  /** The signatures that it calls, with repetitions. */
  readonly callees: readonly Vertex[];
  /** The component in which a call leads back to the function; 0 for none. */
  component = 0;
  /** Like the weight of a signature; 0 until it is computed. */
  weight = 0;
  /** Whether it must poll because of the number of calls that follow from it. */
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
    chargeStep();
    const callees: Vertex[] = [];
    // A function that polls by itself ends every path.
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

/** The signatures that the functions of a signature call. */
function listCallees({ functions }: Vertex): readonly Vertex[] {
  const callees = new Set<Vertex>();
  for (const routine of functions) {
    for (const callee of routine.callees) callees.add(callee);
  }
  return [...callees];
}

/** A step of the depth-first search: a signature and the position among its callees. */
interface Step {
  readonly vertex: Vertex;
  readonly callees: readonly Vertex[];
  position: number;
}

/**
 * Finds strongly connected components by Tarjan's algorithm, with an explicit stack for deep
 * programs.
 */
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

/** Small enough that a thousand times as many calls, after which a tick polls, end soon. */
const heaviest = 1000;

function weighSignature(vertex: Vertex): void {
  for (const routine of vertex.functions) {
    // All other signatures that reach it belong to this component or to a later one.
    if (routine.weight === 0) weigh(routine, vertex.component);
    vertex.weight = Math.max(vertex.weight, routine.weight);
  }
}

/**
 * Weighs a function that a component calls. Calls within the component do not count, since every
 * cycle has a function that polls; all other callees are weighed already.
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
 * Index of the first statement that calls one of the signatures, itself or in a part. The first
 * `super` call does not count: a chain of such calls ends at the root class, so every cycle
 * contains another call, and without branches the chain is no longer than that of the classes.
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

/**
 * Whether programs may define methods of a signature: names with a final underscore are the
 * library's.
 */
function isPublic(signature: string): boolean {
  return !/^\w+_(?:\(|$)/.test(signature);
}

/**
 * Analyzes a library, whose users are unknown: each function that may call a program's code or
 * itself polls before it calls anything. So functions of a program need no polls because of calls
 * into the library, such as `+`, which iterates over any sequence when the receiver is a list.
 */
export function findLibraryRecursion(nodes: readonly CodeNode[]): Recursion {
  const own = findRecursion(nodes);
  const polling = nodes.flatMap(({ function: node, calls }) =>
    own.findStatement(node) !== undefined || calls.some(isPublic) ? [node] : [],
  );
  const found = new Set(polling);
  return { findStatement: (node) => (found.has(node) ? 0 : undefined) };
}

/**
 * Analyzes a program.
 *
 * @param nodes the code of all modules, including the core library
 */
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
