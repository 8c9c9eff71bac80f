import {
  type Translation,
  type TranslationOptions,
  translate,
} from './sqlite-on-postgres/index.js';

/** What scripts can write instead of constructs that are refused on PostgreSQL. */
export const adviceForScripts: Readonly<Record<string, string>> = {
  last_insert_rowid: 'use the id that query returns for an INSERT, or RETURNING',
  changes: 'use the number that query returns for an UPDATE or DELETE',
  total_changes: 'add up the numbers that query returns',
  sqlite_version: 'use Db.engine',
  match: 'use LIKE, or PostgreSQL’s own SQL if Db.engine is "postgresql"',
  transaction: 'use Db.transaction',
  'virtual table':
    'use an ordinary table, and search with PostgreSQL’s own SQL if Db.engine is "postgresql"',
};

/**
 * Translates a statement of a script or a migration.
 *
 * @throws TranslationError
 */
export function translateForScripts(
  sql: string,
  options: Omit<TranslationOptions, 'advice'> = {},
): Translation {
  return translate(sql, { ...options, advice: adviceForScripts });
}
