/** The program of a thread: runs sessions, as many at a time as it is asked to. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { loadSteps } from '../step-files/load-steps.js';
import type { Suite } from '../suite/suite.js';
import type { FromSession, SessionOrder } from './messages.js';
import { runSession, type SessionOptions } from './session.js';

async function run(options: SessionOptions, port: MessagePort): Promise<void> {
  const send = (message: FromSession) => port.postMessage(message);
  const stopping = new AbortController();
  port.on('message', () => stopping.abort());
  try {
    const result = await runSession(options, {
      signal: stopping.signal,
      onRecord: (record) => send({ kind: 'case', json: JSON.stringify(record) }),
    });
    send({ kind: 'end', result });
  } catch (error) {
    send({ kind: 'error', error });
  }
}

// Loaded while the target starts; a session that needs them says what is wrong with them.
void loadSteps(workerData as Suite).catch(() => undefined);

parentPort?.on('message', ({ options, port }: SessionOrder) => void run(options, port));
