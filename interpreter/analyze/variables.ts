/**
 * Facts about variables that allow faster code: local variables whose values are only numbers or only
 * objects, and module variables that can be JavaScript variables of the module's body.
 */
import { listClassMethods, readNumber } from '../resolve/node-facts.js';
import type {
  Expression,
  LocalVariable,
  ModuleVariable,
  ResolvedModule,
  Variable,
} from '../resolve/resolved-ast.js';
import type { Suspension } from './suspension.js';

/** Operators whose result is a number if all operands are numbers. */
const arithmetic: ReadonlySet<string> = new Set([
  ...['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>'].map((operator) => `${operator}(_)`),
  '-',
  '~',
]);

/**
 * The variables that must be numbers for an expression to be one; undefined if it may be another
 * value anyway.
 */
function operandsOf(expression: Expression): readonly LocalVariable[] | undefined {
  const variables: LocalVariable[] = [];
  const pending = [expression];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (readNumber(next) !== undefined) continue;
    if (next.kind === 'variable-value' && next.variable.kind === 'local-variable') {
      variables.push(next.variable);
    } else if (next.kind === 'call' && arithmetic.has(next.signature)) {
      pending.push(next.receiver);
      for (const argument of next.arguments) pending.push(argument);
    } else if (next.kind === 'conditional') {
      pending.push(next.then, next.otherwise);
    } else if (next.kind === 'assignment') {
      pending.push(next.value);
    } else {
      return undefined;
    }
  }
  return variables;
}

/** The variables whose values a variable is computed from; undefined if it may hold no number. */
function sourcesOf({ given }: LocalVariable): readonly LocalVariable[] | undefined {
  if (given === undefined) return undefined;
  const sources: LocalVariable[] = [];
  for (const value of given) {
    const operands = operandsOf(value);
    if (operands === undefined) return undefined;
    for (const operand of operands) sources.push(operand);
  }
  return sources;
}

/** The local variables of a module that hold only numbers, cached. */
export class NumberVariables {
  readonly #known = new Map<LocalVariable, boolean>();

  /** Whether a variable holds only numbers. */
  has(variable: LocalVariable): boolean {
    if (!this.#known.has(variable)) this.#decide(variable);
    return this.#known.get(variable) === true;
  }

  /** Assumes that all related variables are numbers, then excludes those that are not. */
  #decide(variable: LocalVariable): void {
    const candidates = new Map<LocalVariable, readonly LocalVariable[]>();
    const pending = [variable];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (this.#known.has(next) || candidates.has(next)) continue;
      const sources = sourcesOf(next);
      if (sources === undefined) this.#known.set(next, false);
      else {
        candidates.set(next, sources);
        for (const source of sources) pending.push(source);
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

/** The variables of a module's own classes that no code assigns to, with their constructors. */
function findConstructors({ body }: ResolvedModule): ReadonlyMap<Variable, ReadonlySet<string>> {
  const constructors = new Map<Variable, ReadonlySet<string>>();
  for (const statement of body.body) {
    if (statement.kind !== 'class' || statement.variable.assigned) continue;
    const ofClass = listClassMethods(statement.methods);
    const made = ofClass.filter(({ type }) => type === 'constructor');
    constructors.set(statement.variable, new Set(made.map(({ signature }) => signature)));
  }
  return constructors;
}

/** The local variables of a module that never hold a number, a string or a boolean, cached. */
export class ObjectVariables {
  readonly #constructors: ReadonlyMap<Variable, ReadonlySet<string>>;
  readonly #known = new Map<LocalVariable, boolean>();

  constructor(module: ResolvedModule) {
    this.#constructors = findConstructors(module);
  }

  /** Whether a variable holds only objects, of which null is one. */
  has(variable: LocalVariable): boolean {
    let known = this.#known.get(variable);
    if (known === undefined) {
      known = variable.given?.every((value) => this.isMade(value)) === true;
      this.#known.set(variable, known);
    }
    return known;
  }

  /** Whether an expression is null or makes an object. */
  isMade(expression: Expression): boolean {
    switch (expression.kind) {
      case 'list':
      case 'map':
      case 'closure':
      case 'query':
        return true;
      case 'literal':
        return expression.value === null;
      case 'call': {
        const { receiver, signature } = expression;
        if (receiver.kind !== 'variable-value') return false;
        return this.#constructors.get(receiver.variable)?.has(signature) === true;
      }
      default:
        return false;
    }
  }
}

/** More JavaScript variables would take too much stack. */
const mostVariables = 200;

/** Facts about the program around a module. */
interface Surroundings {
  readonly suspension: Suspension;
  /** Whether code that is compiled at run time may use the module's variables. */
  readonly isOpen: boolean;
  /** Names of all variables that modules import. */
  readonly imported: ReadonlySet<string>;
}

/**
 * The module variables that only the body uses, in a loop. JavaScript variables replace them while
 * the body runs: in variables that closures share, V8 allocates an object for each number with a
 * fraction or above 2^31.
 */
export function findBodyVariables(
  { body, variables }: ResolvedModule,
  { suspension, isOpen, imported }: Surroundings,
): readonly ModuleVariable[] {
  if (isOpen || suspension.needsResumable(body)) return [];
  return variables
    .filter(({ name, looped, captured }) => looped && !captured && !imported.has(name))
    .slice(0, mostVariables);
}
