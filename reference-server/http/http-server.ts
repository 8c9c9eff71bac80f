/** The HTTP server: its limits, the way of each request, and the rejection of invalid HTTP. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createApplication } from './application.js';
import { continueOrClose } from './body.js';
import { Connections, type ConnectionWatch, type Responder } from './connections.js';
import { errorAnswer, type HttpError, httpErrors, problemHeader, sendError } from './errors.js';
import { RequestHandler } from './handle-request.js';
import type { ServerLimits } from './limits.js';
import type { RunWatch } from './run-queue.js';
import type { ScriptService } from './script-host.js';
import { formatLastHead } from './send.js';

/** Answers to errors of Node's parser, by their codes. */
const parserErrors: Readonly<Record<string, HttpError>> = {
  HPE_HEADER_OVERFLOW: httpErrors.headersTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: httpErrors.slowRequest,
};

/** Longest delay in detecting a slow request: a share of its time limit, and milliseconds. */
const delayShare = 0.1;
const longestDelay = 200;

/** Answers on a connection without a response object and closes it. */
function answerAndClose(socket: Duplex, error: HttpError): void {
  const answer = errorAnswer(error);
  socket.end(`${formatLastHead(answer)}\r\n${answer.body}`, 'latin1');
}

/** Answers bytes that are not a request, or closes the connection after the pending answers. */
function rejectClient(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  connections: Connections,
): void {
  // Anything after the last answer of a connection is ignored.
  if (socket.writableEnded) return;
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else if (connections.isBusy(socket)) connections.endAfterAnswers(socket);
  // The bytes are the rest of a request that has its answer.
  else if (connections.isAnsweredEarly(socket)) socket.end();
  else answerAndClose(socket, parserErrors[error.code ?? ''] ?? httpErrors.badRequest);
}

/** Rejects a CONNECT, unless the answer to an earlier request is pending. */
function rejectTunnel(socket: Duplex, connections: Connections): void {
  if (connections.isBusy(socket)) socket.destroy();
  else answerAndClose(socket, httpErrors.badRequest);
}

const rejectExpectation: Responder = (_request, response) => {
  sendError(response, httpErrors.expectationFailed);
};

/** Called with each request before it is answered. */
export type Observer = (request: IncomingMessage, response: ServerResponse) => void;

function serverOptions({ header, headerTime, requestTime }: ServerLimits) {
  const delay = Math.min(delayShare * Math.min(headerTime, requestTime), longestDelay);
  return {
    maxHeaderSize: header,
    headersTimeout: headerTime,
    requestTimeout: requestTime,
    connectionsCheckingInterval: Math.max(1, Math.ceil(delay)),
    // Node would silently drop all but the first of some headers, such as Authorization.
    joinDuplicateHeaders: true,
    // Node's answer to a missing Host header is not JSON.
    requireHostHeader: false,
  };
}

function setConnectionLimits(server: Server, { idleTime }: ServerLimits): void {
  server.timeout = idleTime;
  // Node's shorter keep-alive default would close idle connections silently.
  server.keepAliveTimeout = 0;
  // `header` limits their size; Node would silently drop headers beyond its maximum count.
  server.maxHeadersCount = 0;
  // A client may half-close the connection after its last request and still get the answer.
  Object.assign(server, { httpAllowHalfOpen: true });
}

/** Creates the HTTP server of a project; it does not listen yet. */
export function createHttpServer(
  service: ScriptService,
  observe?: Observer,
  watch?: ConnectionWatch & RunWatch,
): Server {
  const application = createApplication(service);
  const handler = new RequestHandler(service, watch);
  const connections = new Connections(service.limits, watch);
  const answer: Responder = (request, response, since) => {
    if (handler.handle(request, response, since)) return;
    if (service.problem !== undefined) response.setHeader(...problemHeader(service.problem));
    application(request, response);
  };
  const receive: Observer = (request, response) => {
    observe?.(request, response);
    connections.begin(request, response, answer);
  };
  const server = createServer(serverOptions(service.limits), receive);
  setConnectionLimits(server, service.limits);
  return server
    .on('listening', () => handler.begin())
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
      connections.begin(request, response, rejectExpectation);
    })
    .on('connect', (_, socket) => rejectTunnel(socket, connections));
}
