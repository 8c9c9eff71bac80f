/** A conforming server whose connections fail in typical ways. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import {
  type ConformingServerOptions,
  type RunningServer,
  startConformingServer,
} from './conforming-server.js';

/** The fate of a request. */
export type Fate =
  | 'is answered'
  /** The connection is closed, with all waiting ones. */
  | 'loses its connection'
  | 'waits for ever'
  | 'gets an endless body'
  /** The port is closed from then on. */
  | 'ends the server'
  /** The port is closed, and another server listens on it after half a second. */
  | 'restarts the server';

/** A received request, counted from 1. */
export interface Arrival {
  readonly number: number;
  readonly method: string;
  readonly path: string;
  /** The number of the request on its connection, counted from 1. */
  readonly onConnection: number;
}

/** The duration of a restart in milliseconds. */
const restartMs = 500;

/** Starts the server; `decide` is called for every request. */
export async function startUnreliableServer(
  decide: (arrival: Arrival) => Fate,
  options?: ConformingServerOptions,
): Promise<RunningServer & { readonly arrivals: readonly Arrival[] }> {
  const behind = await startConformingServer(options);
  const arrivals: Arrival[] = [];
  const counts = new WeakMap<Socket, number>();
  const server = createServer((incoming, response) => {
    const { method = '', url = '', socket } = incoming;
    const onConnection = (counts.get(socket) ?? 0) + 1;
    counts.set(socket, onConnection);
    const path = url.replace(/\?.*$/, '');
    const arrival = { number: arrivals.length + 1, method, path, onConnection };
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
