/** Mutations of table definitions: columns, types and constraints. */
import { type Mutation, mutate, removeEach } from './edit.js';
import { findWords, type SqlToken, spanOfTokens, splitAt, takeUntil } from './sql-tokens.js';

const otherTypes: Readonly<Record<string, string>> = {
  INTEGER: 'TEXT',
  REAL: 'TEXT',
  TEXT: 'INTEGER',
  DATETIME: 'TEXT',
};

/** Constraints of a column, and the number of tokens that follow their words. */
const constraints: readonly (readonly [words: string, more: number])[] = [
  ['NOT NULL', 0],
  ['UNIQUE', 0],
  ['AUTOINCREMENT', 0],
  ['PRIMARY KEY AUTOINCREMENT', 0],
  ['DEFAULT', 1],
  ['ON DELETE CASCADE', 0],
];

/** Mutates a CREATE TABLE statement. */
export function mutateTable(statement: readonly SqlToken[], script: string): Mutation[] {
  const from = statement.findIndex(({ text }) => text === '(') + 1;
  const columns = splitAt(takeUntil(statement, from, []), ',');
  return [
    ...removeEach('sql-column-removed', columns.map(spanOfTokens)),
    ...columns.flatMap((column) => [...changeType(column), ...dropConstraints(column, script)]),
  ];
}

function changeType([, type]: readonly SqlToken[]): Mutation[] {
  const other = otherTypes[type?.text ?? ''];
  return type === undefined || other === undefined ? [] : [mutate('sql-type', type, other)];
}

function dropConstraints(column: readonly SqlToken[], script: string): Mutation[] {
  return constraints.flatMap(([words, more]) => {
    const at = findWords(column, words);
    if (at === -1) return [];
    const { start, end } = spanOfTokens(column.slice(at, at + words.split(' ').length + more));
    const rule = `sql-without:${words.toLowerCase().replaceAll(' ', '-')}`;
    // The space before the constraint is removed too.
    return [mutate(rule, { start: start - (script[start - 1] === ' ' ? 1 : 0), end }, '')];
  });
}
