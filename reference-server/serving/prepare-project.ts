/** A project made ready to be served: scripts compiled, database opened and up to date. */
import type { Server } from 'node:http';
import type { QueryCheck } from '../../interpreter/index.js';
import { createProjectInterpreter } from '../bindings/interpreter.js';
import { type Database, DatabaseFault, type StatementWatch } from '../database/database.js';
import { engineOf, openDatabase, statementCheckOf } from '../database/open.js';
import { type Reloadable, reloadOnChange } from '../dev/reload.js';
import type { ConnectionWatch } from '../http/connections.js';
import { createHttpServer, type Observer } from '../http/http-server.js';
import type { Log } from '../http/log.js';
import { createLog, type LogFormat, logWhenAnswered } from '../http/log.js';
import type { RunWatch } from '../http/run-queue.js';
import type { ScriptService } from '../http/service.js';
import { defaultLimits, type ServerLimits } from '../http/service.js';
import { ProjectError } from '../project/errors.js';
import { databaseOf } from '../project/folders.js';
import { loadProject, type Project } from '../project/load.js';
import { migrationScript, type ProjectFiles, scanProject } from '../project/scan.js';
import { runMigrations } from './run-migrations.js';

/** What to serve and how. */
export interface ServerOptions {
  /** The project's folder. */
  readonly project: string;
  /**
   * The database: a file, or the address of one of PostgreSQL that begins with `postgres://`; unless
   * given, the file that `databaseOf` names.
   */
  readonly database?: string;
  /** How long to wait for a database of PostgreSQL that is not there yet, in ms; 0 unless given. */
  readonly startWait?: number;
  /** The current folder; the process's own unless given. */
  readonly cwd?: string;
  /**
   * For the person who writes the scripts: shows their faults to the client, and loads them again
   * when they change. Scripts with errors then do not keep the others from being served.
   */
  readonly dev?: boolean;
  readonly limits?: Partial<ServerLimits>;
  /**
   * Whether the database has all migrations already, so that none is looked for; nor has one of
   * PostgreSQL to be there, as when a worker takes another one's place meanwhile.
   */
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

/** The file or the address of a project's database. */
function locationOf(project: Project, { database, cwd = process.cwd() }: ServerOptions): string {
  return database ?? databaseOf(project.files.layers[0], cwd);
}

/** Compiles a project's scripts for its kind of database. */
async function load({ project, database }: ServerOptions): Promise<Project> {
  const engine = database === undefined ? 'sqlite' : engineOf(database);
  const findProblem = await statementCheckOf(engine);
  const checkQuery: QueryCheck = (sql, { name, text }) =>
    mayAskEngine(name, text) ? undefined : findProblem?.(sql);
  return loadProject(scanProject(project), (modules) =>
    createProjectInterpreter(engine, modules, findProblem && checkQuery),
  );
}

/** Whether a script's statements may be for another engine, or for migrations, which are looked at later. */
function mayAskEngine(name: string, text: string): boolean {
  return name === migrationScript || text.includes('Db.engine');
}

/** A project's database with all migrations applied. */
async function openMigrated(project: Project, options: ServerOptions): Promise<Database> {
  const location = locationOf(project, options);
  const { watch, startWait } = options;
  const { databaseWait, databaseConnections: connections } = limitsOf(options);
  const database = await openDatabase(location, {
    ...{ lockWait: databaseWait, connections, watch, mayBeAway: options.isMigrated ?? false },
    ...(startWait === undefined ? {} : { startWait }),
  });
  try {
    if (!options.isMigrated) await runMigrations(project, database, logOf(options));
    return database;
  } catch (error) {
    await database.close();
    if (!(error instanceof DatabaseFault)) throw error;
    throw new ProjectError(`The database "${database.name}" cannot be used: ${error.message}.`);
  }
}

/**
 * Compiles a project's scripts, opens its database and applies its migrations.
 *
 * @throws ProjectError when the project cannot be served
 */
export async function prepareProject(
  options: ServerOptions,
): Promise<{ project: Project; database: Database }> {
  const project = await load(options);
  const { dev = false } = options;
  if (project.problem !== undefined && !dev) throw new ProjectError(project.problem);
  return { project, database: await openMigrated(project, options) };
}

/**
 * Opens the database of a project and applies its migrations, as a server does when it starts.
 *
 * @throws ProjectError
 */
export async function openProjectDatabase(options: ServerOptions): Promise<Database> {
  return (await prepareProject(options)).database;
}

/**
 * Makes a server of a project's folder: compiles its scripts, opens its database and applies its
 * migrations.
 *
 * @throws ProjectError when the project cannot be served
 */
export async function createServer(options: ServerOptions): Promise<ReferenceServer> {
  const { dev = false } = options;
  const { project, database } = await prepareProject(options);
  const [limits, log] = [limitsOf(options), logOf(options)];
  const { problem } = project;
  const service: ScriptService & Reloadable = { project, problem, database, limits, dev, log };
  const observe: Observer = (request, response) => logWhenAnswered(request, response, log);
  const server = createHttpServer(
    service,
    options.logRequests ? observe : undefined,
    options.watch,
  );
  if (dev) {
    const prepare = (loaded: Project): Promise<void> => runMigrations(loaded, database, log);
    reloadOnChange(server, service, { load: () => load(options), prepare }, log);
  }
  return { server, project: project.files, database };
}
