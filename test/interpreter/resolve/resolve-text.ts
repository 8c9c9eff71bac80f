import { expect } from 'vitest';
import { loadCore } from '../../../interpreter/program/library.js';
import { parseAndResolve } from '../../../interpreter/resolve/parse-and-resolve.js';
import type { ResolvedModule, Statement } from '../../../interpreter/resolve/resolved-ast.js';
import type { Diagnostic } from '../../../interpreter/source/diagnostic.js';
import { decodeSource } from '../../../interpreter/source/source-file.js';

/** Whether a name is a variable of the core library, which is implicit in every module. */
export function isCoreName(name: string): boolean {
  return loadCore().variables.has(name);
}

/** The errors of a module. */
export function diagnose(text: string): readonly Diagnostic[] {
  return parseAndResolve(decodeSource('main', text), { isImplicit: isCoreName }).diagnostics;
}

/** A module without errors. */
export function resolveText(text: string, isExpression = false): ResolvedModule {
  const source = decodeSource('main', text);
  const { module, diagnostics } = parseAndResolve(source, { isImplicit: isCoreName, isExpression });
  expect(diagnostics).toEqual([]);
  if (module === undefined) throw new Error('There is neither a module nor a diagnostic.');
  return module;
}

/** All nodes of a kind anywhere in a resolved tree, in the order of the text. */
export function findAll<T extends { readonly kind: string }>(
  root: ResolvedModule | readonly Statement[],
  kind: T['kind'],
): T[] {
  const found: T[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('kind' in value && value.kind === kind) found.push(value as T);
    // The expressions in `given` are part of the statements, too.
    for (const [key, child] of Object.entries(value)) if (key !== 'given') visit(child);
  };
  visit('body' in root ? root.body : root);
  return found;
}
