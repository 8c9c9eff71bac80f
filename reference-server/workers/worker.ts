/**
 * The program of a worker process: it serves what the first process tells it to, until that wants
 * it to stop. When the first process is gone, Node ends the worker too.
 */
import { signOfLifeInterval } from '../http/service.js';
import { ProjectError } from '../project/errors.js';
import type { WorkerJob, WorkerOrder, WorkerReport } from './messages.js';
import { type RunningServer, start } from './start.js';
import { startThreadWatch, type ThreadWatch } from './thread-watch.js';

let server: RunningServer | undefined;
let watch: ThreadWatch | undefined;

function tell(report: WorkerReport, done?: () => void): void {
  process.send?.(report, undefined, undefined, done);
}

async function serve(job: WorkerJob, avoided: readonly string[]): Promise<void> {
  watch = startThreadWatch();
  watch.avoid(avoided);
  try {
    const log = (text: string): boolean => process.stderr.write(text);
    server = await start({ ...job, isMigrated: true, log, watch });
    watch.beginToBeat();
    tell({ kind: 'serving' });
    setInterval(() => tell({ kind: 'alive' }), signOfLifeInterval).unref();
  } catch (error) {
    if (!(error instanceof ProjectError)) throw error;
    const { message, exitCode } = error;
    tell({ kind: 'failed', message, exitCode }, () => process.exit(exitCode));
  }
}

async function stop(): Promise<void> {
  await server?.close();
  process.exit(0);
}

process.on('message', (order: WorkerOrder) => {
  if (order.kind === 'serve') void serve(order.job, order.avoided);
  else if (order.kind === 'avoid') watch?.avoid(order.routes);
  else void stop();
});
process.on('SIGTERM', () => void stop());
// Ctrl+C in a terminal reaches all processes; the first one then sees to an orderly end.
process.on('SIGINT', () => undefined);
tell({ kind: 'ready' });
