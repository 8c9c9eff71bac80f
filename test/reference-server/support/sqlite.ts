import type { Database as Connection } from 'better-sqlite3';
import type { Database } from '../../../reference-server/database/database.js';
import { SqliteDatabase } from '../../../reference-server/database/sqlite/sqlite-database.js';

/** The connection of a SQLite database. */
export function connectionOf(database: Database): Connection {
  if (database instanceof SqliteDatabase) return database.connection;
  throw new Error('The database is not a file.');
}
