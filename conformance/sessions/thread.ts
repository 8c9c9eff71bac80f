/** The other side of a thread that runs sessions. */
import { availableParallelism } from 'node:os';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { Suite } from '../suite/suite.js';
import type { CaseRecord } from '../verdict/recorder.js';
import type { FromSession, SessionOrder, ToSession } from './messages.js';
import type { SessionControl, SessionOptions, SessionResult, SessionRunner } from './session.js';

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
 * @param suite the one that the sessions take scenarios and steps from
 */
export function startThreads(jobs: number, suite: Suite): Thread[] {
  const others = Math.min(availableParallelism() - 1, jobs);
  return Array.from({ length: others }, () => startThread(suite));
}

/** Starts one; what is wrong with its program is told by its sessions. */
export function startThread(suite: Suite): Thread {
  const program = new URL('./session-thread.js', import.meta.url);
  const worker = new Worker(program, { workerData: suite });
  const end = endOf(worker);
  return {
    runSession: (options, control) => runInThread(worker, end, options, control),
    close: async () => {
      await worker.terminate();
    },
  };
}

/** Rejects when a thread ends, be it before its first session, in one, or because it is closed. */
function endOf(worker: Worker): Promise<never> {
  const ended = new Promise<never>((_, reject) => {
    worker.on('error', reject);
    worker.on('exit', () => reject(new Error('A thread of the run has ended.')));
  });
  ended.catch(() => undefined);
  return ended;
}

function runInThread(
  worker: Worker,
  end: Promise<never>,
  options: SessionOptions,
  { onRecord, signal }: SessionControl,
): Promise<SessionResult> {
  const { port1: here, port2: there } = new MessageChannel();
  const stop = () => here.postMessage('stop' satisfies ToSession);
  const session = new Promise<SessionResult>((resolve, reject) => {
    here.on('message', (message: FromSession) => {
      try {
        if (message.kind === 'error') throw message.error;
        if (message.kind === 'end') resolve(message.result);
        else onRecord(JSON.parse(message.json) as CaseRecord);
      } catch (error) {
        reject(error);
      }
    });
  });
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);
  worker.postMessage({ options, port: there } satisfies SessionOrder, [there]);
  return Promise.race([session, end]).finally(() => {
    signal?.removeEventListener('abort', stop);
    here.close();
  });
}
