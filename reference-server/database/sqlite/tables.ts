import type { Database } from 'better-sqlite3';

/** The names of a table's columns. */
export function columnsOf(database: Database, table: string): ReadonlySet<string> {
  const select = database.prepare<[string], string>('SELECT name FROM pragma_table_info(?)');
  return new Set(select.pluck().all(table));
}
