/** The HTTP server around the scripts: limits, and what is not well-formed HTTP. */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { createApplication } from './application.js';
import { continueOrClose } from './body.js';
import { Connections, type ConnectionWatch, type Responder } from './connections.js';
import { errorAnswer, type HttpError, httpErrors, problemHeader, sendError } from './errors.js';
import { RequestHandler } from './handle-request.js';
import type { RunWatch } from './run-queue.js';
import type { ScriptService, ServerLimits } from './service.js';

const parserErrors: Readonly<Record<string, HttpError>> = {
  HPE_HEADER_OVERFLOW: httpErrors.headersTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: httpErrors.slowRequest,
};

/** How much later than its time a slow request may be noticed: as a share of that time, and in ms. */
const timePrecision = 0.1;
const longestDelay = 200;

/** Answers on a connection for which there is no response object, and closes it. */
function answerAndClose(socket: Duplex, error: HttpError): void {
  const { status, contentType, body } = errorAnswer(error);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1');
}

/** Answers a client whose bytes are not a request, unless the answer to an earlier one is due. */
function rejectClient(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  connections: Connections,
): void {
  // What follows the last answer is no request, whatever it is.
  if (socket.writableEnded) return;
  const isLost = error.code === 'ECONNRESET' || !socket.writable || connections.isBusy(socket);
  if (isLost) socket.destroy();
  else answerAndClose(socket, parserErrors[error.code ?? ''] ?? httpErrors.badRequest);
}

const refuseExpectation: Responder = (_request, response) => {
  sendError(response, httpErrors.expectationFailed);
};

/** Told of every request before it is answered. */
export type Observer = (request: IncomingMessage, response: ServerResponse) => void;

function serverOptions({ header, headerTime, requestTime }: ServerLimits) {
  const delay = Math.min(timePrecision * Math.min(headerTime, requestTime), longestDelay);
  return {
    maxHeaderSize: header,
    headersTimeout: headerTime,
    requestTimeout: requestTime,
    connectionsCheckingInterval: Math.max(1, Math.ceil(delay)),
    // Without one Node answers by itself, and not in JSON.
    requireHostHeader: false,
  };
}

function setConnectionLimits(server: Server, { idleTime }: ServerLimits): void {
  server.timeout = idleTime;
  // Of Node's own, shorter one for the time between requests nobody was told.
  server.keepAliveTimeout = 0;
  // Their size is bounded; beyond a number of them Node would drop the rest without a word.
  server.maxHeadersCount = 0;
  // A client that has sent all that it wants to may close its direction; it still gets its answer.
  Object.assign(server, { httpAllowHalfOpen: true });
}

/** The server for a project's scripts, not listening yet. */
export function createHttpServer(
  service: ScriptService,
  observe?: Observer,
  watch?: ConnectionWatch & RunWatch,
): Server {
  const application = createApplication(service.database, service.log, service.dev);
  const handler = new RequestHandler(service, watch);
  const connections = new Connections(service.limits, watch);
  const answer: Responder = (request, response, since) => {
    if (handler.handle(request, response, since)) return;
    if (service.problem !== undefined) response.setHeader(...problemHeader(service.problem));
    application(request, response);
  };
  const server = createServer(serverOptions(service.limits), (request, response) => {
    observe?.(request, response);
    connections.begin(request, response, answer);
  });
  setConnectionLimits(server, service.limits);
  return server
    .on('connection', (socket) => {
      connections.open(socket);
      handler.expectRequest();
    })
    .on('close', () => connections.stop())
    .on('clientError', (error, socket) => rejectClient(error, socket, connections))
    .on('checkContinue', (request, response) => {
      continueOrClose(request, response, service.limits);
      server.emit('request', request, response);
    })
    .on('checkExpectation', (request, response) => {
      connections.begin(request, response, refuseExpectation);
    })
    .on('connect', (_, socket) => answerAndClose(socket, httpErrors.badRequest));
}
