/** The program of a thread: runs sessions with servers of our own, one after the other. */
import { parentPort } from 'node:worker_threads';
import { startEmbedded } from '../target/embedded.js';
import { type CaseListener, runJob, type SessionJob } from './job.js';
import type { FromThread, ToThread } from './messages.js';

const stopping = new AbortController();

function send(message: FromThread): void {
  parentPort?.postMessage(message);
}

async function run(job: SessionJob): Promise<void> {
  try {
    const onCase: CaseListener = (one) => send({ kind: 'case', json: JSON.stringify(one) });
    const result = await runJob(job, startEmbedded, stopping.signal, onCase);
    send({ kind: 'result', result });
  } catch (error) {
    send({ kind: 'error', error });
  }
}

parentPort?.on('message', (message: ToThread) => {
  if (message === 'stop') stopping.abort();
  else void run(message.job);
});
