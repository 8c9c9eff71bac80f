/**
 * The Wren part of the core library as JavaScript. The build stores it in `core.json`, because
 * compiling it takes longer than running a short script. Without that file, as in tests of the
 * sources, it is compiled at the start.
 */
import { existsSync, readFileSync } from 'node:fs';
import { type CodeNode, collectCode } from '../analyze/call-graph.js';
import { unknownReceivers } from '../analyze/receivers.js';
import { findLibraryRecursion } from '../analyze/recursion.js';
import { analyzeCore } from '../analyze/suspension.js';
import { coreScope, coreSource } from '../core/core-library.js';
import { emitModule } from '../emit/emit-module.js';
import { parseAndResolve } from '../resolve/parse-and-resolve.js';
import { createCompileError } from '../source/compile-error.js';
import { SourceFile } from '../source/source-file.js';

/** The compiled library, as JSON. */
export interface CoreCode {
  /** Text of the module as emitted. */
  readonly text: string;
  /** Names of its implicit variables, in the order of the text. */
  readonly variables: readonly string[];
  /** Its functions without bodies, for the analysis of programs. */
  readonly functions: readonly CodeNode[];
}

const file = new URL('./core.json', import.meta.url);

/**
 * Loads the compiled library from its file, or compiles it. The build has written the file with
 * `compileCore` of the same sources, so its form is not checked.
 */
export function loadCoreCode(): CoreCode {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as CoreCode) : compileCore();
}

/** Compiles the library from its source. */
export function compileCore(): CoreCode {
  const source = new SourceFile('core', coreSource);
  const { module, diagnostics } = parseAndResolve(source, {
    isImplicit: (name) => coreScope.has(name),
  });
  if (module === undefined) throw createCompileError(source, diagnostics);
  const code = collectCode(module);
  const recursion = findLibraryRecursion(code);
  const { text, variables, implicitCount } = emitModule(module, {
    moduleId: 0,
    isCore: true,
    suspension: analyzeCore(code),
    recursion,
    receivers: unknownReceivers,
    outer: new Set(),
    isOpen: false,
    imported: new Set(),
  });
  return {
    text,
    variables: variables.slice(0, implicitCount),
    functions: code.map((node) => ({
      ...node,
      polls: recursion.findStatement(node.function) !== undefined,
      function: { ...node.function, body: [] },
    })),
  };
}
