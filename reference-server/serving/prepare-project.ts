/** Prepares a project for serving: compiles the scripts, opens the database, applies migrations. */
import { fromBytes, WrenRuntimeError } from '../../interpreter/index.js';
import { quoteWord } from '../../kit/words.js';
import { adviseOn } from '../bindings/advice.js';
import { createInterpreterFactory } from '../bindings/interpreter.js';
import { type Database, DatabaseFault, type StatementWatch } from '../database/database.js';
import type { ConnectionWatch } from '../http/connections.js';
import { defaultLimits, findWrongLimit, type ServerLimits } from '../http/limits.js';
import { createLog, type Log, type LogFormat } from '../http/log.js';
import type { RunWatch } from '../http/run-queue.js';
import { ScriptHost } from '../http/script-host.js';
import { ProjectError } from '../project/errors.js';
import { type DatabasePlace, databaseOf } from '../project/folders.js';
import { loadProject, type Project } from '../project/load.js';
import {
  findSimilarNames,
  type ModuleName,
  type ProjectFiles,
  scanProject,
} from '../project/scan.js';
import { engineOf, openDatabase, statementCheckOf } from './open-database.js';

/** Options of a server, except for its address. */
export interface ServerOptions {
  /** The project's folder. */
  readonly project: string;
  /** SQLite file, or address of PostgreSQL (`postgres://…`). Default: the file of `databaseOf`. */
  readonly database?: string;
  /** Longest wait for an unreachable PostgreSQL at the start, in milliseconds. Default: 0. */
  readonly startWait?: number | undefined;
  /** Folder that relative paths start from. Default: the current folder of the process. */
  readonly cwd?: string;
  /**
   * Development mode: clients see the faults of scripts, changed scripts are reloaded, and scripts
   * with compile errors do not prevent the start.
   */
  readonly dev?: boolean;
  /** Limits of requests and scripts. Default for each: its value in `defaultLimits`. */
  readonly limits?: Partial<ServerLimits>;
  /**
   * Whether all migrations have been applied, so that they are not run. PostgreSQL need not be
   * reachable then: a worker may be replaced during an outage.
   */
  readonly isMigrated?: boolean;
  /** What another process has found when it applied the migrations; `/__health` names it. */
  readonly newerMigrations?: readonly string[];
  /**
   * Whether a database that a later release of the project has migrated is served. Default: only in
   * development mode.
   */
  readonly allowNewerDatabase?: boolean | undefined;
  /** Watches scripts and statements. Without it, an endless statement blocks the process. */
  readonly watch?: StatementWatch & ConnectionWatch & RunWatch;
  /** Receives the log, in texts that end with a line feed. Default: no log. */
  readonly log?: (text: string) => void;
  /** Default: `text`. */
  readonly logFormat?: LogFormat;
  /** Whether to log each request. Default: false. */
  readonly logRequests?: boolean;
}

/**
 * Limits of a server, with defaults for those not set.
 *
 * @throws ProjectError when a limit cannot be used
 */
export function limitsOf(options: ServerOptions): ServerLimits {
  const limits = { ...defaultLimits, ...options.limits };
  const problem = findWrongLimit(limits);
  if (problem !== undefined) throw new ProjectError(problem);
  return limits;
}

/** Log of a server. */
export function logOf({ logFormat = 'text', log = () => undefined }: ServerOptions): Log {
  return createLog(logFormat, log);
}

/** Place or address of a project's database. */
function locationOf(
  project: Project,
  { database, cwd = process.cwd() }: ServerOptions,
): DatabasePlace {
  return database === undefined ? databaseOf(project.files.layers[0], cwd) : { file: database };
}

/** Names a database that an update of the package would delete. */
function noteFormerPlace({ file, movesTo }: DatabasePlace, log: Log): void {
  if (movesTo === undefined) return;
  log.noted(
    `The database ${file} was created by an earlier release, in a folder that an update replaces. ` +
      `To keep it, stop the server, then run:\n  mv ${quoteWord(file)} ${quoteWord(movesTo)}`,
  );
}

function noteSimilarNames({ files: { endpoints } }: Project, log: Log): void {
  for (const [one, other] of findSimilarNames(endpoints.values())) {
    log.noted(
      `The scripts ${one} and ${other} differ only in upper and lower case: Windows and macOS can ` +
        'keep only one of them.',
    );
  }
}

/** Scans a project and compiles its scripts. */
export function loadFolder(options: ServerOptions): Promise<Project> {
  return compileScripts(scanProject(options.project), options);
}

async function compileScripts(files: ProjectFiles, { database }: ServerOptions): Promise<Project> {
  const engine = database === undefined ? 'sqlite' : engineOf(database);
  const findProblem = await statementCheckOf(engine);
  return loadProject(files, createInterpreterFactory(engine, findProblem));
}

const unfinished = 'The migrations ended with an open transaction, which was rolled back.';

async function runScripts(project: Project, host: ScriptHost, log: Log): Promise<void> {
  const write = (bytes: string): void => log.printed(fromBytes(bytes));
  let isUnfinished = false;
  try {
    for (const migration of project.migrations) await migration.start({ host, write });
  } catch (error) {
    if (!(error instanceof WrenRuntimeError)) throw error;
    const parts = [fromBytes(error.trace().trimEnd()), adviseOn(error, host)];
    throw new ProjectError(parts.filter((part) => part !== undefined).join('\n'), 1);
  } finally {
    isUnfinished = await host.queryRunner.end();
  }
  if (isUnfinished) throw new ProjectError(unfinished, 1);
}

/**
 * Judges a database that a later release of the project has migrated: the scripts expect other
 * tables.
 *
 * @throws ProjectError unless it is allowed
 */
function judgeNewer(
  names: readonly string[],
  { name }: Database,
  { allowNewerDatabase, dev = false }: ServerOptions,
  log: Log,
): void {
  if (names.length === 0) return;
  const newer =
    `The database "${name}" is newer than the project, which does not declare migrations that ` +
    `were applied to it: ${names.join(', ')}.`;
  if (allowNewerDatabase ?? dev) log.noted(newer);
  else {
    throw new ProjectError(
      `${newer} Serve the release that applied them, or start with --allow-newer-database.`,
    );
  }
}

/**
 * Runs the `_migration.wren` of a project, after those of its bases. Logs each applied migration
 * whose SQL has changed since.
 *
 * @returns the names of migrations that a later release of the project has applied
 * @throws ProjectError when a migration fails, with its name, the SQL error and the script's line.
 *   The migrations before it stay applied; the failed one is rolled back. Also for a newer
 *   database, unless it is allowed.
 */
export async function runMigrations(
  project: Project,
  database: Database,
  options: ServerOptions,
): Promise<readonly string[]> {
  const log = logOf(options);
  const migrations = await database.openMigrations(project.files.name);
  await runScripts(project, new ScriptHost(database, migrations), log);
  database.limitWaits();
  for (const name of migrations.changed) {
    log.noted(
      `The migration "${name}" has changed since it was applied. It is not applied again: put ` +
        'the change into a new migration.',
    );
  }
  const newer = await migrations.findUndeclared();
  judgeNewer(newer, database, options, log);
  await migrations.finish((text) => log.noted(text));
  // A migration may rename columns.
  database.forget();
  return newer;
}

/** File or address of a project's database. */
export function locateDatabase(project: Project, options: ServerOptions): string {
  const location = locationOf(project, options);
  if (!options.isMigrated) noteFormerPlace(location, logOf(options));
  return location.file;
}

/** An open database, and the migrations that a later release of the project has applied to it. */
export interface MigratedDatabase {
  readonly database: Database;
  readonly newerMigrations: readonly string[];
}

/** Opens a project's database and applies all migrations, unless they have been applied. */
export async function openMigrated(
  project: Project,
  options: ServerOptions,
): Promise<MigratedDatabase> {
  const { watch, startWait } = options;
  const { databaseWait, startLock, databaseConnections: connections } = limitsOf(options);
  const database = await openDatabase(locateDatabase(project, options), {
    ...(options.isMigrated ? {} : { startLockWait: startLock }),
    ...{
      lockWait: databaseWait,
      connections,
      watch,
      note: (text) => logOf(options).noted(text),
      mayBeUnreachable: options.isMigrated ?? false,
    },
    startWait,
  });
  try {
    const { isMigrated = false, newerMigrations = [] } = options;
    if (isMigrated) return { database, newerMigrations };
    noteSimilarNames(project, logOf(options));
    return { database, newerMigrations: await runMigrations(project, database, options) };
  } catch (error) {
    await database.close();
    if (!(error instanceof DatabaseFault)) throw error;
    throw new ProjectError(`The database "${database.name}" cannot be used: ${error.message}.`);
  }
}

/**
 * Compiles the scripts of a project.
 *
 * @throws ProjectError when a limit cannot be used, or scripts have errors, unless in development mode
 */
export async function loadSound(options: ServerOptions): Promise<Project> {
  limitsOf(options);
  return demandSound(await loadFolder(options), options);
}

function demandSound(project: Project, { dev = false }: ServerOptions): Project {
  if (project.problem !== undefined && !dev) throw new ProjectError(project.problem);
  return project;
}

/**
 * Compiles the scripts of a project, opens its database and applies its migrations.
 *
 * @throws ProjectError when the project cannot be served
 */
export async function prepareProject(
  options: ServerOptions,
): Promise<MigratedDatabase & { readonly project: Project }> {
  const project = await loadSound(options);
  return { project, ...(await openMigrated(project, options)) };
}

/**
 * Opens the database of a project and applies its migrations, as a server does when it starts. The
 * endpoint scripts may have errors, and the database may be newer than the project.
 *
 * @throws ProjectError when the migrations have errors, or the database cannot be used
 */
export async function openProjectDatabase(options: ServerOptions): Promise<Database> {
  const files = { ...scanProject(options.project), endpoints: new Map<string, ModuleName>() };
  const project = demandSound(await compileScripts(files, options), options);
  return (await openMigrated(project, { allowNewerDatabase: true, ...options })).database;
}
