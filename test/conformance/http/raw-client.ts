/** A client of a raw server, for the tests of the client. */
import type { Socket } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import { type ClientOptions, createClient } from '../../../conformance/http/client.js';
import { startRawServer } from '../../faulty/raw-server.js';

/** The behaviour of a raw server for a request. */
export type Respond = (socket: Socket, request: string, connection: number) => void;

/** A client of a raw server, and what the server was sent. */
export async function clientOf(respond: Respond, options: Partial<ClientOptions> = {}) {
  const connections: Socket[] = [];
  const requests: string[] = [];
  const server = await startRawServer((socket, request) => {
    if (!connections.includes(socket)) connections.push(socket);
    requests.push(request);
    respond(socket, request, connections.indexOf(socket));
  });
  const client = createClient({ baseUrl: server.url, ...options });
  onTestFinished(async () => {
    client.close();
    await server.close();
  });
  return { client, connections, requests, url: server.url };
}

/** The bytes of an answer. */
export function reply(status: string, body: string | Buffer = '', headers: readonly string[] = []) {
  const head = [`HTTP/1.1 ${status}`, `Content-Length: ${Buffer.byteLength(body)}`, ...headers];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
}

export const get = { method: 'GET', path: '/api/users' };

/**
 * Stops the clock by which the client measures answers and ends requests, for the rest of the test.
 *
 * @returns a function that moves the clock by milliseconds
 */
export function stopClock(): (milliseconds: number) => void {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return (milliseconds) => {
    vi.advanceTimersByTime(milliseconds);
  };
}
