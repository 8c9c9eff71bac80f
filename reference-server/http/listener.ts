/** The HTTP server around the scripts: what is not well-formed HTTP, and the end of it all. */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { createServer as createNetServer, type Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { stopTimeout } from '../config.js';
import { messageOf, StartError } from '../start-error.js';
import { createApplication } from './application.js';
import { errorAnswer, type HttpError, httpErrors } from './errors.js';
import { handleRequest, type ScriptService } from './handle-request.js';
import { problemHeader } from './problem.js';

const parserErrors: Readonly<Record<string, HttpError>> = {
  HPE_HEADER_OVERFLOW: httpErrors.headersTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: httpErrors.slowRequest,
};

/** How often a server that stops looks for connections that have become idle, in milliseconds. */
const sweepInterval = 20;

/** Answers a client whose bytes are not a request; there is no response object for it. */
function rejectClient(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, contentType, body } = errorAnswer(
    parserErrors[error.code ?? ''] ?? httpErrors.badRequest,
  );
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1');
}

/** Told of every request before it is answered. */
export type Observer = (request: IncomingMessage, response: ServerResponse) => void;

/** The server for a project's scripts, not listening yet. */
export function createHttpServer(service: ScriptService, observe?: Observer): Server {
  const application = createApplication(service.log);
  const server = createServer(
    { requestTimeout: service.limits.requestTime },
    (request, response) => {
      observe?.(request, response);
      if (handleRequest(request, response, service)) return;
      if (service.problem !== undefined) response.setHeader(...problemHeader(service.problem));
      application(request, response);
    },
  );
  return server.on('clientError', rejectClient);
}

/** Where a server listens. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

function listenError(error: unknown, { host, port }: Address): StartError {
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  const reason = inUse ? 'the port is in use by another program' : messageOf(error);
  return new StartError(`The server cannot listen on ${host}, port ${port}: ${reason}.`);
}

/**
 * Listens and resolves to the address, with the port that the system chooses for port 0.
 *
 * @throws StartError when the address cannot be listened on
 */
export function listen(server: NetServer, wanted: Address): Promise<Address> {
  const { host } = wanted;
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, wanted)));
    server.listen(wanted.port, host, () => {
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
 * @throws StartError
 */
export async function findPort(wanted: Address): Promise<Address> {
  const probe = createNetServer();
  const address = await listen(probe, wanted);
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  return address;
}

/** Takes no more requests, finishes those in flight, and resolves when all connections are shut. */
export function stop(server: Server): Promise<void> {
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
