/**
 * Sends the requests given as JSON on standard input, as many at a time as the first argument says,
 * and reads the answers without looking at them. Prints the time in milliseconds.
 */
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import type { RecordedRequest } from './requests.js';

const concurrency = Number(process.argv[2]);
const agent = new Agent({ keepAlive: true, maxSockets: concurrency });

function send(recorded: RecordedRequest): Promise<Buffer> {
  const { url, method, headers: given, body } = recorded;
  // Node sets the Content-Length of some methods' bodies only when told to.
  const length = body === null ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const headers = { ...given, ...length };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, method, headers });
    outgoing.on('response', (response: IncomingMessage) => resolve(buffer(response)));
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // The server may have closed the kept-alive connection at the same moment.
      const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET';
      if (isStale) resolve(send(recorded));
      else reject(error);
    });
    outgoing.end(body ?? undefined);
  });
}

const requests = (await json(process.stdin)) as RecordedRequest[];
const start = performance.now();
const sendNext = async (): Promise<void> => {
  for (let next = requests.shift(); next !== undefined; next = requests.shift()) await send(next);
};
await Promise.all(Array.from({ length: concurrency }, sendNext));
process.stdout.write(String(performance.now() - start));
agent.destroy();
