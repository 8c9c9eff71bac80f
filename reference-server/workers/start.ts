import type { Database } from '../database/database.js';
import { defaultHost, defaultPort } from '../http/service.js';
import type { ProjectFiles } from '../project/scan.js';
import {
  createServer,
  limitsOf,
  logOf,
  prepareProject,
  type ServerOptions,
} from '../serving/prepare-project.js';
import { type Address, findPort, listen, stop } from '../serving/serve.js';
import type { WorkerJob } from './messages.js';
import { WorkerPool } from './pool.js';

/** Where a server listens. */
export interface StartOptions extends ServerOptions {
  /** 127.0.0.1 unless given. */
  readonly host?: string;
  /** 7001 unless given; 0 for any free one. */
  readonly port?: number;
  /**
   * How many processes serve, which this one watches over and replaces. Unless given it serves
   * itself: then an SQL statement without end keeps it for ever.
   */
  readonly workers?: number;
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

function baseUrl({ host, port }: Address): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Serves a project from this process. */
async function startAlone(options: ServerOptions, address: Address): Promise<RunningServer> {
  const { server, project, database } = await createServer(options);
  try {
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

/** Serves a project from other processes; this one applies the migrations before they start. */
async function startWorkers(
  options: ServerOptions,
  wanted: Address,
  count: number,
): Promise<RunningServer> {
  const { project, database } = await prepareProject(options);
  try {
    const address = await findPort(wanted);
    const { dev = false, logFormat = 'text', logRequests = false, log = () => undefined } = options;
    const job: WorkerJob = {
      project: options.project,
      database: options.database ?? database.name,
      dev,
      logFormat,
      logRequests,
      limits: limitsOf(options),
      ...address,
    };
    const pool = new WorkerPool(job, { own: logOf(options), forward: log });
    await pool.start(count);
    const close = async (): Promise<void> => {
      await pool.stop();
      await database.close();
    };
    return { url: baseUrl(address), project: project.files, database, close };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Serves a project until `close` is called.
 *
 * @throws ProjectError when the project cannot be served or the port cannot be listened on
 */
export function start(options: StartOptions): Promise<RunningServer> {
  const { host = defaultHost, port = defaultPort, workers, ...server } = options;
  const address = { host, port };
  return workers === undefined
    ? startAlone(server, address)
    : startWorkers(server, address, workers);
}
