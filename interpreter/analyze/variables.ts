/**
 * Facts on variables by which faster code is emitted for them: which local variables only ever hold
 * numbers, and which module variables can be JavaScript variables of the module's body.
 */
import { readNumber } from '../resolve/node-facts.js';
import type {
  Expression,
  LocalVariable,
  ModuleVariable,
  ResolvedModule,
} from '../resolve/resolved-ast.js';
import type { Suspension } from './suspension.js';

/** Operators whose result is a number when all operands are. */
const arithmetic: ReadonlySet<string> = new Set([
  ...['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>'].map((operator) => `${operator}(_)`),
  '-',
  '~',
]);

/** The variables on whose values it depends whether an expression is a number; undefined if it is none. */
function operandsOf(expression: Expression): readonly LocalVariable[] | undefined {
  const variables: LocalVariable[] = [];
  const waiting = [expression];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (readNumber(next) !== undefined) continue;
    if (next.kind === 'variable-value' && next.variable.kind === 'local-variable') {
      variables.push(next.variable);
    } else if (next.kind === 'call' && arithmetic.has(next.signature)) {
      waiting.push(next.receiver, ...next.arguments);
    } else if (next.kind === 'conditional') {
      waiting.push(next.then, next.otherwise);
    } else if (next.kind === 'assignment') {
      waiting.push(next.value);
    } else {
      return undefined;
    }
  }
  return variables;
}

/** The variables from which a variable gets its values; undefined if it gets others than numbers. */
function sourcesOf({ given }: LocalVariable): readonly LocalVariable[] | undefined {
  const sources: LocalVariable[] = [];
  for (const value of given ?? []) {
    const operands = operandsOf(value);
    if (operands === undefined) return undefined;
    sources.push(...operands);
  }
  return given === undefined ? undefined : sources;
}

/** Answers for the variables of a module, each of which it looks at once. */
export class NumberVariables {
  readonly #known = new Map<LocalVariable, boolean>();

  has(variable: LocalVariable): boolean {
    if (!this.#known.has(variable)) this.#decide(variable);
    return this.#known.get(variable) === true;
  }

  /** Takes all variables that matter for numbers, until some turns out to be none. */
  #decide(variable: LocalVariable): void {
    const candidates = new Map<LocalVariable, readonly LocalVariable[]>();
    const waiting = [variable];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (this.#known.has(next) || candidates.has(next)) continue;
      const sources = sourcesOf(next);
      if (sources === undefined) this.#known.set(next, false);
      else {
        candidates.set(next, sources);
        waiting.push(...sources);
      }
    }
    const isOther = (source: LocalVariable) =>
      !candidates.has(source) && this.#known.get(source) !== true;
    for (let size = -1; size !== candidates.size; ) {
      size = candidates.size;
      for (const [candidate, sources] of candidates) {
        if (!sources.some(isOther)) continue;
        candidates.delete(candidate);
        this.#known.set(candidate, false);
      }
    }
    for (const candidate of candidates.keys()) this.#known.set(candidate, true);
  }
}

/** A function with very many variables needs a large part of the stack. */
const mostVariables = 200;

/** What is known of the program around a module. */
interface Surroundings {
  readonly suspension: Suspension;
  /** Whether code may be added to the program while it runs, and use any module's variables. */
  readonly isOpen: boolean;
  /** The names of all variables that some module imports from another. */
  readonly imported: ReadonlySet<string>;
}

/** The variables that only the body uses, and that in a loop, where it matters. */
export function findBodyVariables(
  { body, variables }: ResolvedModule,
  { suspension, isOpen, imported }: Surroundings,
): readonly ModuleVariable[] {
  if (isOpen || suspension.needsResumable(body)) return [];
  return variables
    .filter(({ name, looped, captured }) => looped && !captured && !imported.has(name))
    .slice(0, mostVariables);
}
