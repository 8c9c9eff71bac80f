import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAndResolve } from '../../interpreter/resolve/parse-and-resolve.js';
import { describeDiagnostic } from '../../interpreter/source/compile-error.js';
import { diagnosticCodes } from '../../interpreter/source/diagnostic-codes.js';
import { decodeSource } from '../../interpreter/source/source-file.js';
import { isCoreName } from '../interpreter/resolve/resolve-text.js';
import { limitPrograms } from './compile-error-limits.js';
import { type ExpectedLine, readExpectations } from './expectations.js';

const folder = new URL('./compile-errors/', import.meta.url);
const fileNames = readdirSync(folder);

function analyzeText(text: Uint8Array | string, isExpression = false) {
  return parseAndResolve(decodeSource('main', text), { isImplicit: isCoreName, isExpression });
}

/** Analyzes a text like a host that rejects all queries. */
function analyzeQuery(text: string) {
  const checkQuery = (sql: string): string => `${sql} is no query`;
  return parseAndResolve(decodeSource('main', text), { isImplicit: isCoreName, checkQuery });
}

/** Analyzes a text like a host that limits its length. */
function analyzeLimited(text: string) {
  return parseAndResolve(decodeSource('main', text), { isImplicit: isCoreName, longest: 7 });
}

function found(text: string): ExpectedLine[] {
  const { diagnostics } = analyzeText(text);
  return diagnostics.map((diagnostic) => ({
    text: describeDiagnostic(diagnostic),
    line: diagnostic.line,
  }));
}

function byLine(lines: readonly ExpectedLine[]): string[] {
  return lines.map(({ line, text }) => `line ${line}: ${text}`).sort();
}

describe('compile errors', () => {
  it.each(fileNames)('%s', (fileName) => {
    const text = readFileSync(new URL(fileName, folder), 'utf8');
    const { compileErrors } = readExpectations(fileName, text);
    expect(compileErrors).not.toEqual([]);
    expect(byLine(found(text))).toEqual(byLine(compileErrors));
  });

  it.each(limitPrograms)('$name', ({ accepted, refused, line, message }) => {
    expect(found(accepted)).toEqual([]);
    expect(found(refused)).toContainEqual({ text: message, line });
  });

  it('name the token after a single expression', () => {
    const [diagnostic] = analyzeText('1 2', true).diagnostics;
    expect(diagnostic?.message).toBe('Expect end of expression.');
  });

  it('have the message of the host for a query', () => {
    const [diagnostic] = analyzeQuery('`SELECT`').diagnostics;
    expect(diagnostic?.message).toBe('SELECT is no query');
  });

  it('name the limit of a text that is too long', () => {
    expect(analyzeLimited('var a=1').diagnostics).toEqual([]);
    const diagnostics = analyzeLimited('var a = ]').diagnostics.map(describeDiagnostic);
    expect(diagnostics).toEqual(['Error: The source code is longer than 7 bytes.']);
  });

  it('have each code raised by one of these programs', () => {
    const files = fileNames.map((fileName) => readFileSync(new URL(fileName, folder)));
    const programs = [...files, ...limitPrograms.map(({ refused }) => refused)];
    const analyses = [
      ...programs.map((text) => analyzeText(text)),
      analyzeText('1 2', true),
      analyzeQuery('`SELECT`'),
      analyzeLimited('var a = 1'),
    ];
    const raised = analyses.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code));
    expect(new Set(raised)).toEqual(new Set(diagnosticCodes));
  });
});
