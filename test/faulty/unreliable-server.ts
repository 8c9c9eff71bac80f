/** A conforming server behind a connection that fails, in the ways in which servers go away. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type ConformingServerOptions,
  type RunningServer,
  startConformingServer,
} from './conforming-server.js';

/** What becomes of one request. */
export type Fate =
  | 'is answered'
  /** The connection is closed, and so are those that wait. */
  | 'loses its connection'
  | 'waits for ever'
  | 'gets an endless body'
  /** From then on the port is closed. */
  | 'ends the server'
  /** The same, but another server takes the port at once when half a second is over. */
  | 'restarts the server';

/** One request that came in, counted from 1. */
export interface Arrival {
  readonly number: number;
  readonly method: string;
  readonly path: string;
}

/** How long a restart takes, in milliseconds. */
const restartMs = 500;

/** Starts it; `decide` is asked about every request. */
export async function startUnreliableServer(
  decide: (arrival: Arrival) => Fate,
  options?: ConformingServerOptions,
): Promise<RunningServer & { readonly arrivals: readonly Arrival[] }> {
  const behind = await startConformingServer(options);
  const arrivals: Arrival[] = [];
  const server = createServer((incoming, response) => {
    const { method = '', url = '' } = incoming;
    const arrival = { number: arrivals.length + 1, method, path: url.replace(/\?.*$/, '') };
    arrivals.push(arrival);
    meet(decide(arrival), incoming, response);
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const end = () => {
    server.close();
    server.closeAllConnections();
  };
  const meet = (fate: Fate, incoming: IncomingMessage, response: ServerResponse) => {
    if (fate === 'is answered') forward(behind.url, incoming, response);
    else if (fate === 'loses its connection') incoming.socket.destroy();
    else if (fate === 'gets an endless body') flood(response);
    else if (fate !== 'waits for ever') end();
    if (fate === 'restarts the server') setTimeout(() => void listen(port), restartMs);
  };
  const close = async () => {
    end();
    await behind.close();
  };
  return { ...behind, url: `http://127.0.0.1:${port}`, close, arrivals };
}

function forward(url: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url: path = '/' } = incoming;
  const outgoing = request(url + path, { method: method ?? 'GET', headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => incoming.socket.destroy());
  incoming.pipe(outgoing);
}

function flood(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const piece = Buffer.alloc(1024 * 1024, 'a');
  const pump = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', pump);
  pump();
}
