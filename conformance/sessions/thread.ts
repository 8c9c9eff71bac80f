/** Threads that run sessions: how they are started and talked to, and their program. */
import { availableParallelism } from 'node:os';
import {
  MessageChannel,
  type MessagePort,
  parentPort,
  Worker,
  workerData,
} from 'node:worker_threads';
import { onAbort } from '../../kit/stop.js';
import type { ScenarioCounts } from '../scenarios/run-scenarios.js';
import type { OpenTarget } from '../servers/target.js';
import { mistakeOfSuite } from '../step-files/stray-errors.js';
import type { Suite } from '../suite/suite.js';
import type { IssuedValue } from './issued-secrets.js';
import type { RunSession } from './session.js';
import type { RecordedCase, Session, SessionControl, SessionResult } from './session-input.js';

/** Runs sessions beside this thread, until it is closed. */
export interface Thread {
  readonly runSession: RunSession;
  close(): Promise<void>;
}

/** The data of a thread, by which its program knows that it is one. */
interface ThreadData {
  readonly sessionsOf: Suite;
}

/**
 * A session to run in a thread. Its course is reported over the port; a message to the thread ends
 * it.
 */
interface SessionOrder {
  readonly session: Session;
  readonly target: OpenTarget;
  readonly port: MessagePort;
}

/** A message from a session; the last message ends the session. */
type FromSession =
  | { readonly kind: 'begin'; readonly scenarios: ScenarioCounts }
  | { readonly kind: 'issued'; readonly values: readonly IssuedValue[] }
  /**
   * A case is sent as JSON, because copying a string is several times as fast as copying an object.
   */
  | { readonly kind: 'case'; readonly json: string; readonly requests: number }
  | { readonly kind: 'end'; readonly result: SessionResult }
  | { readonly kind: 'error'; readonly error: unknown };

/**
 * Starts threads for sessions with our own servers, which run in this thread: one for each further
 * core of the machine. With servers and scenarios in separate threads, V8 optimizes each only once.
 *
 * @param sessions the number of sessions to run
 * @param suite the suite whose scenarios and steps the sessions use
 */
export function startThreads(sessions: number, suite: Suite): Thread[] {
  const others = Math.min(availableParallelism() - 1, sessions);
  return Array.from({ length: others }, () => startThread(suite));
}

/** Starts a thread. An error in its program makes its sessions fail. */
export function startThread(suite: Suite): Thread {
  const data: ThreadData = { sessionsOf: suite };
  const worker = new Worker(new URL(import.meta.url), { workerData: data });
  const end = endOf(worker);
  return {
    runSession: (session, target, control) =>
      runInThread(worker, end, { session, target }, control),
    close: async () => {
      await worker.terminate();
    },
  };
}

/** Rejects when a thread ends: before its first session, during one, or because it is closed. */
function endOf(worker: Worker): Promise<never> {
  const ended = new Promise<never>((_, reject) => {
    worker.on('error', (thrown) => reject(mistakeOfSuite(thrown) ?? thrown));
    worker.on('exit', () => reject(new Error('A worker thread of the run ended unexpectedly.')));
  });
  ended.catch(() => undefined);
  return ended;
}

function runInThread(
  worker: Worker,
  end: Promise<never>,
  order: Omit<SessionOrder, 'port'>,
  { onBegin, onCase, onIssued, signal }: SessionControl,
): Promise<SessionResult> {
  const { port1: here, port2: there } = new MessageChannel();
  const stop = () => here.postMessage('stop');
  const session = new Promise<SessionResult>((resolve, reject) => {
    here.on('message', (message: FromSession) => {
      try {
        if (message.kind === 'error') throw message.error;
        if (message.kind === 'end') resolve(message.result);
        else if (message.kind === 'begin') onBegin?.(message.scenarios);
        else if (message.kind === 'issued') onIssued?.(message.values);
        // The program of the thread, which is in this file, wrote the JSON from such a case.
        else onCase(JSON.parse(message.json) as RecordedCase, message.requests);
      } catch (error) {
        reject(error);
      }
    });
  });
  const release = onAbort(signal, stop);
  worker.postMessage({ ...order, port: there } satisfies SessionOrder, [there]);
  return Promise.race([session, end]).finally(() => {
    release();
    here.close();
  });
}

async function runOrder(
  { session, target, port }: SessionOrder,
  runSession: RunSession,
): Promise<void> {
  const send = (message: FromSession) => port.postMessage(message);
  const stopping = new AbortController();
  port.on('message', () => stopping.abort());
  try {
    const result = await runSession(session, target, {
      signal: stopping.signal,
      onBegin: (scenarios) => send({ kind: 'begin', scenarios }),
      onIssued: (values) => send({ kind: 'issued', values }),
      onCase: (one, requests) => send({ kind: 'case', json: JSON.stringify(one), requests }),
    });
    send({ kind: 'end', result });
  } catch (error) {
    send({ kind: 'error', error });
  }
}

/**
 * The program of a thread. Its modules are loaded here, because the starting thread needs none of
 * them.
 */
function serve(port: MessagePort, suite: Suite): void {
  const loading = import('./session.js');
  // Steps are loaded while the target starts; the session that needs them reports their errors.
  void import('../step-files/load-steps.js')
    .then(({ loadSteps }) => loadSteps(suite))
    .catch(() => undefined);
  port.on('message', async (order: SessionOrder) => {
    const { runSession } = await loading;
    await runOrder(order, runSession);
  });
}

const { sessionsOf } = (workerData ?? {}) as Partial<ThreadData>;
if (parentPort !== null && sessionsOf !== undefined) serve(parentPort, sessionsOf);
