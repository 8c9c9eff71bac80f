/** What SQLite's errors mean to those who use it. */
import { DatabaseFault, type FaultKind } from '../database.js';
import { sqliteDriver } from './driver.js';

const kinds: readonly [code: RegExp, kind: FaultKind][] = [
  [/^SQLITE_(?:BUSY|LOCKED)/, 'busy'],
  [/^SQLITE_(?:CORRUPT|NOTADB)/, 'damaged'],
  [/^SQLITE_(?:FULL|READONLY|IOERR|CANTOPEN)/, 'unavailable'],
  [/^SQLITE_CONSTRAINT_FOREIGNKEY$/, 'reference'],
];

/** Whether an error says that others hold a lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof sqliteDriver().SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/** An error of SQLite's as a DatabaseFault; any other error as it is. */
export function toFault(error: unknown): unknown {
  if (!(error instanceof sqliteDriver().SqliteError)) return error;
  const { code, message } = error;
  const kind = kinds.find(([pattern]) => pattern.test(code))?.[1] ?? 'statement';
  return new DatabaseFault(kind, message, code, { cause: error });
}
