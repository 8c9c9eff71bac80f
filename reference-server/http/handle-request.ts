import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  classOf,
  fromBytes,
  type RunOptions,
  type Value,
  wrenNull,
} from '../../interpreter/index.js';
import type { ServerLimits } from '../config.js';
import type { Statements } from '../database/statements.js';
import type { Route } from '../project/route-table.js';
import { BodyReader, hasBody } from './body.js';
import { limitLastAnswer } from './connections.js';
import { errorAnswer, type HttpError, httpErrors, sendError } from './errors.js';
import { Exchange } from './exchange.js';
import { faultAnswer, UnfinishedTransaction } from './faults.js';
import { problemHeader } from './problem.js';
import type { ScriptService } from './script-service.js';
import { type Answer, send, sendDirectly } from './send.js';
import { pathOf } from './target.js';

/** Lets the request's time begin, which is that of all its scripts together. */
function startClock(exchange: Exchange, { limits }: ScriptService): void {
  exchange.deadline = performance.now() + limits.scriptTime;
}

function runOptions(exchange: Exchange, service: ScriptService): RunOptions {
  const { limits, log } = service;
  const write = (bytes: string): void => log.printed(fromBytes(bytes));
  const { scriptMemory: memoryBytes, scriptOutput: outputBytes } = limits;
  const timeMs = exchange.deadline - performance.now();
  const isOver = (): boolean => exchange.reply.isAnswered;
  return { host: exchange, write, isOver, limits: { timeMs, memoryBytes, outputBytes } };
}

/** @returns what the last script that ran returned */
function runScripts(route: Route, exchange: Exchange, service: ScriptService): Value {
  startClock(exchange, service);
  let result: Value = wrenNull;
  for (const script of route) {
    result = script.run(runOptions(exchange, service));
    if (exchange.reply.isAnswered) break;
  }
  return result;
}

/** As `runScripts`, for scripts that may wait; others are run for other requests meanwhile. */
async function runPatiently(
  route: Route,
  exchange: Exchange,
  service: ScriptService,
): Promise<Value> {
  startClock(exchange, service);
  let result: Value = wrenNull;
  for (const script of route) {
    result = await script.runAsync(runOptions(exchange, service));
    if (exchange.reply.isAnswered) break;
  }
  return result;
}

/** A transaction that a script began and did not end would swallow the writes of all others. */
function rollBackUnfinished({ database }: Statements): boolean {
  const isUnfinished = database.inTransaction;
  if (isUnfinished) database.exec('ROLLBACK');
  return isUnfinished;
}

function finishedAnswer({ reply }: Exchange): Answer {
  const { corsHeaders } = reply;
  const headers = reply.headers.length === 0 ? corsHeaders : [...corsHeaders, ...reply.headers];
  if (!reply.isAnswered) return errorAnswer(httpErrors.notFound, { headers });
  const { status = 200, contentType, body = '' } = reply;
  return { status, contentType, headers, body };
}

/** Tells whoever writes the scripts why they have answered nothing. */
function noteSilence(result: Value, { method, target }: Exchange, { log }: ScriptService): void {
  const kind = classOf(result).name;
  const returned =
    result === wrenNull
      ? ''
      : ` What it returned, of class ${kind}, is sent by Response.json only.`;
  log.noted(`${method} ${pathOf(target)}: the script ended without an answer.${returned}`);
}

/**
 * @param finish returns what the scripts returned at their end, throws what they failed with
 */
function conclude(exchange: Exchange, service: ScriptService, finish: () => Value): Answer {
  try {
    let result: Value;
    try {
      result = finish();
    } catch (fault) {
      rollBackUnfinished(service.statements);
      throw fault;
    }
    if (rollBackUnfinished(service.statements)) throw new UnfinishedTransaction();
    if (service.dev && !exchange.reply.isAnswered) noteSilence(result, exchange, service);
    return finishedAnswer(exchange);
  } catch (fault) {
    return faultAnswer(fault, exchange, service);
  }
}

function answerWithScripts(route: Route, exchange: Exchange, service: ScriptService): Answer {
  return conclude(exchange, service, () => runScripts(route, exchange, service));
}

async function answerPatiently(
  route: Route,
  exchange: Exchange,
  service: ScriptService,
): Promise<Answer> {
  const [outcome] = await Promise.allSettled([runPatiently(route, exchange, service)]);
  return conclude(exchange, service, () => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

function withProblem(answer: Answer, { problem }: ScriptService): Answer {
  if (problem === undefined) return answer;
  return { ...answer, headers: [...answer.headers, ...problemHeader(problem)] };
}

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

/** A client whose body took too long is not waited for any longer. */
function refuseBody(response: ServerResponse, error: HttpError): void {
  if (error === httpErrors.slowRequest) response.shouldKeepAlive = false;
  limitLastAnswer(response);
  sendError(response, error);
}

/** Answers the requests that are for scripts. Nothing of Express is involved. */
export class RequestHandler {
  readonly #service: ScriptService;
  readonly #bodies: BodyReader;

  constructor(service: ScriptService) {
    this.#service = service;
    this.#bodies = new BodyReader(service.limits);
  }

  /**
   * Answers a request if scripts answer its path: reads the body, runs the scripts, sends their
   * answer. Requests that nobody may answer are refused.
   *
   * @returns false when no script answers the path; nothing has been sent then
   */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const { limits, project, statements } = this.#service;
    const refusal = refuseRequest(request, limits);
    if (refusal !== undefined) {
      sendError(response, refusal);
      return true;
    }
    const route = project.routes.find(pathOf(request.url ?? '/'));
    if (route === undefined) return false;
    if (hasBody(request)) this.#handleBody(route, request, response);
    else this.#respond(route, new Exchange(statements, request, ''), response);
    return true;
  }

  #handleBody(route: Route, request: IncomingMessage, response: ServerResponse): void {
    this.#bodies.read(request, (body, error) => {
      if (error !== undefined) {
        refuseBody(response, error);
        return;
      }
      const exchange = new Exchange(this.#service.statements, request, body);
      if (!exchange.isMultipart) this.#respond(route, exchange, response);
      else void exchange.readParts().then(() => this.#respond(route, exchange, response));
    });
  }

  #respond(route: Route, exchange: Exchange, response: ServerResponse): void {
    if (!route.some(({ mayWait }) => mayWait)) {
      this.#send(answerWithScripts(route, exchange, this.#service), exchange, response);
      return;
    }
    void answerPatiently(route, exchange, this.#service).then((answer) => {
      this.#send(answer, exchange, response);
    });
  }

  #send(scriptAnswer: Answer, exchange: Exchange, response: ServerResponse): void {
    const answer = withProblem(scriptAnswer, this.#service);
    if (exchange.reply.headers.length === 0) sendDirectly(response, answer);
    else this.#sendByNode(answer, exchange, response);
  }

  /** What Node does not accept in a header, which it finds as it sends, is the script's fault too. */
  #sendByNode(answer: Answer, exchange: Exchange, response: ServerResponse): void {
    try {
      send(response, answer);
    } catch (fault) {
      send(response, faultAnswer(fault, exchange, this.#service));
    }
  }
}
