/** Syntax trees of a script and the spans of their nodes. */

import type { SourceFile, Span } from '../../../interpreter/source/source-file.js';
import type { Argument, MethodDefinition, Statement } from '../../../interpreter/syntax/ast.js';
import { DiagnosticSink, parseModule } from '../../../interpreter/syntax/parse-module.js';

/** A node of a syntax tree. */
export type Node = Statement | Argument | MethodDefinition;

/** @throws Error if the script does not parse */
export function parseScript(source: SourceFile): readonly Statement[] {
  const sink = new DiagnosticSink(source);
  const statements = [...parseModule(source, sink)];
  const [error] = sink.sorted();
  if (error !== undefined) throw new Error(`${source.name}:${error.line}: ${error.message}`);
  return statements;
}

/** The nodes of a part of a tree, in the order of the text. */
export function* nodesIn(part: unknown): Generator<Node> {
  if (typeof part !== 'object' || part === null) return;
  if (Array.isArray(part)) {
    for (const each of part) yield* nodesIn(each);
    return;
  }
  if ('kind' in part) yield part as Node;
  for (const child of Object.values(part)) yield* nodesIn(child);
}

/** The span of a whole statement; the node of a statement with a body spans its head only. */
export function statementSpan(text: string, statement: Statement): Span {
  const { start } = statement;
  switch (statement.kind) {
    case 'if':
      return { start, end: statementSpan(text, statement.otherwise ?? statement.then).end };
    case 'for':
    case 'while':
      return { start, end: statementSpan(text, statement.body).end };
    default:
      return wholeOf(text, statement);
  }
}

const token = /"(?:\\.|[^"\\])*"|`[^`]*`|[()]/g;

/**
 * The span of a whole expression. The node of an expression that begins with a group, such as
 * `(a + b) * c`, starts after the parenthesis; this span includes it.
 */
export function wholeOf(text: string, { start, end }: Span): Span {
  let open = 0;
  let missing = 0;
  for (const [found] of text.slice(start, end).matchAll(token)) {
    if (found === '(') open += 1;
    else if (found === ')' && open > 0) open -= 1;
    else if (found === ')') missing += 1;
  }
  let from = start;
  for (; missing > 0; missing--) from = text.lastIndexOf('(', from - 1);
  return { start: from, end };
}
