/** Serves a project from this process. */
import type { Server } from 'node:http';
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { messageOf } from '../../kit/errors.js';
import { adviseOn } from '../bindings/advice.js';
import type { Database } from '../database/database.js';
import { type Reloadable, reloadOnChange } from '../dev/reload.js';
import { createHttpServer, type Observer } from '../http/http-server.js';
import { logWhenAnswered } from '../http/log.js';
import type { ScriptService } from '../http/script-host.js';
import { PortInUseError, ProjectError } from '../project/errors.js';
import type { Project } from '../project/load.js';
import type { ProjectFiles } from '../project/scan.js';
import {
  limitsOf,
  loadFolder,
  logOf,
  prepareProject,
  runMigrations,
  type ServerOptions,
} from './prepare-project.js';

/** Time after which a stopping server closes connections with pending requests, in milliseconds. */
export const stopTimeout = 10_000;

/** Interval in which a stopping server closes connections that became idle, in milliseconds. */
const sweepInterval = 20;

/**
 * Connections that may wait to be accepted, as far as the system allows. Beyond Node's lower
 * default, a client of a burst would retry only after a second or longer.
 */
const backlog = 4_096;

/** An address to listen on. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** A prepared server that does not listen yet. */
export interface ReferenceServer {
  readonly server: Server;
  /** The files of the project, as they were when the server started. */
  readonly project: ProjectFiles;
  /** The open database, which `close` closes. */
  readonly database: Database;
  /** See `MigratedDatabase`. */
  readonly newerMigrations: readonly string[];
}

/** A listening server. */
export interface RunningServer {
  /** Base URL without a trailing slash. */
  readonly url: string;
  readonly project: ProjectFiles;
  readonly database: Database;
  /** Finishes pending requests, then closes all connections and the database. */
  close(): Promise<void>;
}

function listenError(error: unknown, { host, port }: ListenAddress): ProjectError {
  const failure = `The server cannot listen on ${host}, port ${port}`;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new PortInUseError(`${failure}: the port is in use by another program.`);
  return new ProjectError(`${failure}: ${listenReasons.get(code) ?? messageOf(error)}.`);
}

/** Why an address cannot be listened on, by the code of the system's error. */
const listenReasons: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'the system does not permit this port'],
  ['EADDRNOTAVAIL', 'this machine has no such address'],
  ['ENOTFOUND', 'there is no host of this name'],
]);

/**
 * Starts to listen.
 *
 * @returns the address; for port 0 with the port that the system chose
 * @throws ProjectError when the address cannot be listened on
 */
function listen(server: TcpServer, wanted: ListenAddress): Promise<ListenAddress> {
  const { host } = wanted;
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, wanted)));
    server.listen({ port: wanted.port, host, backlog }, () => {
      server.removeAllListeners('error');
      const address = server.address();
      const { port } = typeof address === 'object' && address !== null ? address : wanted;
      resolve({ host, port });
    });
  });
}

/**
 * Checks that an address can be listened on, and replaces port 0 by a free port. Another program may
 * take the port before the caller listens.
 *
 * @throws ProjectError when the address cannot be listened on
 */
export async function findPort(wanted: ListenAddress): Promise<ListenAddress> {
  const probe = createTcpServer();
  const address = await listen(probe, wanted);
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  return address;
}

/** Accepts no more requests and finishes pending ones; resolves when all connections are closed. */
function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), stopTimeout);
    // A connection that is answered during the stop would be kept alive for a next request.
    const sweep = setInterval(() => server.closeIdleConnections(), sweepInterval);
    server.close(() => {
      clearTimeout(cutOff);
      clearInterval(sweep);
      resolve();
    });
  });
}

/** Base URL of an address, without a trailing slash. */
export function baseUrl({ host, port }: ListenAddress): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Creates the server of a project: compiles its scripts, opens its database and applies its
 * migrations.
 *
 * @throws ProjectError when the project cannot be served
 */
export async function createServer(options: ServerOptions): Promise<ReferenceServer> {
  const { dev = false } = options;
  const { project, database, newerMigrations } = await prepareProject(options);
  const [limits, log] = [limitsOf(options), logOf(options)];
  const { problem } = project;
  const service: ScriptService & Reloadable = {
    ...{ project, problem, database, newerMigrations, limits, dev, log },
    adviseOn,
  };
  const observe: Observer = (request, response) => logWhenAnswered(request, response, log);
  const server = createHttpServer(
    service,
    options.logRequests ? observe : undefined,
    options.watch,
  );
  if (dev) {
    const prepare = async (loaded: Project): Promise<void> => {
      await runMigrations(loaded, database, options);
    };
    reloadOnChange(server, service, { load: () => loadFolder(options), prepare }, log);
  }
  return { server, project: project.files, database, newerMigrations };
}

/**
 * Serves a project from this process until `close` is called.
 *
 * @param untilAllowed called when the project is prepared, with the newer migrations; the server then
 *   waits before it listens
 * @throws ProjectError when the project cannot be served or the address cannot be listened on
 */
export async function serve(
  options: ServerOptions,
  address: ListenAddress,
  untilAllowed?: (newerMigrations: readonly string[]) => Promise<void>,
): Promise<RunningServer> {
  const { server, project, database, newerMigrations } = await createServer(options);
  try {
    await untilAllowed?.(newerMigrations);
    const url = baseUrl(await listen(server, address));
    const close = async (): Promise<void> => {
      await stop(server);
      await database.close();
    };
    return { url, project, database, close };
  } catch (error) {
    await database.close();
    throw error;
  }
}
