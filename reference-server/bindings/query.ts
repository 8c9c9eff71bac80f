import {
  abort,
  chargeLong,
  longTime,
  type Natives,
  type Value,
  WrenList,
  type WrenQuery,
  wrenNull,
} from '../../interpreter/index.js';
import { addOrderBy } from '../database/order-by.js';
import type { PreparedStatement } from '../database/statements.js';
import { type SqlCell, type SqlParameter, toSql } from '../database/values.js';
import { currentScriptHost } from '../script-host.js';
import { checkWholeNumber } from './check-whole-number.js';
import { abortByDatabase } from './database-fault.js';

const noParameters: readonly SqlParameter[] = [];

function toParameters(value: Value): readonly SqlParameter[] {
  if (!(value instanceof WrenList)) abort('Parameters must be a list.');
  return value.items.map((item, index) => {
    if (typeof item === 'string') chargeLong(item);
    return toSql(item, index + 1);
  });
}

/** Prepares a query's statement and does something with it; SQLite's errors end the script. */
function execute<Result>(query: WrenQuery, act: (statement: PreparedStatement) => Result): Result {
  const host = currentScriptHost();
  try {
    return host.statements.execute(query.sql, host, act);
  } catch (error) {
    return abortByDatabase(error, `, in the SQL statement: ${query.sql.trim()}`);
  }
}

function rowsToList(statement: PreparedStatement, rows: readonly SqlCell[][]): WrenList {
  return new WrenList(rows.map((cells) => statement.toMap(cells)));
}

function first(query: WrenQuery, parameters: readonly SqlParameter[]): Value {
  return execute(query, (statement) => {
    const cells = statement.first(parameters);
    return cells === undefined ? wrenNull : statement.toMap(cells);
  });
}

function fetch(query: WrenQuery, parameters: readonly SqlParameter[]): Value {
  return execute(query, (statement) => rowsToList(statement, statement.all(parameters)));
}

/** INSERT gives the new row's id, or null when it added none; what else returns rows, its rows. */
function run(query: WrenQuery, parameters: readonly SqlParameter[]): Value {
  const { statements } = currentScriptHost();
  return execute(query, (statement) => {
    if (!statement.returnsRows) {
      const { changes, lastRowId } = statement.run(parameters);
      if (!statement.isInsert) return changes;
      return changes === 0 ? wrenNull : lastRowId;
    }
    const rows = statement.all(parameters);
    if (!statement.isInsert) return rowsToList(statement, rows);
    return rows.length === 0 ? wrenNull : statements.lastRowId();
  });
}

function toAllowedColumns(value: Value): readonly [string, ...string[]] {
  const names = value instanceof WrenList ? value.items : [];
  const [head, ...rest] = names.filter((name) => typeof name === 'string');
  if (head === undefined || rest.length + 1 < names.length) {
    abort('Allowed columns must be a list of at least one column name, all of them strings.');
  }
  return [head, ...rest];
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
  return query.derive(addOrderBy(query.sql, ordering));
}

function lackOfColumns(): never {
  return abort('order needs a column, a direction and the list of the allowed columns.');
}

/**
 * The methods of query literals (§1). Each `?` stands for a parameter of the list.
 *
 *     `SELECT * FROM notes WHERE id = ?`.first([id])          // a map by column name, or null
 *     `SELECT * FROM notes`.fetch                             // a list of maps
 *     `INSERT INTO notes (text) VALUES (?)`.query([text])     // the new row's id
 *     `DELETE FROM notes WHERE id = ?`.query([id])            // the number of changed rows
 *     `SELECT * FROM notes`.order(Request.get("sort"), "desc", ["id", "text"], 20).fetch
 *
 * - Parameters may be strings, numbers, booleans (1 and 0) and null. A mistake in SQL ends the
 *   script with SQLite's message.
 * - `query` of an INSERT that adds no row (`ON CONFLICT DO NOTHING`) is null; of a SELECT, and of
 *   RETURNING in others than INSERT, it is the list of rows.
 * - `order(column, direction, allowed)` returns another query, sorted by the column if it is in
 *   the list, by the list's first one otherwise; `desc` in any case sorts downwards, all else
 *   upwards. A fourth argument limits the number of rows.
 */
export const queryMethods: Natives = longTime({
  first(this: WrenQuery) {
    return first(this, noParameters);
  },
  'first()'(this: WrenQuery) {
    return first(this, noParameters);
  },
  'first(_)'(this: WrenQuery, parameters: Value) {
    return first(this, toParameters(parameters));
  },
  fetch(this: WrenQuery) {
    return fetch(this, noParameters);
  },
  'fetch()'(this: WrenQuery) {
    return fetch(this, noParameters);
  },
  'fetch(_)'(this: WrenQuery, parameters: Value) {
    return fetch(this, toParameters(parameters));
  },
  query(this: WrenQuery) {
    return run(this, noParameters);
  },
  'query()'(this: WrenQuery) {
    return run(this, noParameters);
  },
  'query(_)'(this: WrenQuery, parameters: Value) {
    return run(this, toParameters(parameters));
  },
  'order(_)': lackOfColumns,
  'order(_,_)': lackOfColumns,
  'order(_,_,_)'(this: WrenQuery, column: Value, direction: Value, allowed: Value) {
    return order(this, column, direction, allowed);
  },
  'order(_,_,_,_)'(this: WrenQuery, column: Value, direction: Value, allowed: Value, limit: Value) {
    return order(this, column, direction, allowed, limit);
  },
});
