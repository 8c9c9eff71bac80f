/** All mutations of a script: of its Wren code and of the SQL in it. */
import type { SourceFile } from '../../../interpreter/source/source-file.js';
import { type Mutation, textAt } from './edit.js';
import {
  mutateCall,
  mutateCondition,
  mutateConditional,
  mutateList,
  mutateLogical,
  mutateMap,
} from './expression-mutations.js';
import { mutateInterpolation, mutateLiteral } from './literal-mutations.js';
import { type Node, nodesIn, parseScript } from './script.js';
import { mutateSql } from './sql-mutations.js';
import {
  mutateMethod,
  mutateReturn,
  mutateVariable,
  removeStatement,
} from './statement-mutations.js';

/**
 * Lists the mutations of a script, sorted by their start.
 *
 * @param source a byte string, as all sources are
 * @throws Error if the script does not parse
 */
export function mutateScript(source: SourceFile): Mutation[] {
  const { text } = source;
  const mutations = [...nodesIn(parseScript(source))].flatMap((node) => mutateNode(node, text));
  const isChange = (mutation: Mutation) => textAt(text, mutation) !== mutation.replacement;
  return mutations.filter(isChange).sort((a, b) => a.start - b.start);
}

function mutateNode(node: Node, text: string): Mutation[] {
  switch (node.kind) {
    case 'literal':
      return mutateLiteral(node, text);
    case 'interpolation':
      return mutateInterpolation(node);
    case 'query':
      return mutateSql(text, { start: node.start + 1, end: node.end - 1 });
    case 'logical':
      return mutateLogical(node, text);
    case 'call':
      return mutateCall(node, text);
    case 'list':
      return mutateList(node, text);
    case 'map':
      return mutateMap(node, text);
    case 'conditional':
      return [...mutateCondition(node.condition, text), ...mutateConditional(node, text)];
    case 'if':
      return [...mutateCondition(node.condition, text), ...removeStatement(node, text)];
    case 'while':
      return [...mutateCondition(node.condition, text), ...removeStatement(node, text)];
    case 'return':
      return [...mutateReturn(node, text), ...removeStatement(node, text)];
    case 'variable':
      return mutateVariable(node, text);
    case 'method':
      return mutateMethod(node, text);
    case 'expression-statement':
    case 'for':
    case 'break':
    case 'continue':
      return removeStatement(node, text);
    default:
      return [];
  }
}
