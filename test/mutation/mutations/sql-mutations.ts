/** Mutations of SQL statements: columns, conditions, orders, limits, values and definitions. */
import type { Span } from '../../../interpreter/source/source-file.js';
import { type Mutation, mutate, removeEach, swapNeighbors, textAt } from './edit.js';
import { mutateNumber } from './literal-mutations.js';
import {
  findWords,
  readSql,
  type SqlToken,
  spanOfTokens,
  splitAt,
  splitStatements,
  takeUntil,
} from './sql-tokens.js';
import { mutateTable } from './table-mutations.js';

/** Words that begin another clause of a statement. */
const clauseWords = ['FROM', 'WHERE', 'ORDER', 'LIMIT', 'OFFSET', 'VALUES', 'SET', 'ON', ';'];

/** Mutates the SQL in a span of a script. */
export function mutateSql(script: string, sql: Span): Mutation[] {
  return splitStatements(readSql(script, sql)).flatMap((statement) => [
    ...mutateValues(statement),
    ...mutateStatement(statement, script),
  ]);
}

function mutateStatement(statement: readonly SqlToken[], script: string): Mutation[] {
  if (findWords(statement, 'CREATE TABLE') === 0) return mutateTable(statement, script);
  if (statement[0]?.text !== 'CREATE') return mutateClauses(statement, script);
  const begin = findWords(statement, 'BEGIN');
  const body = begin === -1 ? [] : splitAt(statement.slice(begin + 1, -1), ';');
  return [
    mutate('sql-definition-removed', spanOfTokens(statement), ''),
    ...body.flatMap((each) => mutateClauses(each, script)),
  ];
}

function mutateValues(tokens: readonly SqlToken[]): Mutation[] {
  return tokens.flatMap((token) => {
    if (token.kind === 'number') return mutateNumber(token, Number(token.text));
    if (token.kind === 'text') return [mutate('sql-text-empty', token, "''")];
    if (token.text === '+') return [mutate('sql-operator:-', token, '-')];
    if (token.text === '-') return [mutate('sql-operator:+', token, '+')];
    if (token.text !== 'CURRENT_TIMESTAMP') return [];
    return [
      mutate('sql-time-null', token, 'NULL'),
      mutate('sql-time-past', token, "'2001-02-03 04:05:06'"),
    ];
  });
}

function mutateClauses(tokens: readonly SqlToken[], script: string): Mutation[] {
  const clause = (words: string): SqlToken[] => {
    const at = findWords(tokens, words);
    return at === -1 ? [] : takeUntil(tokens, at + words.split(' ').length, clauseWords);
  };
  return [
    ...mutateColumns(clause('SELECT')),
    ...mutateInsert(tokens, script),
    ...mutateAssignments(clause('SET'), script),
    ...mutateWhere(clause('WHERE'), script),
    ...mutateOrder(clause('ORDER BY'), script),
    ...mutateBound('sql-limit', clause('LIMIT')),
    ...mutateBound('sql-offset', clause('OFFSET')),
    ...mutateConflict(tokens),
  ];
}

/** Removes each column. Swapping columns would only change the order of members. */
function mutateColumns(tokens: readonly SqlToken[]): Mutation[] {
  const columns = splitAt(tokens, ',').map(spanOfTokens);
  const [star] = tokens;
  if (star?.text === '*') return [mutate('sql-star', star, 'id')];
  return columns.length > 1 ? removeEach('sql-column-removed', columns) : [];
}

function mutateInsert(tokens: readonly SqlToken[], script: string): Mutation[] {
  if (tokens[0]?.text !== 'INSERT') return [];
  const from = tokens.findIndex(({ text }) => text === '(') + 1;
  const columns = splitAt(takeUntil(tokens, from, []), ',').map(spanOfTokens);
  return swapNeighbors('sql-columns-swapped', script, columns);
}

/** Mutates assignments so that the number of placeholders stays the same. */
function mutateAssignments(tokens: readonly SqlToken[], script: string): Mutation[] {
  const assignments = splitAt(tokens, ',');
  const withParameter = assignments.filter((each) => each.at(-1)?.text === '?');
  const columns = withParameter.map((each) => spanOfTokens(each.slice(0, 1)));
  const fixed = assignments.slice(1).filter((each) => each.at(-1)?.text !== '?');
  return [
    ...swapNeighbors('sql-columns-swapped', script, columns),
    ...withParameter.flatMap((each) => keepStored(each, script)),
    ...fixed.map(spanOfTokens).map(({ start, end }) => {
      const comma = script.lastIndexOf(',', start);
      return mutate('sql-assignment-removed', { start: comma, end }, '');
    }),
  ];
}

function keepStored(assignment: readonly SqlToken[], script: string): Mutation[] {
  const [column, value] = [assignment[0], assignment.at(-1)];
  if (column === undefined || value === undefined) return [];
  return [mutate('sql-assignment-kept', value, `coalesce(${textAt(script, column)}, ?)`)];
}

const comparisons: Readonly<Record<string, readonly string[]>> = {
  '=': ['<>', '>='],
  '<': ['<=', '>'],
  '>': ['>=', '<'],
};

/** Makes each term of a condition always true and always false, and replaces its comparison. */
function mutateWhere(tokens: readonly SqlToken[], script: string): Mutation[] {
  return splitAt(tokens, 'AND').flatMap((term) => {
    const span = spanOfTokens(term);
    const text = textAt(script, span);
    return [
      mutate('sql-term-true', span, `(${text} OR 1)`),
      mutate('sql-term-false', span, `(${text} AND 0)`),
      ...term.flatMap((token) => [...mutateComparison(token), ...dropFunction(term, token)]),
    ];
  });
}

function mutateComparison(token: SqlToken): Mutation[] {
  const others = comparisons[token.text] ?? [];
  return others.map((other) => mutate(`sql-comparison:${other}`, token, other));
}

/** Replaces `datetime(column)` by `column`. */
function dropFunction(term: readonly SqlToken[], token: SqlToken): Mutation[] {
  const at = term.indexOf(token);
  const [open, argument, close] = term.slice(at + 1, at + 4);
  if (token.kind !== 'word' || open?.text !== '(' || argument === undefined) return [];
  if (argument.kind !== 'word' || close?.text !== ')') return [];
  const name = argument.text.toLowerCase();
  return [mutate('sql-function-dropped', { start: token.start, end: close.end }, name)];
}

function mutateOrder(tokens: readonly SqlToken[], script: string): Mutation[] {
  const items = splitAt(tokens, ',');
  const spans = items.map(spanOfTokens);
  return [
    ...items.flatMap(flipDirection),
    ...(spans.length > 1 ? removeEach('sql-order-removed', spans) : []),
    ...swapNeighbors('sql-order-swapped', script, spans),
  ];
}

function flipDirection(item: readonly SqlToken[]): Mutation[] {
  const last = item.at(-1);
  if (last === undefined) return [];
  if (last.text === 'DESC') return [mutate('sql-direction', last, 'ASC')];
  if (last.text === 'ASC') return [mutate('sql-direction', last, 'DESC')];
  return [mutate('sql-direction', { start: last.end, end: last.end }, ' DESC')];
}

/** Increments and decrements a bound, and removes it. */
function mutateBound(rule: string, [value]: readonly SqlToken[]): Mutation[] {
  if (value === undefined) return [];
  return [
    mutate(`${rule}+1`, value, '? + 1'),
    mutate(`${rule}-1`, value, '? - 1'),
    mutate(`${rule}-none`, value, '? * 0 - 1'),
  ];
}

function mutateConflict(tokens: readonly SqlToken[]): Mutation[] {
  const [upsert, resolution] = [findWords(tokens, 'ON CONFLICT'), findWords(tokens, 'OR IGNORE')];
  const remove = (from: number, to: number) =>
    mutate('sql-conflict-removed', spanOfTokens(tokens.slice(from, to)), '');
  return [
    ...(upsert === -1 ? [] : [remove(upsert, tokens.length)]),
    ...(resolution === -1 ? [] : [remove(resolution, resolution + 2)]),
    ...tokens
      .slice(resolution + 1, resolution === -1 ? 0 : resolution + 2)
      .map((ignore) => mutate('sql-conflict-replace', ignore, 'REPLACE')),
  ];
}
