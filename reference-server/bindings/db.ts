import {
  abort,
  checkFunction,
  checkString,
  fromBytes,
  type HostClass,
  longTime,
  toBytes,
  type Value,
  WrenQuery,
  wrenNull,
} from '../../interpreter/index.js';
import { messageOf } from '../message-of.js';
import { currentMigrations } from '../migration-host.js';
import { currentScriptHost } from '../script-host.js';
import { abortByDatabase } from './database-fault.js';

/** SQL given as a query literal or as a string. */
function toSqlText(value: Value): string {
  return fromBytes(value instanceof WrenQuery ? value.sql : checkString(value, 'Migration SQL'));
}

function migrate(name: Value, sql: Value): Value {
  const migrations = currentMigrations();
  const text = toSqlText(sql);
  const label = fromBytes(checkString(name, 'Migration name'));
  try {
    migrations.apply(label, text);
    return wrenNull;
  } catch (error) {
    return abort(toBytes(messageOf(error)));
  }
}

/** Runs a block in a transaction, or in a part of one that can be undone by itself. */
function transact(block: Value): Value {
  const body = checkFunction(block, 'Block');
  if (body.arity > 0) abort('Block of a transaction must have no parameters.');
  const host = currentScriptHost();
  try {
    return host.statements.transact(host, () => body.code());
  } catch (error) {
    return abortByDatabase(error, ', in a transaction.');
  }
}

/**
 * The class `Db` (§1).
 *
 *     Db.migrate("001_notes", `CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL)`)
 *
 *     Db.transaction {
 *       `UPDATE accounts SET sum = sum - 5 WHERE id = 1`.query
 *       `UPDATE accounts SET sum = sum + 5 WHERE id = 2`.query
 *     }
 *
 * `migrate(name, sql)` declares a migration, in `_migration.wren` only. It is applied once, in a
 * transaction; the SQL, a query or a string, may hold several statements.
 *
 * `transaction(block)` runs a block whose writes are stored all together when it ends, and not at
 * all when a fault ends it. It returns what the block returns. Inside of another transaction only
 * the inner block's writes are undone. The block may not give way to another fiber.
 */
export const dbClass: HostClass = {
  name: 'Db',
  statics: longTime({ 'migrate(_,_)': migrate, 'transaction(_)': transact }),
};
