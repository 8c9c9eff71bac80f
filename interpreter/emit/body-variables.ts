/**
 * Module variables that JavaScript's own take the place of while the module's body runs, because
 * nobody else sees them meanwhile. Those that closures share are slow in V8: each number with a
 * fraction, or above 2^31, becomes a new object there.
 */
import type { ModuleVariable, ResolvedModule } from '../resolve/resolved-ast.js';
import type { EmitOptions } from './context.js';
import { nameBodyVariable, nameVariable } from './names.js';

/** A function with very many variables needs a large part of the stack. */
const mostVariables = 200;

/** The variables that only the body uses, and that in a loop, where it matters. */
export function findBodyVariables(
  { body, variables }: ResolvedModule,
  { suspension, isOpen, imported }: EmitOptions,
): readonly ModuleVariable[] {
  if (isOpen || suspension.needsResumable(body)) return [];
  return variables
    .filter(({ name, looped, captured }) => looped && !captured && !imported.has(name))
    .slice(0, mostVariables);
}

/** What stands before and behind the body's statements; the values are kept however it ends. */
export function emitBodyVariables(
  variables: readonly ModuleVariable[],
  nil: string,
): readonly [before: string, behind: string] {
  if (variables.length === 0) return ['', ''];
  const declared = variables.map((each) => `${nameBodyVariable(each)}=${nil}`).join(',');
  const kept = variables.map((each) => `${nameVariable(each)}=${nameBodyVariable(each)};`).join('');
  return [`let ${declared};try{`, `}finally{${kept}}`];
}
