import type { IncomingMessage, ServerResponse } from 'node:http';
import { fromBytes, WrenRuntimeError } from '../../interpreter/index.js';
import type { ServerLimits } from '../config.js';
import type { Statements } from '../database/statements.js';
import type { Log } from '../log/log.js';
import { excerptOf } from '../project/excerpt.js';
import type { Project } from '../project/load.js';
import type { Route } from '../project/route-table.js';
import { hasBody, readBody } from './body.js';
import { errorAnswer, type HttpError, httpErrors, sendError } from './errors.js';
import { Exchange } from './exchange.js';
import { problemHeader } from './problem.js';
import { type Answer, send } from './send.js';
import { pathOf } from './target.js';

/** What the scripts of a server run with. */
export interface ScriptService {
  readonly project: Project;
  /** Why the scripts on disk are not those that are served; undefined when they are. */
  readonly problem: string | undefined;
  readonly statements: Statements;
  readonly limits: ServerLimits;
  /** Whether a script's fault is shown to the client. */
  readonly dev: boolean;
  readonly log: Log;
}

/** The time of a request is counted from here, for all of its scripts together. */
function runScripts(route: Route, exchange: Exchange, { limits, log }: ScriptService): void {
  const write = (bytes: string): void => log.printed(fromBytes(bytes));
  const { scriptTime, scriptMemory: memoryBytes, scriptOutput: outputBytes } = limits;
  const end = performance.now() + scriptTime;
  for (const program of route) {
    const timeMs = end - performance.now();
    program.run({ host: exchange, write, limits: { timeMs, memoryBytes, outputBytes } });
    if (exchange.reply.isAnswered) return;
  }
}

/** A transaction that a script began and did not end would swallow the writes of all others. */
function checkTransaction({ database }: Statements): void {
  if (!database.inTransaction) return;
  database.exec('ROLLBACK');
  throw new Error('The script ended within a transaction that it had begun: it was rolled back.');
}

function finishedAnswer({ reply }: Exchange): Answer {
  const headers = [...reply.corsHeaders, ...reply.headers];
  if (!reply.isAnswered) return errorAnswer(httpErrors.notFound, { headers });
  const { status = 200, contentType, body = '' } = reply;
  return { status, contentType, headers, body };
}

function errorOf(fault: unknown, exchange: Exchange): HttpError {
  if (!(fault instanceof WrenRuntimeError)) return httpErrors.fault;
  if (fault.kind === 'budget') return httpErrors.overBudget;
  const isClientFault = fault.message === exchange.clientFault;
  return isClientFault ? { status: 400, message: fromBytes(fault.message) } : httpErrors.fault;
}

function describeFault(fault: unknown): string {
  if (fault instanceof WrenRuntimeError) return fromBytes(fault.trace().trimEnd());
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
}

/** The answer when a script failed: what it had prepared is dropped, but for the CORS headers. */
function faultAnswer(fault: unknown, exchange: Exchange, service: ScriptService): Answer {
  const error = errorOf(fault, exchange);
  const headers = exchange.reply.corsHeaders;
  if (error.status < 500) return errorAnswer(error, { headers });
  const trace = describeFault(fault);
  const excerpt = service.dev ? excerptOf(fault, service.project.sources) : undefined;
  const { method, target } = exchange;
  service.log.failed({ method, path: pathOf(target), status: error.status, trace, excerpt });
  return errorAnswer(error, { headers, ...(service.dev ? { trace, excerpt } : {}) });
}

function answerWithScripts(route: Route, exchange: Exchange, service: ScriptService): Answer {
  try {
    try {
      runScripts(route, exchange, service);
    } finally {
      checkTransaction(service.statements);
    }
    return finishedAnswer(exchange);
  } catch (fault) {
    return faultAnswer(fault, exchange, service);
  }
}

function withProblem(answer: Answer, { problem }: ScriptService): Answer {
  if (problem === undefined) return answer;
  return { ...answer, headers: [...answer.headers, ...problemHeader(problem)] };
}

/**
 * Answers a request if scripts answer its path: reads the body, runs the scripts, sends their
 * answer. Nothing of Express is involved.
 *
 * @returns false when no script answers the path; nothing has been sent then
 */
export function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  service: ScriptService,
): boolean {
  const { url = '/' } = request;
  if (url.length > service.limits.target) {
    sendError(response, httpErrors.targetTooLong);
    return true;
  }
  const route = service.project.routes.find(pathOf(url));
  if (route === undefined) return false;
  const respond = (body: string, error?: HttpError): void => {
    if (error !== undefined) {
      sendError(response, error);
      return;
    }
    const exchange = new Exchange(service.statements, request, body);
    const answer = (): void =>
      send(response, withProblem(answerWithScripts(route, exchange, service), service));
    if (exchange.isMultipart) void exchange.readParts().then(answer);
    else answer();
  };
  if (hasBody(request)) readBody(request, service.limits.body, respond);
  else respond('');
  return true;
}
