import type { IncomingMessage, ServerResponse } from 'node:http';
import { pathOf } from '../formats/fields.js';
import type { Route } from '../project/route-table.js';
import { BodyReader, hasBody } from './body.js';
import { type HttpError, httpErrors, sendError } from './errors.js';
import { Exchange } from './request-context.js';
import { RunQueue, type RunWatch } from './run-queue.js';
import { ScriptRun } from './script-run.js';
import type { ScriptService, ServerLimits } from './service.js';

/** How many headers name a host; of several, Node tells only the first. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 'host'.length && name.toLowerCase() === 'host') count++;
  }
  return count;
}

/** What speaks against a request, whoever would answer it. */
function refuseRequest(request: IncomingMessage, limits: ServerLimits): HttpError | undefined {
  if ((request.url ?? '/').length > limits.target) return httpErrors.targetTooLong;
  // RFC 9112, 3.2: every request has one and only one, but for those of HTTP/1.0.
  const hosts = countHosts(request);
  if (hosts > 1) return httpErrors.severalHosts;
  return hosts === 0 && request.httpVersion !== '1.0' ? httpErrors.noHost : undefined;
}

/** The rest of a body that is too large, or took too long, is not waited for. */
function refuseBody(response: ServerResponse, error: HttpError): void {
  const { bodyTooLarge, slowRequest } = httpErrors;
  if (error === bodyTooLarge || error === slowRequest) response.shouldKeepAlive = false;
  sendError(response, error);
}

/** Answers the requests that are for scripts. Nothing of Express is involved. */
export class RequestHandler {
  readonly #service: ScriptService;
  readonly #bodies: BodyReader;
  readonly #queue: RunQueue;

  constructor(service: ScriptService, watch?: RunWatch) {
    this.#service = service;
    this.#bodies = new BodyReader(service.limits);
    this.#queue = new RunQueue(service.limits, watch);
  }

  /** Told of each new connection. */
  expectRequest(): void {
    this.#queue.expectRequest();
  }

  /**
   * Answers a request if scripts answer its path: reads the body, runs the scripts, sends their
   * answer. Requests that nobody may answer are refused.
   *
   * @param since when it came, if it had to wait for others of its connection
   * @returns false when no script answers the path; nothing has been sent then
   */
  handle(request: IncomingMessage, response: ServerResponse, since?: number): boolean {
    const { database, limits, project } = this.#service;
    const refusal = refuseRequest(request, limits);
    if (refusal !== undefined) {
      sendError(response, refusal);
      return true;
    }
    const route = project.routes.find(pathOf(request.url ?? '/'));
    if (route === undefined) return false;
    if (since !== undefined && performance.now() - since >= limits.scriptTime) {
      sendError(response, httpErrors.busy);
      return true;
    }
    if (hasBody(request)) this.#handleBody(route, request, response);
    else this.#respond(route, new Exchange(database, request, ''), response);
    return true;
  }

  #handleBody(route: Route, request: IncomingMessage, response: ServerResponse): void {
    this.#bodies.read(request, response, (body, error) => {
      if (error !== undefined) {
        refuseBody(response, error);
        return;
      }
      const exchange = new Exchange(this.#service.database, request, body);
      if (!exchange.isMultipart) this.#respond(route, exchange, response);
      else void exchange.readParts().then(() => this.#respond(route, exchange, response));
    });
  }

  #respond(route: Route, exchange: Exchange, response: ServerResponse): void {
    this.#queue.submit(new ScriptRun(route, exchange, response, this.#service, this.#queue));
  }
}
