/** The other side of a thread that runs sessions. */
import { availableParallelism } from 'node:os';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { SuiteFiles } from '../suite-files.js';
import type { CaseRecord } from '../verdict/recorder.js';
import type { Leftover } from './ledger.js';
import type { FromSession, SessionOrder, ToSession } from './messages.js';
import type { SessionControl, SessionOptions, SessionRunner } from './session.js';

/** Runs sessions beside this thread, until it is closed. */
export interface Thread {
  readonly runSession: SessionRunner;
  close(): Promise<void>;
}

/**
 * Starts threads for sessions with our own servers, which run in this one: as many as the machine
 * has room for besides it. Servers and scenarios apart, V8 has to make each fast only once.
 *
 * @param jobs how many sessions there are to run
 * @param files what the sessions will ask for
 */
export function startThreads(jobs: number, files: SuiteFiles): Thread[] {
  const others = Math.min(availableParallelism() - 1, jobs);
  return Array.from({ length: others }, () => startThread(files));
}

function startThread(files: SuiteFiles): Thread {
  const program = new URL('./session-thread.js', import.meta.url);
  const worker = new Worker(program, { workerData: files });
  return {
    runSession: (options, control) => runInThread(worker, options, control),
    close: async () => {
      await worker.terminate();
    },
  };
}

function runInThread(
  worker: Worker,
  options: SessionOptions,
  { onCase, signal }: SessionControl,
): Promise<readonly Leftover[]> {
  const { port1: here, port2: there } = new MessageChannel();
  const stop = () => here.postMessage('stop' satisfies ToSession);
  return new Promise<readonly Leftover[]>((resolve, reject) => {
    const fail = (cause: unknown) => {
      finish();
      reject(cause instanceof Error ? cause : new Error('A thread of the run has ended.'));
    };
    const finish = () => {
      signal?.removeEventListener('abort', stop);
      worker.off('error', fail).off('exit', fail);
      here.close();
    };
    here.on('message', (message: FromSession) => {
      if (message.kind === 'case') {
        onCase(JSON.parse(message.json) as CaseRecord);
        return;
      }
      finish();
      if (message.kind === 'end') resolve(message.leftovers);
      else reject(message.error);
    });
    worker.on('error', fail).on('exit', fail);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop);
    worker.postMessage({ options, port: there } satisfies SessionOrder, [there]);
  });
}
