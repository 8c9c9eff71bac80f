import type { DiagnosticSink } from '../diagnostics/diagnostic.js';
import type { Place, SourceFile } from '../source/source-file.js';
import type { Statement } from './ast.js';
import { parseExpression } from './parse-expression.js';
import { parseDefinition } from './parse-statement.js';
import { Parser } from './parser.js';

/** Takes over a statement of the top level as soon as it has been parsed. */
export type TakeStatement = (statement: Statement) => void;

/**
 * Parses a module statement by statement, so that no more than one syntax tree need be kept. After
 * errors, which go to the sink, the trees have what could be made out.
 *
 * @returns the end of the text
 */
export function parseStatements(
  source: SourceFile,
  sink: DiagnosticSink,
  take: TakeStatement,
): Place {
  const parser = new Parser(source, sink);
  parser.matchLine();
  while (!parser.match('end')) {
    take(parseDefinition(parser));
    if (parser.matchLine()) continue;
    parser.consume('end', 'expectEndOfFile');
    break;
  }
  return parser.previousPlace();
}

/** Parses a single expression, as a statement that returns its value. */
export function parseReturnedExpression(
  source: SourceFile,
  sink: DiagnosticSink,
  take: TakeStatement,
): void {
  const parser = new Parser(source, sink);
  parser.matchLine();
  const value = parseExpression(parser);
  parser.consume('end', 'expectEndOfExpression');
  const { start, end, line } = value;
  take({ kind: 'return', keyword: value, value, start, end, line });
}
