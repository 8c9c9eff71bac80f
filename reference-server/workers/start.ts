import { defaultHost, defaultPort } from '../http/service.js';
import { limitsOf, logOf, prepareProject, type ServerOptions } from '../serving/prepare-project.js';
import {
  baseUrl,
  findPort,
  type ListenAddress,
  type RunningServer,
  serve,
} from '../serving/serve.js';
import type { WorkerJob } from './messages.js';
import { WorkerPool } from './pool.js';

/** Options of a listening server. */
export interface StartOptions extends ServerOptions {
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: 7001. 0 means any free port. */
  readonly port?: number;
  /**
   * Number of worker processes, which this process supervises and replaces. Default: this process
   * serves by itself, and an endless SQL statement blocks it forever.
   */
  readonly workers?: number;
}

/** Serves a project from worker processes, after this process has applied the migrations. */
async function startWorkers(
  options: ServerOptions,
  wanted: ListenAddress,
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
 * @throws ProjectError when the project cannot be served or the address cannot be listened on
 */
export function start(options: StartOptions): Promise<RunningServer> {
  const { host = defaultHost, port = defaultPort, workers, ...server } = options;
  const address = { host, port };
  return workers === undefined ? serve(server, address) : startWorkers(server, address, workers);
}
