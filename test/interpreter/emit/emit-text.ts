/** Generates the JavaScript of a Wren text. */
import { collectCode } from '../../../interpreter/analyze/call-graph.js';
import { estimateReceivers } from '../../../interpreter/analyze/receivers.js';
import { findRecursion } from '../../../interpreter/analyze/recursion.js';
import type { Suspension } from '../../../interpreter/analyze/suspension.js';
import { emitModule } from '../../../interpreter/emit/emit-module.js';
import { loadCore } from '../../../interpreter/program/library.js';
import { parseAndResolve } from '../../../interpreter/resolve/parse-and-resolve.js';
import type { ResolvedModule } from '../../../interpreter/resolve/resolved-ast.js';
import { decodeSource } from '../../../interpreter/source/source-file.js';

const core = loadCore();

/** Host classes and private classes of library modules, which some scripts use. */
const otherNames = ['Request', 'Response', 'Db', 'Util', 'Json', 'Check', 'Generator', 'Modules'];

/** A resolved module; undefined if the text has errors. */
export function resolveText(text: Uint8Array | string): ResolvedModule | undefined {
  const isImplicit = (name: string) => core.variables.has(name) || otherNames.includes(name);
  return parseAndResolve(decodeSource('main', text), { isImplicit }).module;
}

/**
 * The JavaScript of a module.
 *
 * @param outer variables that belong to a running module
 */
export function emitText(
  module: ResolvedModule,
  suspension: Suspension,
  outer: readonly string[] = [],
): string {
  const recursion = findRecursion([...core.code, ...collectCode(module)]);
  const options = {
    moduleId: 1,
    isCore: false,
    suspension,
    recursion,
    receivers: estimateReceivers([module]),
    outer: new Set(outer),
    isOpen: outer.length > 0,
    imported: new Set<string>(),
  };
  return emitModule(module, options).text;
}
