/** A project made ready to be served: scripts compiled, database opened and up to date. */
import type { Server } from 'node:http';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { fromBytes } from '../interpreter/index.js';
import { defaultLimits, type ServerLimits } from './config.js';
import { openDatabase } from './database/open.js';
import { Statements } from './database/statements.js';
import { createHttpServer } from './http/listener.js';
import { loadProject, type Project } from './project/load.js';
import { runMigrations } from './project/run-migrations.js';
import { type ProjectFiles, scanProject } from './project/scan.js';

/** What to serve and how. */
export interface ServerOptions {
  /** The project's folder. */
  readonly project: string;
  /** The database file; the project's `_db.sqlite3` unless given. */
  readonly database?: string;
  /** Shows a script's fault, with its stack trace, to the client. */
  readonly dev?: boolean;
  readonly limits?: Partial<ServerLimits>;
  /** Whether the database has all migrations already, so that none is looked for. */
  readonly isMigrated?: boolean;
  /** Takes what scripts print and the faults they end with; the text brings its line ends. */
  readonly log?: (text: string) => void;
}

/** A project that is ready to be served: scripts compiled, migrations applied. */
export interface ReferenceServer {
  /** Not listening yet. */
  readonly server: Server;
  readonly project: ProjectFiles;
  readonly database: Database;
}

/** Where a project has its database unless another file is given. */
export function databaseOf(folder: string): string {
  return join(folder, '_db.sqlite3');
}

/** A server's limits, those that were left out filled in. */
export function limitsOf({ limits }: ServerOptions): ServerLimits {
  return { ...defaultLimits, ...limits };
}

/** A project's database with all migrations applied. */
function openMigrated(project: Project, options: ServerOptions): Database {
  const file = options.database ?? databaseOf(project.files.layers[0]);
  const database = openDatabase(file, { busyTimeout: limitsOf(options).databaseWait });
  try {
    if (options.isMigrated) return database;
    runMigrations(project, new Statements(database), (bytes) => options.log?.(fromBytes(bytes)));
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Compiles a project's scripts, opens its database and applies its migrations.
 *
 * @throws StartError when the project cannot be served
 */
export function prepareProject(options: ServerOptions): { project: Project; database: Database } {
  const project = loadProject(scanProject(options.project));
  return { project, database: openMigrated(project, options) };
}

/**
 * Opens the database of a project and applies its migrations, as a server does when it starts.
 *
 * @throws StartError
 */
export function openProjectDatabase(options: ServerOptions): Database {
  return prepareProject(options).database;
}

/**
 * Makes a server of a project's folder: compiles its scripts, opens its database and applies its
 * migrations.
 *
 * @throws StartError when the project cannot be served
 */
export function createServer(options: ServerOptions): ReferenceServer {
  const { project, database } = prepareProject(options);
  const server = createHttpServer({
    project,
    statements: new Statements(database),
    limits: limitsOf(options),
    dev: options.dev ?? false,
    log: options.log ?? (() => undefined),
  });
  return { server, project: project.files, database };
}
