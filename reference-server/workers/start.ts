import { PortInUseError } from '../project/errors.js';
import {
  limitsOf,
  loadSound,
  locateDatabase,
  logOf,
  openMigrated,
  type ServerOptions,
} from '../serving/prepare-project.js';
import {
  baseUrl,
  findPort,
  type ListenAddress,
  type RunningServer,
  serve,
} from '../serving/serve.js';
import type { WorkerJob } from './messages.js';
import { WorkerPool } from './pool.js';

/** Default address to listen on, which other machines cannot reach. */
export const defaultHost = '127.0.0.1';
/** Default TCP port, from the specification (§1). */
export const defaultPort = 7001;

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
  /**
   * When the promise is fulfilled, the workers finish pending requests and end. A worker that
   * applies the migrations, or has not begun to serve, ends immediately.
   */
  readonly stopped?: Promise<void>;
}

/** Free ports that are tried until no other program takes one before the workers listen on it. */
const portTries = 20;

/**
 * Starts workers that listen on an address. A free port is released before they listen on it,
 * because a port held by the first process would be closed to them.
 *
 * @returns the workers and their address; for port 0 with the port that was free
 * @throws ProjectError when a worker cannot serve
 */
async function startPool(
  wanted: ListenAddress,
  createPool: (address: ListenAddress) => WorkerPool,
  count: number,
  stopped: Promise<void> | undefined,
): Promise<{ pool: WorkerPool; address: ListenAddress }> {
  for (let tries = 1; ; tries++) {
    const address = await findPort(wanted);
    const pool = createPool(address);
    void stopped?.then(() => pool.stop());
    try {
      await pool.start(count);
      return { pool, address };
    } catch (error) {
      const isLost = error instanceof PortInUseError && wanted.port === 0;
      if (!isLost || tries === portTries) throw error;
    }
  }
}

/** Serves a project from worker processes, of which the first applies the migrations. */
async function startWorkers(
  options: ServerOptions,
  wanted: ListenAddress,
  count: number,
  stopped: StartOptions['stopped'],
): Promise<RunningServer> {
  const project = await loadSound(options);
  const { dev = false, logFormat = 'text', logRequests = false, log = () => undefined } = options;
  const file = locateDatabase(project, options);
  const job: Omit<WorkerJob, keyof ListenAddress> = {
    project: options.project,
    database: file,
    isMigrated: true,
    newerMigrations: [],
    allowNewerDatabase: options.allowNewerDatabase,
    startWait: options.startWait,
    dev,
    logFormat,
    logRequests,
    limits: limitsOf(options),
  };
  const sharedLog = { own: logOf(options), forward: log };
  const createPool = (address: ListenAddress): WorkerPool =>
    new WorkerPool({ ...job, ...address }, sharedLog);
  const { pool, address } = await startPool(wanted, createPool, count, stopped);
  try {
    const migrated = { ...options, database: file, isMigrated: true };
    const { database } = await openMigrated(project, migrated);
    const close = async (): Promise<void> => {
      await pool.stop();
      await database.close();
    };
    const risk = await database.findRisk();
    if (risk !== undefined) sharedLog.own.noted(risk);
    return { url: baseUrl(address), project: project.files, database, close };
  } catch (error) {
    await pool.stop();
    throw error;
  }
}

/**
 * Serves a project until `close` is called.
 *
 * @throws ProjectError when the project cannot be served, the address cannot be listened on, or
 *   `stopped` has been fulfilled before all workers serve
 */
export function start(options: StartOptions): Promise<RunningServer> {
  const { host = defaultHost, port = defaultPort, workers, stopped, ...server } = options;
  const address = { host, port };
  if (workers === undefined) return serve(server, address);
  return startWorkers(server, address, workers, stopped);
}
