import {
  abort,
  fromBytes,
  type HostClass,
  toBytes,
  type Value,
  WrenQuery,
  wrenNull,
} from '../../interpreter/index.js';
import { currentMigrations } from '../project/migration-host.js';
import { messageOf } from '../start-error.js';
import { checkString } from './arguments.js';

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

/**
 * The class `Db` (§1).
 *
 *     Db.migrate("001_notes", `CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL)`)
 *
 * `migrate(name, sql)` declares a migration, in `_migration.wren` only. It is applied once, in a
 * transaction; the SQL, a query or a string, may hold several statements.
 */
export const dbClass: HostClass = {
  name: 'Db',
  statics: { 'migrate(_,_)': migrate },
};
