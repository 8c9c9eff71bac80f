/** A project made ready to be served: scripts compiled, database opened and up to date. */
import type { Server } from 'node:http';
import type { Database } from 'better-sqlite3';
import { createProjectInterpreter } from './bindings/classes.js';
import { defaultLimits, type ServerLimits } from './config.js';
import { Database as Driver } from './database/driver.js';
import { openDatabase } from './database/open.js';
import { Statements, type StatementWatch } from './database/statements.js';
import { type Reloadable, reloadOnChange } from './dev/reload.js';
import type { ConnectionWatch } from './http/connections.js';
import { createHttpServer, type Observer } from './http/listener.js';
import { logWhenAnswered } from './http/request-log.js';
import type { RunWatch } from './http/run-queue.js';
import type { ScriptService } from './http/script-service.js';
import { createLog, type LogFormat } from './log/create-log.js';
import type { Log } from './log/log.js';
import { loadProject, type Project } from './project/load.js';
import { databaseOf } from './project/locate.js';
import { runMigrations } from './project/run-migrations.js';
import { type ProjectFiles, scanProject } from './project/scan.js';
import { ProjectError } from './project-error.js';

/** What to serve and how. */
export interface ServerOptions {
  /** The project's folder. */
  readonly project: string;
  /** The database file; unless given, the one that `databaseOf` names. */
  readonly database?: string;
  /** The current folder; the process's own unless given. */
  readonly cwd?: string;
  /**
   * For the person who writes the scripts: shows their faults to the client, and loads them again
   * when they change. Scripts with errors then do not keep the others from being served.
   */
  readonly dev?: boolean;
  readonly limits?: Partial<ServerLimits>;
  /** Whether the database has all migrations already, so that none is looked for. */
  readonly isMigrated?: boolean;
  /** Watches scripts and statements; unless given, a statement without end keeps this process for ever. */
  readonly watch?: StatementWatch & ConnectionWatch & RunWatch;
  /** Takes the log: what scripts print, the faults they end with. A text brings its line end. */
  readonly log?: (text: string) => void;
  /** `text` unless given. */
  readonly logFormat?: LogFormat;
  /** Whether each request is logged. */
  readonly logRequests?: boolean;
}

/** A project that is ready to be served: scripts compiled, migrations applied. */
export interface ReferenceServer {
  /** Not listening yet. */
  readonly server: Server;
  readonly project: ProjectFiles;
  readonly database: Database;
}

/** A server's limits, those that were left out filled in. */
export function limitsOf({ limits }: ServerOptions): ServerLimits {
  return { ...defaultLimits, ...limits };
}

/** The log that the options ask for. */
export function logOf({ logFormat = 'text', log = () => undefined }: ServerOptions): Log {
  return createLog(logFormat, log);
}

/** Applies the migrations of a project that are new to a database. */
function migrate(project: Project, database: Database, log: Log): void {
  runMigrations(project, new Statements(database), log);
}

/** A project's database with all migrations applied. */
function openMigrated(project: Project, options: ServerOptions): Database {
  const { cwd = process.cwd() } = options;
  const file = options.database ?? databaseOf(project.files.layers[0], cwd);
  const database = openDatabase(file, { busyTimeout: limitsOf(options).databaseWait });
  try {
    if (!options.isMigrated) migrate(project, database, logOf(options));
    return database;
  } catch (error) {
    database.close();
    if (!(error instanceof Driver.SqliteError)) throw error;
    throw new ProjectError(`The database "${file}" cannot be used: ${error.message}.`);
  }
}

/**
 * Compiles a project's scripts, opens its database and applies its migrations.
 *
 * @throws ProjectError when the project cannot be served
 */
export function prepareProject(options: ServerOptions): { project: Project; database: Database } {
  const project = loadProject(scanProject(options.project), createProjectInterpreter);
  const { dev = false } = options;
  if (project.problem !== undefined && !dev) throw new ProjectError(project.problem);
  return { project, database: openMigrated(project, options) };
}

/**
 * Opens the database of a project and applies its migrations, as a server does when it starts.
 *
 * @throws ProjectError
 */
export function openProjectDatabase(options: ServerOptions): Database {
  return prepareProject(options).database;
}

/**
 * Makes a server of a project's folder: compiles its scripts, opens its database and applies its
 * migrations.
 *
 * @throws ProjectError when the project cannot be served
 */
export function createServer(options: ServerOptions): ReferenceServer {
  const { dev = false } = options;
  const { project, database } = prepareProject(options);
  const statements = new Statements(database, options.watch);
  const [limits, log] = [limitsOf(options), logOf(options)];
  const service: ScriptService & Reloadable = {
    project,
    problem: project.problem,
    statements,
    limits,
    dev,
    log,
  };
  const observe: Observer = (request, response) => logWhenAnswered(request, response, log);
  const server = createHttpServer(
    service,
    options.logRequests ? observe : undefined,
    options.watch,
  );
  if (dev) {
    const load = () => loadProject(scanProject(options.project), createProjectInterpreter);
    const prepare = (loaded: Project): void => {
      migrate(loaded, database, log);
      statements.forget();
    };
    reloadOnChange(server, service, { load, prepare }, log);
  }
  return { server, project: project.files, database };
}
