import {
  abort,
  charge,
  chargeLong,
  classOf,
  longTime,
  type Natives,
  type Value,
  WrenList,
  type WrenQuery,
  wrenNull,
} from '../../interpreter/index.js';
import type { MaybePromise, Outcome } from '../database/database.js';
import type { RowMap } from '../database/row-map.js';
import { addOrderBy, longestStatement } from '../database/sql-text.js';
import { type SqlParameter, toSql } from '../database/values.js';
import type { ScriptHost } from '../http/script-host.js';
import { checkWholeNumber } from './arguments.js';
import { databaseNatives, useDatabase } from './database-natives.js';

const noParameters: readonly SqlParameter[] = [];

/** @param method name of the method, for the message */
function toParameters(value: Value, method: string): readonly SqlParameter[] {
  if (!(value instanceof WrenList)) {
    abort(`Parameters must be a list, even a single one: write ${method}([value]).`);
  }
  return value.items.map((item, index) => {
    if (typeof item === 'string') chargeLong(item);
    return toSql(item, index + 1);
  });
}

const toList = (rows: RowMap[]): Value => new WrenList(rows);
const toValue = (outcome: Outcome): Value =>
  Array.isArray(outcome) ? new WrenList(outcome) : (outcome ?? wrenNull);

function first(
  host: ScriptHost,
  query: WrenQuery,
  parameters: readonly SqlParameter[],
): MaybePromise<Value> {
  const orNull = (row: RowMap | undefined): Value => {
    if (row !== undefined) return row;
    host.lastNull = { method: 'first' };
    return wrenNull;
  };
  return useDatabase(() => host.queryRunner.first(query.sql, parameters), orNull, query);
}

function fetch(
  { queryRunner }: ScriptHost,
  query: WrenQuery,
  parameters: readonly SqlParameter[],
): MaybePromise<Value> {
  return useDatabase(() => queryRunner.all(query.sql, parameters), toList, query);
}

function run(
  { queryRunner }: ScriptHost,
  query: WrenQuery,
  parameters: readonly SqlParameter[],
): MaybePromise<Value> {
  return useDatabase(() => queryRunner.run(query.sql, parameters), toValue, query);
}

function toAllowedColumns(value: Value): readonly [string, ...string[]] {
  if (!(value instanceof WrenList)) {
    abort('Allowed columns must be a list, even a single one: order(column, direction, ["id"]).');
  }
  const [head, ...rest] = value.items.map((name) =>
    typeof name === 'string'
      ? name
      : abort(`Allowed columns must be strings, but one is of class ${classOf(name).name}.`),
  );
  if (head !== undefined) return [head, ...rest];
  return abort(
    'Allowed columns must not be empty: list the columns to sort by, the default first, ' +
      'as in order(column, direction, ["id", "name"]).',
  );
}

function order(
  query: WrenQuery,
  column: Value,
  direction: Value,
  allowed: Value,
  limit?: Value,
): Value {
  const ordering = {
    column: typeof column === 'string' ? column : undefined,
    direction: typeof direction === 'string' ? direction : undefined,
    allowed: toAllowedColumns(allowed),
    limit: limit === undefined ? undefined : checkWholeNumber(limit, 'Limit', 0),
  };
  const names = ordering.allowed.reduce((sum, { length }) => sum + length, query.sql.length);
  charge(names);
  if (names > longestStatement) abort(`A statement can have at most ${longestStatement} bytes.`);
  return query.derive(addOrderBy(query.sql, ordering));
}

function rejectArguments(): never {
  return abort('order needs a column, a direction and the list of the allowed columns.');
}

/**
 * The methods of query literals (§1). The list of parameters has one value for each `?`.
 *
 *     `SELECT * FROM notes WHERE id = ?`.first([id])          // map by column name, or null
 *     `SELECT * FROM notes`.fetch                             // list of maps
 *     `INSERT INTO notes (text) VALUES (?)`.query([text])     // id of the new row
 *     `DELETE FROM notes WHERE id = ?`.query([id])            // number of changed rows
 *     `SELECT * FROM notes`.order(Request.get("sort"), "desc", ["id", "text"], 20).fetch
 *
 * - Parameters are strings, numbers, booleans (stored as 1 and 0) and null. An error in the SQL
 *   ends the script with the message of the database.
 * - `query` returns the id of the row that an INSERT has added or changed (`ON CONFLICT DO UPDATE`),
 *   of the last one if there are several; null when there is none, or the table has no
 *   `INTEGER PRIMARY KEY` (on SQLite: is `WITHOUT ROWID`). It returns the list of
 *   rows for a SELECT and for RETURNING in statements other than INSERT.
 * - `order(column, direction, allowed)` returns a new query, sorted by the column if the list
 *   contains it, else by the first column of the list; `desc`, case-insensitive, sorts in
 *   descending order, any other value in ascending order. A fourth argument limits the number of
 *   rows.
 *
 * @param suspends whether the database answers asynchronously and suspends scripts
 */
export function queryMethods(suspends: boolean): Natives {
  return { ...databaseNatives(suspends, databaseMethods), ...orderMethods };
}

const databaseMethods = {
  first(this: WrenQuery, host: ScriptHost) {
    return first(host, this, noParameters);
  },
  'first(_)'(this: WrenQuery, host: ScriptHost, parameters: Value) {
    return first(host, this, toParameters(parameters, 'first'));
  },
  fetch(this: WrenQuery, host: ScriptHost) {
    return fetch(host, this, noParameters);
  },
  'fetch(_)'(this: WrenQuery, host: ScriptHost, parameters: Value) {
    return fetch(host, this, toParameters(parameters, 'fetch'));
  },
  query(this: WrenQuery, host: ScriptHost) {
    return run(host, this, noParameters);
  },
  'query(_)'(this: WrenQuery, host: ScriptHost, parameters: Value) {
    return run(host, this, toParameters(parameters, 'query'));
  },
};

const orderMethods = longTime({
  'order(_)': rejectArguments,
  'order(_,_)': rejectArguments,
  'order(_,_,_)'(this: WrenQuery, column: Value, direction: Value, allowed: Value) {
    return order(this, column, direction, allowed);
  },
  'order(_,_,_,_)'(this: WrenQuery, column: Value, direction: Value, allowed: Value, limit: Value) {
    return order(this, column, direction, allowed, limit);
  },
});
