/** Compiles the Wren part of host classes, once per interpreter. */
import { type CodeNode, collectCode } from '../analyze/call-graph.js';
import { unknownReceivers } from '../analyze/receivers.js';
import { findRecursion } from '../analyze/recursion.js';
import { analyzeHostSource } from '../analyze/suspension.js';
import { emitModule } from '../emit/emit-module.js';
import { parseAndResolve } from '../resolve/parse-and-resolve.js';
import { startCompletion } from '../runtime/class.js';
import { WrenQuery } from '../runtime/query.js';
import type { Value, WrenClass } from '../runtime/values.js';
import { createCompileError } from '../source/compile-error.js';
import { SourceFile } from '../source/source-file.js';
import { compileText } from './compile-module.js';
import { createRuntime } from './module-runtime.js';

const rejectImport = (name: string): never => {
  throw new Error(`A host class must not import modules, but imports '${name}'.`);
};

/**
 * Adds the methods of a class statement to a native class.
 *
 * @param scope the implicit variables of the text
 * @param hostSignatures the suspending natives of the scope
 * @returns the methods of the text
 * @throws WrenCompileError if the text has errors
 */
export function completeClass(
  native: WrenClass,
  text: string,
  scope: ReadonlyMap<string, Value>,
  hostSignatures: readonly string[],
): readonly CodeNode[] {
  const name = `host class ${native.name}`;
  const source = new SourceFile(name, text);
  const { module, diagnostics } = parseAndResolve(source, {
    isImplicit: (each) => scope.has(each),
  });
  if (module === undefined) throw createCompileError(source, diagnostics);
  const code = collectCode(module);
  const emitted = emitModule(module, {
    moduleId: 0,
    isCore: true,
    suspension: analyzeHostSource(code, hostSignatures),
    recursion: findRecursion(code),
    receivers: unknownReceivers,
    outer: new Set(),
    isOpen: false,
    imported: new Set(),
  });
  const runtime = createRuntime({ ...emitted, module: name }, scope, {
    startClass: () => startCompletion(native),
    query: WrenQuery,
    findForeign: () => undefined,
    importModule: rejectImport,
    importResumably: rejectImport,
    findVariable: rejectImport,
    outer: {},
    tables: undefined,
  });
  compileText(emitted.text, `wren:${name}`)(runtime).body();
  return code.filter(({ function: { role } }) => role === 'method');
}
