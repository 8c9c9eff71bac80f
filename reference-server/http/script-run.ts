import type { ServerResponse } from 'node:http';
import {
  classOf,
  fromBytes,
  type Resume,
  type RunOptions,
  type RunSignal,
  type Value,
  WrenRuntimeError,
  wrenNull,
} from '../../interpreter/index.js';
import { messageOf } from '../../kit/errors.js';
import { after } from '../database/database.js';
import { pathOfTarget } from '../formats/request-fields.js';
import type { Route } from '../project/route-table.js';
import { errorAnswer, httpErrors, problemHeader, sendError } from './errors.js';
import { databaseFaultOf, faultAnswer, UnfinishedTransaction, UnsendableAnswer } from './faults.js';
import type { RequestContext } from './request-context.js';
import type { Run } from './run-lanes.js';
import type { RunQueue } from './run-queue.js';
import type { ScriptService } from './script-host.js';
import { type Answer, send } from './send.js';
import { isUnchanged } from './unchanged.js';

/** Without HEAD, which scripts see as GET. */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'OPTIONS', 'TRACE']);

/**
 * The answer of scripts that have ended. The default status is 200 (§1), even if an endpoint has
 * built nothing. Route scripts that pass a request on do not turn its path into an endpoint.
 */
function finishedAnswer(context: RequestContext, { isEndpoint }: Route): Answer {
  const { draft } = context;
  const { corsHeaders } = draft;
  const headers = draft.headers.length === 0 ? corsHeaders : [...corsHeaders, ...draft.headers];
  if (!draft.isAnswered && !isEndpoint) return errorAnswer(httpErrors.notFound, { headers });
  const { contentType } = draft;
  const status = isUnchanged(context) ? 304 : (draft.status ?? 200);
  // RFC 9110, 15.3.6: an answer with 205 has no content.
  const body = status === 205 ? '' : (draft.body ?? '');
  return { status, contentType, headers, body };
}

/** Explains to the script's author why there is no answer. */
function noteSilence(
  result: Value,
  { method, target }: RequestContext,
  { log }: ScriptService,
): void {
  const returned =
    result === wrenNull
      ? ''
      : ` It returned a value of class ${classOf(result).name}, which only Response.json would send.`;
  log.noted(`${method} ${pathOfTarget(target)}: the script ended without an answer.${returned}`);
}

/** Statuses with which a route script rejects requests, as a guard. */
const guardStatuses: readonly (number | undefined)[] = [401, 403];

/** Explains to the script's author why an endpoint did not run. */
function noteRouteScript(
  { isEndpoint, path }: Route,
  { method, draft }: RequestContext,
  { log }: ScriptService,
): void {
  const isGuarded = method === 'OPTIONS' || guardStatuses.includes(draft.status);
  if (!isEndpoint || isGuarded) return;
  log.noted(
    `${method} ${path}: _route.wren answered, so ${path.slice(1)}.wren did not run. ` +
      'A route script runs before every script of its folder, and must not answer for them.',
  );
}

function withProblem(answer: Answer, { problem }: ScriptService): Answer {
  if (problem === undefined) return answer;
  return { ...answer, headers: [...answer.headers, ...problemHeader(problem)] };
}

/** Whether a run was ended from outside: it exceeded a limit or was cancelled. */
function isEnded(fault: unknown): boolean {
  return fault instanceof WrenRuntimeError && fault.kind === 'budget';
}

/** AbortSignal for a single listener; creating Node's takes microseconds for each request. */
class ClientSignal implements RunSignal {
  aborted = false;
  #listener: (() => void) | undefined;

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listener = listener;
  }

  removeEventListener(): void {
    this.#listener = undefined;
  }

  abort(): void {
    this.aborted = true;
    this.#listener?.();
  }
}

/** Runs the scripts of a request and sends the answer. */
export class ScriptRun implements Run {
  readonly route: Route;
  #context: RequestContext;
  #isRepeated = false;
  /** Whether a route script has answered, so that the scripts after it did not run. */
  #isEndedEarly = false;
  #isAnswered = false;
  #isWaiting = false;
  readonly #response: ServerResponse;
  readonly #service: ScriptService;
  readonly #queue: RunQueue;

  /** @param queue resumes the run after a suspension */
  constructor(
    route: Route,
    context: RequestContext,
    response: ServerResponse,
    service: ScriptService,
    queue: RunQueue,
  ) {
    this.route = route;
    this.#context = context;
    this.#response = response;
    this.#service = service;
    this.#queue = queue;
  }

  get isSafe(): boolean {
    return safeMethods.has(this.#context.method);
  }

  get isGone(): boolean {
    return !this.#response.req.socket.writable;
  }

  /** Starts the scripts and their common time limit. */
  start(now: number): void {
    this.#context.deadline = now + this.#service.limits.scriptTime;
    this.#begin(this.route.script.maySuspend ? this.#watchClient() : undefined);
  }

  wait(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#queue.watch.wait(this.#response.req.socket);
  }

  reject(): void {
    this.#endWait();
    sendError(this.#response, httpErrors.busy);
  }

  #endWait(): void {
    if (this.#isWaiting) this.#queue.watch.leave(this.#response.req.socket);
  }

  #begin(signal: RunSignal | undefined): void {
    let result: Value | Promise<Value>;
    try {
      result = this.route.script.start(this.#options(signal));
    } catch (fault) {
      this.#fail(fault, signal);
      return;
    }
    if (result instanceof Promise) {
      void result.then(
        (value) => this.#finish(value),
        (fault) => this.#fail(fault, signal),
      );
    } else this.#finish(result);
  }

  /** @returns a signal that aborts when the client disconnects before its answer */
  #watchClient(): RunSignal {
    this.wait();
    const gone = new ClientSignal();
    this.#response.once('close', () => {
      if (!this.#isAnswered) gone.abort();
    });
    return gone;
  }

  /** The first script that answers ends the run (`isOver`). */
  #options(signal: RunSignal | undefined): RunOptions {
    const { limits, log } = this.#service;
    const context = this.#context;
    const write = (bytes: string): void => log.printed(fromBytes(bytes));
    const { scriptMemory: memoryBytes, scriptOutput: outputBytes } = limits;
    const timeMs = context.deadline - performance.now();
    const isOver = (): boolean => {
      this.#isEndedEarly = context.draft.isAnswered;
      return this.#isEndedEarly;
    };
    const { heapBytes } = this.#queue;
    const bounds = { timeMs, memoryBytes, outputBytes, heapBytes };
    const options = { host: context, write, isOver, limits: bounds };
    if (signal === undefined) return options;
    const resume: Resume = (code) => this.#queue.resume(this, code);
    return { ...options, resume, signal };
  }

  /**
   * Answers after the end of the transaction, so that a client that reacts to the answer finds no
   * lock.
   *
   * @param result value that the last script returned
   */
  #finish(result: Value): void {
    const context = this.#context;
    void after(context.queryRunner.end(), (isUnfinished) => {
      if (isUnfinished) this.#sendFault(new UnfinishedTransaction());
      else this.#sendDraft(result);
    });
  }

  #sendDraft(result: Value): void {
    const [context, service] = [this.#context, this.#service];
    if (service.dev && !context.draft.isAnswered) noteSilence(result, context, service);
    if (service.dev && this.#isEndedEarly) noteRouteScript(this.route, context, service);
    this.#send(finishedAnswer(context, this.route));
  }

  #sendFault(fault: unknown): void {
    this.#send(faultAnswer(fault, this.#context, this.#service));
  }

  /** Sends no answer when the run was cancelled because its client disconnected. */
  #fail(fault: unknown, signal: RunSignal | undefined): void {
    void after(this.#context.queryRunner.end(), () => {
      if (signal?.aborted === true && isEnded(fault)) return;
      if (this.#mayRepeat(fault)) this.#repeat(signal);
      else this.#sendFault(fault);
    });
  }

  #repeat(signal: RunSignal | undefined): void {
    this.#isRepeated = true;
    this.#context = this.#context.repeat();
    this.#begin(signal);
  }

  /** Whether to run the scripts again, once, after a conflict in which nothing was stored. */
  #mayRepeat(fault: unknown): boolean {
    const isConflict = databaseFaultOf(fault)?.kind === 'conflict';
    return isConflict && !this.#isRepeated && this.#context.queryRunner.isRepeatable;
  }

  /** A header that Node rejects is a fault of the script. */
  #send(answer: Answer): void {
    this.#isAnswered = true;
    this.#endWait();
    try {
      send(this.#response, withProblem(answer, this.#service));
    } catch (fault) {
      const cause = new UnsendableAnswer(messageOf(fault));
      send(this.#response, faultAnswer(cause, this.#context, this.#service));
    }
  }
}
