/**
 * Sends requests, given as JSON on standard input, one after the other and does nothing with the
 * answers but read them. Prints the milliseconds that this took.
 */
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import type { RecordedRequest } from './requests.js';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function send({ url, method, headers, body }: RecordedRequest): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, method, headers });
    outgoing.on('response', (response: IncomingMessage) => resolve(buffer(response)));
    outgoing.on('error', reject);
    outgoing.end(body ?? undefined);
  });
}

const requests = (await json(process.stdin)) as RecordedRequest[];
const start = performance.now();
for (const each of requests) await send(each);
process.stdout.write(String(performance.now() - start));
agent.destroy();
