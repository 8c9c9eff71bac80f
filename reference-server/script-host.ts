import { abort, currentHost } from '../interpreter/index.js';
import type { StatementClient, Statements, StatementUser } from './database/statements.js';

/** An error of SQLite's as a script meets it; its fiber may catch it. */
export interface DatabaseFault {
  /** What the script was ended with, a byte string. */
  readonly message: string;
  /** SQLite's name of the error, such as `SQLITE_BUSY`. */
  readonly code: string;
}

/** What a running script has of the server, whatever it runs for: the project's database. */
export abstract class ScriptHost implements StatementUser {
  readonly statements: Statements;
  /** The last error of the database, if there was one. */
  databaseFault: DatabaseFault | undefined;
  deadline = Infinity;

  constructor(statements: Statements) {
    this.statements = statements;
  }

  get client(): StatementClient | undefined {
    return undefined;
  }
}

/** The host of the script that runs right now. Only natives may ask. */
export function currentScriptHost(): ScriptHost {
  const host = currentHost();
  return host instanceof ScriptHost ? host : abort('This script runs without a server.');
}
