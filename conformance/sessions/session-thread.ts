/** The program of a thread: runs sessions, as many at a time as it is asked to. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadSteps } from '../step-files/load-steps.js';
import type { Suite } from '../suite/suite.js';
import { runSession } from './session.js';
import type { FromSession, SessionOrder } from './thread.js';

async function run({ session, target, port }: SessionOrder): Promise<void> {
  const send = (message: FromSession) => port.postMessage(message);
  const stopping = new AbortController();
  port.on('message', () => stopping.abort());
  try {
    const result = await runSession(session, target, {
      signal: stopping.signal,
      onBegin: (scenarios) => send({ kind: 'begin', scenarios }),
      onCase: (one, requests) => send({ kind: 'case', json: JSON.stringify(one), requests }),
    });
    send({ kind: 'end', result });
  } catch (error) {
    send({ kind: 'error', error });
  }
}

// Loaded while the target starts; a session that needs them says what is wrong with them.
void loadSteps(workerData as Suite).catch(() => undefined);

parentPort?.on('message', (order: SessionOrder) => void run(order));
