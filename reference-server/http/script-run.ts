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
import type { MaybePromise } from '../database/database.js';
import { pathOf } from '../formats/fields.js';
import type { Route } from '../project/route-table.js';
import { errorAnswer, httpErrors, problemHeader, sendError } from './errors.js';
import { databaseFaultOf, faultAnswer, UnfinishedTransaction } from './faults.js';
import type { Exchange } from './request-context.js';
import type { Run } from './run-lanes.js';
import type { RunQueue } from './run-queue.js';
import { type Answer, send, sendDirectly } from './send.js';
import type { ScriptService } from './service.js';

/** HEAD is not among them: scripts see GET in its place. */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'OPTIONS', 'TRACE']);

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

function withProblem(answer: Answer, { problem }: ScriptService): Answer {
  if (problem === undefined) return answer;
  return { ...answer, headers: [...answer.headers, ...problemHeader(problem)] };
}

/** Whether a run was ended from outside: it was over its limits, or cancelled. */
function isEnded(fault: unknown): boolean {
  return fault instanceof WrenRuntimeError && fault.kind === 'budget';
}

/** An AbortSignal for one who listens: each request has one, and Node's take some microseconds. */
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

/** The scripts of a request, from their start to the answer. */
export class ScriptRun implements Run {
  readonly route: Route;
  #exchange: Exchange;
  #isRepeated = false;
  #isAnswered = false;
  readonly #response: ServerResponse;
  readonly #service: ScriptService;
  readonly #queue: RunQueue;

  /** @param queue where it is resumed */
  constructor(
    route: Route,
    exchange: Exchange,
    response: ServerResponse,
    service: ScriptService,
    queue: RunQueue,
  ) {
    this.route = route;
    this.#exchange = exchange;
    this.#response = response;
    this.#service = service;
    this.#queue = queue;
  }

  get isSafe(): boolean {
    return safeMethods.has(this.#exchange.method);
  }

  get isGone(): boolean {
    return !this.#response.req.socket.writable;
  }

  /** Runs the scripts and sends their answer. Their time, which is that of all together, begins. */
  start(now: number): void {
    this.#exchange.deadline = now + this.#service.limits.scriptTime;
    const maySuspend = this.route.scripts.some((script) => script.maySuspend);
    this.#begin(maySuspend ? this.#watchClient() : undefined);
  }

  #begin(signal: RunSignal | undefined): void {
    let outcome: MaybePromise<Value>;
    try {
      outcome = this.#runScripts(0, signal);
    } catch (fault) {
      this.#fail(fault, signal);
      return;
    }
    if (outcome instanceof Promise) {
      void outcome.then(
        (result) => this.#finish(result),
        (fault) => this.#fail(fault, signal),
      );
    } else this.#finish(outcome);
  }

  refuse(): void {
    sendError(this.#response, httpErrors.busy);
  }

  /** Aborted when the client goes away. */
  #watchClient(): RunSignal {
    const gone = new ClientSignal();
    this.#response.once('close', () => {
      if (!this.#isAnswered) gone.abort();
    });
    return gone;
  }

  #options(signal: RunSignal | undefined): RunOptions {
    const { limits, log } = this.#service;
    const exchange = this.#exchange;
    const write = (bytes: string): void => log.printed(fromBytes(bytes));
    const { scriptMemory: memoryBytes, scriptOutput: outputBytes } = limits;
    const timeMs = exchange.deadline - performance.now();
    const isOver = (): boolean => exchange.reply.isAnswered;
    const options = { host: exchange, write, isOver, limits: { timeMs, memoryBytes, outputBytes } };
    if (signal === undefined) return options;
    const resume: Resume = (code) => this.#queue.goOn(this, code);
    return { ...options, resume, signal };
  }

  /**
   * Runs the scripts from one of them on. While one waits, others are run for other requests.
   *
   * @returns what the last script that ran returned
   */
  #runScripts(
    first: number,
    signal: RunSignal | undefined,
    previous: Value = wrenNull,
  ): MaybePromise<Value> {
    const { scripts } = this.route;
    let result = previous;
    for (let index = first; index < scripts.length; index++) {
      const outcome = scripts[index]?.start(this.#options(signal)) ?? wrenNull;
      if (outcome instanceof Promise) {
        return outcome.then((value) =>
          this.#exchange.reply.isAnswered ? value : this.#runScripts(index + 1, signal, value),
        );
      }
      result = outcome;
      if (this.#exchange.reply.isAnswered) break;
    }
    return result;
  }

  /** @param result what the scripts returned */
  #finish(result: Value): void {
    const [exchange, service] = [this.#exchange, this.#service];
    if (exchange.queryRunner.end()) {
      this.#send(faultAnswer(new UnfinishedTransaction(), exchange, service));
      return;
    }
    if (service.dev && !exchange.reply.isAnswered) noteSilence(result, exchange, service);
    this.#send(finishedAnswer(exchange));
  }

  /** Scripts end without an answer when their client has gone away. */
  #fail(fault: unknown, signal: RunSignal | undefined): void {
    const [exchange, service] = [this.#exchange, this.#service];
    exchange.queryRunner.end();
    if (signal?.aborted === true && isEnded(fault)) return;
    if (this.#mayRepeat(fault)) {
      this.#isRepeated = true;
      this.#exchange = exchange.repeat();
      this.#begin(signal);
      return;
    }
    this.#send(faultAnswer(fault, exchange, service));
  }

  /** After a conflict with others, when nothing that the scripts did is stored: once. */
  #mayRepeat(fault: unknown): boolean {
    const isConflict = databaseFaultOf(fault)?.kind === 'conflict';
    return isConflict && !this.#isRepeated && this.#exchange.queryRunner.isRepeatable;
  }

  #send(scriptAnswer: Answer): void {
    this.#isAnswered = true;
    const answer = withProblem(scriptAnswer, this.#service);
    if (this.#exchange.reply.headers.length === 0) sendDirectly(this.#response, answer);
    else this.#sendByNode(answer);
  }

  /** What Node does not accept in a header, which it finds as it sends, is the script's fault too. */
  #sendByNode(answer: Answer): void {
    try {
      send(this.#response, answer);
    } catch (fault) {
      send(this.#response, faultAnswer(fault, this.#exchange, this.#service));
    }
  }
}
