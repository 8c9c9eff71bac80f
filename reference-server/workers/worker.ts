/**
 * The program of a worker process: it serves what the first process tells it to, until that wants
 * it to stop. When the first process is gone, Node ends the worker too.
 */
import { signOfLifeInterval } from '../config.js';
import { ProjectError } from '../project-error.js';
import { type RunningServer, start } from '../start.js';
import type { WorkerJob, WorkerOrder, WorkerReport } from './messages.js';
import { startStatementWatch } from './statement-watch.js';

let server: RunningServer | undefined;

function tell(report: WorkerReport, done?: () => void): void {
  process.send?.(report, undefined, undefined, done);
}

async function serve(job: WorkerJob): Promise<void> {
  try {
    const log = (text: string): boolean => process.stderr.write(text);
    server = await start({ ...job, isMigrated: true, log, watch: startStatementWatch() });
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
  if (order.kind === 'serve') void serve(order.job);
  else void stop();
});
process.on('SIGTERM', () => void stop());
// Ctrl+C in a terminal reaches all processes; the first one then sees to an orderly end.
process.on('SIGINT', () => undefined);
tell({ kind: 'ready' });
