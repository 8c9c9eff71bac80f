/** The HTTP server around the scripts: what is not well-formed HTTP, and the end of it all. */
import { createServer, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { requestTimeout, stopTimeout } from '../config.js';
import { createApplication } from './application.js';
import { errorAnswer, type HttpError, httpErrors } from './errors.js';
import { handleRequest, type ScriptService } from './handle-request.js';

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

/** The server for a project's scripts, not listening yet. */
export function createHttpServer(service: ScriptService): Server {
  const application = createApplication(service.log);
  const server = createServer({ requestTimeout }, (request, response) => {
    if (!handleRequest(request, response, service)) application(request, response);
  });
  return server.on('clientError', rejectClient);
}

/** Listens and resolves to the port, which the system chooses for port 0. */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
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
