import { abort, currentHost, type Execution, reserveMemory } from '../../interpreter/index.js';
import type {
  Database,
  DatabaseClient,
  DatabaseUser,
  Migrations,
  QueryRunner,
} from '../database/database.js';
import type { Project } from '../project/load.js';
import type { ServerLimits } from './limits.js';
import type { Log } from './log.js';

/** The service that scripts run in: the project with its database. */
export interface ScriptService {
  readonly project: Project;
  /** Errors of the scripts on disk; undefined when there are none. */
  readonly problem: string | undefined;
  readonly database: Database;
  /** Migrations that a later release of the project has applied. */
  readonly newerMigrations: readonly string[];
  readonly limits: ServerLimits;
  /** Whether clients see the faults of scripts. */
  readonly dev: boolean;
  readonly log: Log;
  /** What the author of a script that failed can write instead; undefined when the message says it. */
  adviseOn(fault: unknown, host: ScriptHost): string | undefined;
}

/** A call of a native that returned null. */
export interface NullOrigin {
  /** Such as `Request.get`. */
  readonly method: string;
  /** The text that it was called with, a byte string; undefined for a query. */
  readonly text?: string;
}

/** The host of a run, which serves a request or applies migrations: access to the database. */
export class ScriptHost implements DatabaseUser {
  readonly database: Database;
  readonly queryRunner: QueryRunner;
  /** Target of `Db.migrate`; undefined outside of `_migration.wren`. */
  readonly migrations: Migrations | undefined;
  deadline = Infinity;
  isGuarded = false;
  /** The run that waits for the database; undefined with a database that answers immediately. */
  execution: Execution | undefined;
  /** The last call that returned null, to explain a fault caused by that null. */
  lastNull: NullOrigin | undefined;

  constructor(database: Database, migrations?: Migrations) {
    this.database = database;
    this.migrations = migrations;
    this.queryRunner = database.openQueryRunner(this);
  }

  get client(): DatabaseClient | undefined {
    return undefined;
  }

  /** @throws WrenAbort when the run exceeds its memory limit */
  reserve(bytes: number): void {
    // While this run is suspended, the current run is a different one.
    if (this.execution === undefined) reserveMemory(bytes);
    else this.execution.reserve(bytes);
  }
}

/** Host of the current run. For natives only. */
export function currentScriptHost(): ScriptHost {
  return checkScriptHost(currentHost());
}

/** @throws WrenAbort when the script runs without a server */
export function checkScriptHost(host: unknown): ScriptHost {
  return host instanceof ScriptHost ? host : abort('This script runs without a server.');
}
