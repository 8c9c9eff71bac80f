import { abort, currentHost, type Execution, reserveMemory } from '../../interpreter/index.js';
import type { Database, DatabaseClient, DatabaseUser, QueryRunner } from '../database/database.js';

/** What a running script has of the server, whatever it runs for: the project's database. */
export abstract class ScriptHost implements DatabaseUser {
  readonly database: Database;
  readonly queryRunner: QueryRunner;
  deadline = Infinity;
  isGuarded = false;
  /** The run that waits for the database; undefined for one that never waits. */
  execution: Execution | undefined;
  /** The last text that wrote no number where one was read; the null that came of it can be a fault. */
  unreadNumber: string | undefined;

  constructor(database: Database) {
    this.database = database;
    this.queryRunner = database.openQueryRunner(this);
  }

  get client(): DatabaseClient | undefined {
    return undefined;
  }

  /** @throws WrenAbort when the script may not have that much */
  reserve(bytes: number): void {
    // While the script waits, another one runs.
    if (this.execution === undefined) reserveMemory(bytes);
    else this.execution.reserve(bytes);
  }
}

/** The host of the script that runs right now. Only natives may ask. */
export function currentScriptHost(): ScriptHost {
  return checkScriptHost(currentHost());
}

/** @throws WrenAbort for the host of a script that runs without a server */
export function checkScriptHost(host: unknown): ScriptHost {
  return host instanceof ScriptHost ? host : abort('This script runs without a server.');
}
