import type { Expr, FunctionTail } from 'sqlite3-parser';
import { translateCondition, translateExpression } from '../expressions.js';
import type { Piece } from '../piece.js';
import type { Statement } from '../statement.js';
import { type Aggregate, aggregates } from './aggregates.js';
import { jsonFunctions } from './json.js';
import { type Call, inForms, type Rule } from './rules.js';
import { scalarFunctions } from './scalars.js';
import { timeFunctions } from './times.js';
import { translateOver, windowFunctions } from './windows.js';

/** Functions of SQLite that have no counterpart, with what to write instead. */
const refused: Readonly<Record<string, string>> = {
  last_insert_rowid: 'take the id that query gives for an INSERT, or use RETURNING',
  changes: 'take the number that query gives for an UPDATE or DELETE',
  total_changes: 'add up the numbers that query gives',
  sqlite_version: 'ask Db.engine which database it is',
  timediff: 'subtract what julianday or unixepoch give',
  soundex: 'store a key for the search beside the text',
  match: 'use LIKE, or PostgreSQL’s own SQL where Db.engine says so',
  json_tree: 'use json_each for each level',
  jsonb: 'use json',
};

/** All functions that make a value of values. */
const scalars: Readonly<Record<string, Rule>> = {
  ...scalarFunctions,
  ...timeFunctions,
  ...jsonFunctions,
};

/** A call of a function, with FILTER and OVER. */
export function translateFunction(statement: Statement, call: Call): Piece {
  const name = call.name.name.toLowerCase();
  const args = call.type === 'FunctionCallExpr' ? (call.args ?? []) : [];
  const aggregate = findAggregate(name, args.length);
  if (aggregate !== undefined) return translateAggregate(statement, call, aggregate, args);
  const overWindow = windowFunctions[name];
  if (overWindow !== undefined) {
    checkCount(statement, call, args.length, overWindow.least, overWindow.forms.length);
    const pieces = args.map((arg) => translateExpression(statement, arg));
    const sql = `pg_catalog.${name}(${inForms(statement, pieces, overWindow.forms)})`;
    return { sql: `${sql}${translateTail(statement, call.filterOver)}`, kind: overWindow.kind };
  }
  const rule = Object.hasOwn(scalars, name) ? scalars[name] : undefined;
  if (rule === undefined || (name === 'sha256' && !statement.isMigration)) {
    const instead = Object.hasOwn(refused, name) ? refused[name] : undefined;
    return statement.refuse(call, `There is no function ${name} on PostgreSQL`, instead);
  }
  checkCount(statement, call, args.length, rule.least, rule.most);
  return rule.make(
    statement,
    args.map((arg) => translateExpression(statement, arg)),
    call,
  );
}

/** With several arguments `min` and `max` are no aggregates. */
function findAggregate(name: string, count: number): Aggregate | undefined {
  if ((name === 'min' || name === 'max') && count > 1) return undefined;
  return Object.hasOwn(aggregates, name) ? aggregates[name] : undefined;
}

/** Whether a call is one of an aggregate function that makes one row of many. */
export function isAggregate(call: Call): boolean {
  if (call.filterOver?.overClause !== undefined) return false;
  const count = call.type === 'FunctionCallExpr' ? (call.args?.length ?? 0) : 0;
  return findAggregate(call.name.name.toLowerCase(), count) !== undefined;
}

function checkCount(
  statement: Statement,
  call: Call,
  count: number,
  least: number,
  most: number,
): void {
  if (count >= least && count <= most) return;
  statement.refuse(call, `wrong number of arguments to function ${call.name.name}()`);
}

function translateAggregate(
  statement: Statement,
  call: Call,
  { least, most, make }: Aggregate,
  args: readonly Expr[],
): Piece {
  checkCount(statement, call, args.length, least, most);
  const isOverWindow = call.filterOver?.overClause !== undefined;
  // The columns within an aggregate are those of all rows; within a window those of the groups.
  const scope = isOverWindow ? {} : { grouping: undefined };
  const { sql, made } = statement.within(scope, () => {
    const inner = make(
      statement,
      args.map((arg) => translateExpression(statement, arg)),
      call,
    );
    return { made: inner, sql: `${inner.call}${translateTail(statement, call.filterOver)}` };
  });
  return {
    sql: made.wrap === undefined ? sql : made.wrap(sql),
    kind: made.kind,
    ...(made.isJson ? { isJson: true } : {}),
  };
}

function translateTail(statement: Statement, tail: FunctionTail | undefined): string {
  if (tail === undefined) return '';
  const { filterClause, overClause } = tail;
  const filter = filterClause
    ? ` FILTER (WHERE ${translateCondition(statement, filterClause)})`
    : '';
  return filter + (overClause ? ` OVER ${translateOver(statement, overClause)}` : '');
}
