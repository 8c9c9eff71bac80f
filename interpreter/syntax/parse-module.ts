/**
 * Parses a whole module. Tools of this repository that read programs without running them import
 * this file, which the build bundles for them. The trees change with the compiler, so they are no
 * part of the package's API (`index.ts`).
 */
import { DiagnosticSink } from '../source/diagnostic.js';
import { SourceFile } from '../source/source-file.js';
import type { Statement } from './ast.js';
import { parseExpression } from './parse-expression.js';
import { parseDefinition } from './parse-statement.js';
import { Parser } from './parser.js';

export { DiagnosticSink, SourceFile };

/**
 * Parses a module, one statement at a time. Errors go to the sink; the trees then cover what could
 * be parsed.
 */
export function* parseModule(source: SourceFile, sink: DiagnosticSink): Generator<Statement> {
  const parser = new Parser(source, sink);
  parser.matchLine();
  while (!parser.match('end')) {
    yield parseDefinition(parser);
    if (parser.matchLine()) continue;
    parser.consume('end', 'expectEndOfFile');
    break;
  }
}

/** Parses a single expression as a statement that returns its value. */
export function* parseReturnedExpression(
  source: SourceFile,
  sink: DiagnosticSink,
): Generator<Statement> {
  const parser = new Parser(source, sink);
  parser.matchLine();
  const value = parseExpression(parser);
  parser.consume('end', 'expectEndOfExpression');
  const { start, end, line } = value;
  yield { kind: 'return', keyword: value, value, start, end, line };
}
