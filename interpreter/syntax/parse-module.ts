import type { DiagnosticSink } from '../diagnostics/diagnostic.js';
import type { SourceFile } from '../source/source-file.js';
import type { Module, Statement } from './ast.js';
import { parseExpression } from './parse-expression.js';
import { parseDefinition } from './parse-statement.js';
import { Parser } from './parser.js';

/** Parses a module. After errors, which go to the sink, the tree has what could be made out. */
export function parseModule(source: SourceFile, sink: DiagnosticSink): Module {
  const parser = new Parser(source, sink);
  const body: Statement[] = [];
  parser.matchLine();
  while (!parser.match('end')) {
    body.push(parseDefinition(parser));
    if (parser.matchLine()) continue;
    parser.consume('end', 'expectEndOfFile');
    break;
  }
  return { kind: 'module', body, end: parser.previousPlace() };
}

/** Parses a single expression, as a module that returns its value. */
export function parseExpressionModule(source: SourceFile, sink: DiagnosticSink): Module {
  const parser = new Parser(source, sink);
  parser.matchLine();
  const value = parseExpression(parser);
  parser.consume('end', 'expectEndOfExpression');
  const { start, end, line } = value;
  const body: Statement[] = [{ kind: 'return', keyword: value, value, start, end, line }];
  return { kind: 'module', body, end: parser.previousPlace() };
}
