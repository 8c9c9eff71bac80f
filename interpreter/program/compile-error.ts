import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { renderDiagnostic, renderDiagnosticWithSource } from '../diagnostics/render.js';
import type { SourceFile } from '../source/source-file.js';

/**
 * A module cannot be compiled, or is not there. Its message, a byte string, has a line for each
 * diagnostic.
 */
export class WrenCompileError extends Error {
  override readonly name = 'WrenCompileError';
  readonly diagnostics: readonly Diagnostic[];
  /** The text that the diagnostics are about; undefined when the module could not be loaded. */
  readonly source: SourceFile | undefined;

  constructor(message: string, diagnostics: readonly Diagnostic[], source?: SourceFile) {
    super(message);
    this.diagnostics = diagnostics;
    this.source = source;
  }

  /** The errors for people at a terminal: as text, each with its line and a caret below the fault. */
  showLines(): string {
    const { source } = this;
    if (source === undefined) return this.message;
    const shown = this.diagnostics.map((each) => `${renderDiagnosticWithSource(source, each)}\n`);
    return shown.join('\n');
  }
}

/** The error for a module that has these errors. */
export function createCompileError(
  source: SourceFile,
  diagnostics: readonly Diagnostic[],
): WrenCompileError {
  const lines = diagnostics.map((diagnostic) => `${renderDiagnostic(source, diagnostic)}\n`);
  return new WrenCompileError(lines.join(''), diagnostics, source);
}
