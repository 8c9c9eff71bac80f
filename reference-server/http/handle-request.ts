import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathOfTarget } from '../formats/request-fields.js';
import type { Route } from '../project/route-table.js';
import { BodyReader, hasBody, hasClearLength } from './body.js';
import { type HttpError, httpErrors, sendError } from './errors.js';
import type { ServerLimits } from './limits.js';
import { RequestContext } from './request-context.js';
import { RunQueue, type RunWatch } from './run-queue.js';
import type { ScriptService } from './script-host.js';
import { ScriptRun } from './script-run.js';

/** Greatest number of headers of a request: each takes memory however short it is. */
const mostHeaders = 500;

/** Number of Host headers; `headers` contains only the first. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 'host'.length && name.toLowerCase() === 'host') count++;
  }
  return count;
}

/** Error for which a request is rejected before routing. */
function findError(request: IncomingMessage, limits: ServerLimits): HttpError | undefined {
  if ((request.url ?? '/').length > limits.target) return httpErrors.targetTooLong;
  if (request.rawHeaders.length > 2 * mostHeaders) return httpErrors.headersTooLarge;
  if (!hasClearLength(request)) return httpErrors.unclearLength;
  // RFC 9112, 3.2: a request has exactly one Host header; HTTP/1.0 requires none.
  const hosts = countHosts(request);
  if (hosts > 1) return httpErrors.severalHosts;
  return hosts === 0 && request.httpVersion !== '1.0' ? httpErrors.noHost : undefined;
}

/** Errors of bodies whose rest is not awaited: it is too long or too slow, or has no clear end. */
const finalErrors: ReadonlySet<HttpError> = new Set([
  httpErrors.bodyTooLarge,
  httpErrors.smallChunks,
  httpErrors.slowRequest,
  httpErrors.unclearLength,
]);

function reject(response: ServerResponse, error: HttpError): void {
  if (finalErrors.has(error)) response.shouldKeepAlive = false;
  sendError(response, error);
}

/** Answers the requests whose paths belong to scripts, without Express. */
export class RequestHandler {
  readonly #service: ScriptService;
  readonly #bodies: BodyReader;
  readonly #queue: RunQueue;
  /** Settles after the last multipart form; undefined when none has just been parsed. */
  #forms: Promise<void> | undefined;

  constructor(service: ScriptService, watch?: RunWatch) {
    this.#service = service;
    this.#bodies = new BodyReader(service.limits);
    this.#queue = new RunQueue(service.limits, watch, service.database.engine === 'sqlite');
  }

  /** Begins to serve. */
  begin(): void {
    this.#queue.begin();
  }

  /** Announces a new connection. */
  expectRequest(): void {
    this.#queue.expectRequest();
  }

  /**
   * Answers a request whose path belongs to scripts, and rejects invalid requests.
   *
   * @param since time of arrival, for a request that waited for earlier ones on its connection
   * @returns false when no script answers the path; nothing has been sent then
   */
  handle(request: IncomingMessage, response: ServerResponse, since?: number): boolean {
    const { database, limits, project } = this.#service;
    const error = findError(request, limits);
    if (error !== undefined) {
      reject(response, error);
      return true;
    }
    const route = project.routes.find(pathOfTarget(request.url ?? '/'));
    if (route === undefined) return false;
    if (since !== undefined && performance.now() - since >= limits.scriptTime) {
      sendError(response, httpErrors.busy);
      return true;
    }
    if (hasBody(request)) this.#handleBody(route, request, response);
    else this.#run(route, new RequestContext(database, request, ''), response);
    return true;
  }

  #handleBody(route: Route, request: IncomingMessage, response: ServerResponse): void {
    this.#bodies.read(request, response, (body, error) => {
      if (error !== undefined) {
        reject(response, error);
        return;
      }
      const context = new RequestContext(this.#service.database, request, body);
      if (!context.isMultipart) this.#run(route, context, response);
      else this.#readForm(route, context, response);
    });
  }

  /**
   * Parses a multipart form, which cannot be interrupted: immediately, or after a turn of the event
   * loop when another one has just been parsed.
   */
  #readForm(route: Route, context: RequestContext, response: ServerResponse): void {
    const since = performance.now();
    const parse = async (): Promise<void> => {
      if (response.destroyed) return;
      if (performance.now() - since >= this.#service.limits.scriptTime) {
        sendError(response, httpErrors.busy);
        return;
      }
      await context.readParts();
      this.#run(route, context, response);
    };
    const forms = (this.#forms?.then(parse) ?? parse())
      .then(() => nextTurn())
      .then(() => {
        if (this.#forms === forms) this.#forms = undefined;
      });
    this.#forms = forms;
  }

  #run(route: Route, context: RequestContext, response: ServerResponse): void {
    this.#queue.submit(new ScriptRun(route, context, response, this.#service, this.#queue));
  }
}
