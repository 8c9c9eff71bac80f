import { abort, toBytes, WrenAbort } from '../../interpreter/index.js';
import { Database } from '../database/driver.js';
import { messageOf } from '../message-of.js';
import { currentScriptHost } from '../script-host.js';

/**
 * Ends the script by an error that came up while it used the database. Errors that are the
 * script's own, and the end of its budget, pass unchanged.
 *
 * @param place what follows SQLite's message, a byte string
 */
export function abortByDatabase(error: unknown, place: string): never {
  if (error instanceof WrenAbort) throw error;
  const message = toBytes(messageOf(error)) + place;
  if (error instanceof Database.SqliteError) {
    currentScriptHost().databaseFault = { message, code: error.code };
  }
  return abort(message);
}
