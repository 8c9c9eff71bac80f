import type { Database } from 'better-sqlite3';

/** Whether the database has a table. */
export function hasTable(database: Database, name: string): boolean {
  const table = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?";
  return database.prepare(table).get(name) !== undefined;
}

/** The names of a table's columns. */
export function columnsOf(database: Database, table: string): ReadonlySet<string> {
  const select = database.prepare<[string], string>('SELECT name FROM pragma_table_info(?)');
  return new Set(select.pluck().all(table));
}
