/** The other side of a thread that runs sessions. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { DescribedCase } from '../verdict/described-case.js';
import type { CaseListener, JobResult, SessionJob } from './job.js';
import type { FromThread, ToThread } from './messages.js';

/** Runs jobs one after the other. */
export interface Lane {
  run(job: SessionJob, onCase: CaseListener): Promise<JobResult>;
}

/** Runs them beside this thread, until it is closed. */
export interface Thread extends Lane {
  close(): Promise<void>;
}

/**
 * Starts threads for sessions with our own servers, as many as the machine has room for besides
 * this one; a signal ends the sessions at hand.
 *
 * @param jobs how many sessions there are to run
 */
export function startThreads(jobs: number, signal: AbortSignal): Thread[] {
  const others = Math.min(availableParallelism(), jobs) - 1;
  return Array.from({ length: others }, () => startThread(signal));
}

function startThread(signal: AbortSignal): Thread {
  const worker = new Worker(new URL('./session-thread.js', import.meta.url));
  const send = (message: ToThread) => worker.postMessage(message);
  const stop = () => send('stop');
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  return {
    run: (job, onCase) => runInThread(worker, () => send({ job }), onCase),
    async close() {
      signal.removeEventListener('abort', stop);
      await worker.terminate();
    },
  };
}

function runInThread(worker: Worker, begin: () => void, onCase: CaseListener): Promise<JobResult> {
  return new Promise((resolve, reject) => {
    const finish = () => worker.off('message', receive).off('error', fail).off('exit', fail);
    const fail = (cause: unknown) => {
      finish();
      reject(cause instanceof Error ? cause : new Error('A thread of the run has ended.'));
    };
    const receive = (message: FromThread) => {
      if (message.kind === 'case') {
        onCase(JSON.parse(message.json) as DescribedCase);
        return;
      }
      finish();
      if (message.kind === 'result') resolve(message.result);
      else reject(message.error);
    };
    worker.on('message', receive).on('error', fail).on('exit', fail);
    begin();
  });
}
