/** The error of a module that does not compile, and the formats of its diagnostics. */
import { Buffer } from 'node:buffer';
import type { Diagnostic } from './diagnostic.js';
import type { SourceFile } from './source-file.js';

/**
 * A module that cannot be compiled or does not exist. The message, a byte string, has a line for
 * each diagnostic in Wren's format: `[main line 3] Error at 'x': Expected expression.`
 */
export class WrenCompileError extends Error {
  override readonly name = 'WrenCompileError';
  /** Compile errors in Wren's order; empty if the module could not be loaded. */
  readonly diagnostics: readonly Diagnostic[];
  /** The module with the errors; undefined if it could not be loaded. */
  readonly source: SourceFile | undefined;

  constructor(message: string, diagnostics: readonly Diagnostic[], source?: SourceFile) {
    super(message);
    this.diagnostics = diagnostics;
    this.source = source;
  }

  /** The errors as JavaScript text for a terminal, each with its source line and a caret. */
  showLines(): string {
    const { source } = this;
    if (source === undefined) return this.message;
    const shown = this.diagnostics.map((each) => `${renderDiagnosticWithSource(source, each)}\n`);
    return shown.join('\n');
  }
}

/** Makes the error of a module from its diagnostics. */
export function createCompileError(
  source: SourceFile,
  diagnostics: readonly Diagnostic[],
): WrenCompileError {
  const lines = diagnostics.map((diagnostic) => `${renderDiagnostic(source, diagnostic)}\n`);
  return new WrenCompileError(lines.join(''), diagnostics, source);
}

/** Characters of a long line shown before the error, and from its start on. */
const windowBefore = 60;
const windowAfter = 40;

/**
 * A diagnostic in Wren's format, a byte string: `[main line 3] Error at 'x': Expected expression.`
 */
export function renderDiagnostic(source: SourceFile, diagnostic: Diagnostic): string {
  return `[${source.name} line ${diagnostic.line}] ${describe(diagnostic)}`;
}

/**
 * Wren's format without module and line, as JavaScript text: `Error at 'x': Expected expression.`
 */
export function describeDiagnostic(diagnostic: Diagnostic): string {
  return decode(describe(diagnostic));
}

function describe({ near, message }: Diagnostic): string {
  return near === undefined ? `Error: ${message}` : `Error at ${near}: ${message}`;
}

/**
 * A diagnostic as JavaScript text for a terminal: message, place, source line and caret.
 *
 *     Error at ')': Expected expression.
 *      --> main:3:18
 *     3 | System.print(1 + )
 *       |                  ^
 */
export function renderDiagnosticWithSource(source: SourceFile, diagnostic: Diagnostic): string {
  const { line, column } = source.positionAt(diagnostic.span.start);
  const text = source.lineText(line);
  const from = Math.max(0, column - 1 - windowBefore);
  const before = decode(text.slice(from, column - 1));
  const length = Math.max(1, diagnostic.span.end - diagnostic.span.start);
  const end = endCharacter(text, column - 1 + Math.min(length, windowAfter));
  const fault = decode(text.slice(column - 1, end));
  const after = decode(text.slice(end, from + windowBefore + windowAfter));
  const gutter = ' '.repeat(String(line).length);
  const columnShown = decode(text.slice(0, column - 1)).length + 1;
  return [
    describeDiagnostic(diagnostic),
    `${gutter}--> ${decode(source.name)}:${line}:${columnShown}`,
    `${line} | ${before}${fault}${after}`,
    `${gutter} | ${before.replace(/[^\t]/g, ' ')}${'^'.repeat(Math.max(1, fault.length))}`,
  ].join('\n');
}

/** The first offset, from this one on, at which a character begins. */
function endCharacter(bytes: string, offset: number): number {
  let end = offset;
  while (bytes.charCodeAt(end) >> 6 === 0b10) end++;
  return end;
}

/** A byte string as JavaScript text; invalid UTF-8 becomes replacement characters. */
function decode(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
