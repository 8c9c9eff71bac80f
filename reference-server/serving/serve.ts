import type { Server as HttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { messageOf } from '../../kit/errors.js';
import { stopTimeout } from '../http/service.js';
import { ProjectError } from '../project/errors.js';

/** The beginning and the end of listening. */

/** How often a server that stops looks for connections that have become idle, in milliseconds. */
const sweepInterval = 20;

/**
 * How many connections may wait to be accepted, as far as the system allows. Node's own limit is lower:
 * of the clients that come together beyond it, each tries again after a second, then after more.
 */
const backlog = 4_096;

/** Where a server listens. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

function listenError(error: unknown, { host, port }: Address): ProjectError {
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  const reason = inUse ? 'the port is in use by another program' : messageOf(error);
  return new ProjectError(`The server cannot listen on ${host}, port ${port}: ${reason}.`);
}

/**
 * Listens and resolves to the address, with the port that the system chooses for port 0.
 *
 * @throws ProjectError when the address cannot be listened on
 */
export function listen(server: Server, wanted: Address): Promise<Address> {
  const { host } = wanted;
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, wanted)));
    server.listen({ port: wanted.port, host, backlog }, () => {
      server.removeAllListeners('error');
      const address = server.address();
      const { port } = typeof address === 'object' && address !== null ? address : wanted;
      resolve({ host, port });
    });
  });
}

/**
 * Finds out, for port 0, a free port, and whether the address can be listened on at all.
 *
 * @throws ProjectError
 */
export async function findPort(wanted: Address): Promise<Address> {
  const probe = createServer();
  const address = await listen(probe, wanted);
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  return address;
}

/** Takes no more requests, finishes those in flight, and resolves when all connections are shut. */
export function stop(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), stopTimeout);
    // A connection whose request is answered meanwhile would be kept alive for the next one.
    const sweep = setInterval(() => server.closeIdleConnections(), sweepInterval);
    server.close(() => {
      clearTimeout(cutOff);
      clearInterval(sweep);
      resolve();
    });
  });
}
