/** The reference server's only door: everything outside of this folder imports from here. */
import type { Server } from 'node:http';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { fromBytes } from '../interpreter/index.js';
import { defaultHost, defaultLimits, defaultPort, type ServerLimits } from './config.js';
import { openDatabase } from './database/open.js';
import { Statements } from './database/statements.js';
import { createHttpServer, listen, stop } from './http/listener.js';
import { loadProject, type Project } from './project/load.js';
import { runMigrations } from './project/run-migrations.js';
import { type ProjectFiles, scanProject } from './project/scan.js';
import { messageOf, StartError } from './start-error.js';

export type { ServerLimits } from './config.js';
export { type ApiKey, createApiKey, listApiKeys, revokeApiKey } from './database/api-keys.js';
export { createToken, listTokens, revokeToken, type Session } from './database/sessions.js';
export { locateProject, shippedProject } from './project/locate.js';
export { StartError } from './start-error.js';

/** What to serve and how. */
export interface ServerOptions {
  /** The project's folder. */
  readonly project: string;
  /** The database file; the project's `_db.sqlite3` unless given. */
  readonly database?: string;
  /** Shows a script's fault, with its stack trace, to the client. */
  readonly dev?: boolean;
  readonly limits?: Partial<ServerLimits>;
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

/** Where a server listens. */
export interface StartOptions extends ServerOptions {
  /** 127.0.0.1 unless given. */
  readonly host?: string;
  /** 7001 unless given; 0 for any free one. */
  readonly port?: number;
}

/** A server that listens. */
export interface RunningServer {
  /** The base URL, without a slash at its end. */
  readonly url: string;
  readonly project: ProjectFiles;
  readonly database: Database;
  /** Finishes the requests in flight, then closes all connections and the database. */
  close(): Promise<void>;
}

/** Where a project has its database unless another file is given. */
export function databaseOf(folder: string): string {
  return join(folder, '_db.sqlite3');
}

/** A project's database with all migrations applied. */
function openMigrated(project: Project, options: ServerOptions): Database {
  const file = options.database ?? databaseOf(project.files.layers[0]);
  const database = openDatabase(file);
  try {
    runMigrations(project, new Statements(database), (bytes) => options.log?.(fromBytes(bytes)));
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Opens the database of a project and applies its migrations, as a server does when it starts.
 *
 * @throws StartError
 */
export function openProjectDatabase(options: ServerOptions): Database {
  return openMigrated(loadProject(scanProject(options.project)), options);
}

/**
 * Makes a server of a project's folder: compiles its scripts, opens its database and applies its
 * migrations.
 *
 * @throws StartError when the project cannot be served
 */
export function createServer(options: ServerOptions): ReferenceServer {
  const project = loadProject(scanProject(options.project));
  const database = openMigrated(project, options);
  const server = createHttpServer({
    project,
    statements: new Statements(database),
    limits: { ...defaultLimits, ...options.limits },
    dev: options.dev ?? false,
    log: options.log ?? (() => undefined),
  });
  return { server, project: project.files, database };
}

function listenError(error: unknown, host: string, port: number): StartError {
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  const reason = inUse ? 'the port is in use by another program' : messageOf(error);
  return new StartError(`The server cannot listen on ${host}, port ${port}: ${reason}.`);
}

/**
 * Serves a project until `close` is called.
 *
 * @throws StartError when the project cannot be served or the port cannot be listened on
 */
export async function start(options: StartOptions): Promise<RunningServer> {
  const { host = defaultHost, port: wanted = defaultPort } = options;
  const { server, project, database } = createServer(options);
  try {
    const port = await listen(server, host, wanted);
    const authority = host.includes(':') ? `[${host}]` : host;
    const close = async (): Promise<void> => {
      await stop(server);
      database.close();
    };
    return { url: `http://${authority}:${port}`, project, database, close };
  } catch (error) {
    database.close();
    throw listenError(error, host, wanted);
  }
}
