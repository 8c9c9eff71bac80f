/** The error of a module that does not compile, and the formats of its diagnostics. */
import { Buffer } from 'node:buffer';
import type { Diagnostic } from './diagnostic.js';
import type { SourceFile } from './source-file.js';

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

/** How much of a long line is shown before and after the fault. */
const windowBefore = 60;
const windowAfter = 40;

/** Wren's own format, one line: `[main line 3] Error at 'x': Expected expression.`, a byte string. */
export function renderDiagnostic(source: SourceFile, diagnostic: Diagnostic): string {
  return `[${source.name} line ${diagnostic.line}] ${describe(diagnostic)}`;
}

/** The part of Wren's format after module and line, as text: `Error at 'x': Expected expression.` */
export function describeDiagnostic(diagnostic: Diagnostic): string {
  return decode(describe(diagnostic));
}

function describe({ near, message }: Diagnostic): string {
  return near === undefined ? `Error: ${message}` : `Error at ${near}: ${message}`;
}

/**
 * A format for people at a terminal: the message, the place, the line and a caret below the fault.
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

/** The first offset from this one on that is not within a character. */
function endCharacter(bytes: string, offset: number): number {
  let end = offset;
  while (bytes.charCodeAt(end) >> 6 === 0b10) end++;
  return end;
}

/** A byte string as text; bytes that are not UTF-8 become replacement characters. */
function decode(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
