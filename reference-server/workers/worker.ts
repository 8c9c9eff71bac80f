/**
 * Program of a worker process: serves the job from the first process until it is ordered to stop.
 * When the first process has ended, Node ends the worker too.
 */
import { createLogOutput } from '../http/log-output.js';
import { PortInUseError, ProjectError } from '../project/errors.js';
import { type RunningServer, serve } from '../serving/serve.js';
import type { OtherWorkers, WorkerJob, WorkerOrder, WorkerReport } from './messages.js';
import { startThreadWatch, type ThreadWatch } from './watchdog.js';

/** Interval of the signs of life, in milliseconds. */
const signOfLifeInterval = 1_000;

let server: RunningServer | undefined;
let watch: ThreadWatch | undefined;
let mayListen: () => void = () => undefined;

function report(message: WorkerReport, done?: () => void): void {
  process.send?.(message, undefined, undefined, done);
}

/** Until it may listen, a worker has answered nothing, so that it can be killed at any time. */
function untilAllowed(newerMigrations: readonly string[]): Promise<void> {
  report({ kind: 'prepared', newerMigrations });
  return new Promise((resolve) => {
    mayListen = resolve;
  });
}

async function begin({ host, port, ...job }: WorkerJob, others: OtherWorkers): Promise<void> {
  watch = startThreadWatch(job.limits, others.known, (route) => report({ kind: 'ran', route }));
  watch.avoid(others.avoided);
  try {
    const log = createLogOutput(process.stderr, job.logFormat);
    server = await serve({ ...job, log, watch }, { host, port }, untilAllowed);
    watch.startBeat();
    report({ kind: 'serving' });
    setInterval(() => report({ kind: 'alive' }), signOfLifeInterval).unref();
  } catch (error) {
    if (!(error instanceof ProjectError)) throw error;
    const { message, exitCode } = error;
    const isPortInUse = error instanceof PortInUseError;
    report({ kind: 'failed', message, exitCode, isPortInUse }, () => process.exit(exitCode));
  }
}

async function stop(): Promise<void> {
  await server?.close();
  process.exit(0);
}

process.on('message', (order: WorkerOrder) => {
  if (order.kind === 'serve') void begin(order.job, order.others);
  else if (order.kind === 'listen') mayListen();
  else if (order.kind === 'avoid') watch?.avoid(order.routes);
  else void stop();
});
process.on('SIGTERM', () => void stop());
// Ctrl+C in a terminal reaches all processes; the first one then stops the workers.
process.on('SIGINT', () => undefined);
report({ kind: 'ready' });
