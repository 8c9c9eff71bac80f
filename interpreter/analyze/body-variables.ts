/**
 * Module variables that JavaScript's own take the place of while the module's body runs, because
 * nobody else sees them meanwhile. Those that closures share are slow in V8: each number with a
 * fraction, or above 2^31, becomes a new object there.
 */
import type { ModuleVariable, ResolvedModule } from '../resolve/resolved-ast.js';
import type { Suspension } from './suspension.js';

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
