/** The other side of a thread that runs sessions. */
import { availableParallelism } from 'node:os';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { ScenarioCounts } from '../scenarios/read-scenarios.js';
import type { OpenTarget } from '../servers/target.js';
import type { Suite } from '../suite/suite.js';
import type {
  RecordedCase,
  RunSession,
  Session,
  SessionControl,
  SessionResult,
} from './session.js';

/** Runs sessions beside this thread, until it is closed. */
export interface Thread {
  readonly runSession: RunSession;
  close(): Promise<void>;
}

/** To a thread: run this session, and say over the port how it goes. A message on it ends the session. */
export interface SessionOrder {
  readonly session: Session;
  readonly target: OpenTarget;
  readonly port: MessagePort;
}

/** Over the port from the thread; what ends a session is the last of them. */
export type FromSession =
  | { readonly kind: 'begin'; readonly scenarios: ScenarioCounts }
  /** The case is JSON: as a text it travels several times as fast. */
  | { readonly kind: 'case'; readonly json: string; readonly requests: number }
  | { readonly kind: 'end'; readonly result: SessionResult }
  | { readonly kind: 'error'; readonly error: unknown };

/**
 * Starts threads for sessions with our own servers, which run in this one: as many as the machine
 * has room for besides it. Servers and scenarios apart, V8 has to make each fast only once.
 *
 * @param sessions how many there are to run
 * @param suite the one that the sessions take scenarios and steps from
 */
export function startThreads(sessions: number, suite: Suite): Thread[] {
  const others = Math.min(availableParallelism() - 1, sessions);
  return Array.from({ length: others }, () => startThread(suite));
}

/** Starts one; what is wrong with its program is told by its sessions. */
export function startThread(suite: Suite): Thread {
  const program = new URL('./session-thread.js', import.meta.url);
  const worker = new Worker(program, { workerData: suite });
  const end = endOf(worker);
  return {
    runSession: (session, target, control) =>
      runInThread(worker, end, { session, target }, control),
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
  order: Omit<SessionOrder, 'port'>,
  { onBegin, onCase, signal }: SessionControl,
): Promise<SessionResult> {
  const { port1: here, port2: there } = new MessageChannel();
  const stop = () => here.postMessage('stop');
  const session = new Promise<SessionResult>((resolve, reject) => {
    here.on('message', (message: FromSession) => {
      try {
        if (message.kind === 'error') throw message.error;
        if (message.kind === 'end') resolve(message.result);
        else if (message.kind === 'begin') onBegin?.(message.scenarios);
        else onCase(JSON.parse(message.json) as RecordedCase, message.requests);
      } catch (error) {
        reject(error);
      }
    });
  });
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);
  worker.postMessage({ ...order, port: there } satisfies SessionOrder, [there]);
  return Promise.race([session, end]).finally(() => {
    signal?.removeEventListener('abort', stop);
    here.close();
  });
}
