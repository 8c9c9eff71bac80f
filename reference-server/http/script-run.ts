import type { ServerResponse } from 'node:http';
import {
  classOf,
  fromBytes,
  type RunOptions,
  type Value,
  WrenRuntimeError,
  wrenNull,
} from '../../interpreter/index.js';
import type { Statements } from '../database/statements.js';
import type { Route } from '../project/route-table.js';
import { errorAnswer, httpErrors, sendError } from './errors.js';
import type { Exchange } from './exchange.js';
import { faultAnswer, UnfinishedTransaction } from './faults.js';
import { problemHeader } from './problem.js';
import type { Run } from './run-lanes.js';
import type { RunQueue } from './run-queue.js';
import type { ScriptService } from './script-service.js';
import { type Answer, send, sendDirectly } from './send.js';
import { pathOf } from './target.js';

/** HEAD is not among them: scripts see GET in its place. */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'OPTIONS', 'TRACE']);

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

function withProblem(answer: Answer, { problem }: ScriptService): Answer {
  if (problem === undefined) return answer;
  return { ...answer, headers: [...answer.headers, ...problemHeader(problem)] };
}

/** Whether a run was ended from outside: it was over its limits, or cancelled. */
function isEnded(fault: unknown): boolean {
  return fault instanceof WrenRuntimeError && fault.kind === 'budget';
}

/** The scripts of a request, from their start to the answer. */
export class ScriptRun implements Run {
  readonly route: Route;
  readonly #exchange: Exchange;
  readonly #response: ServerResponse;
  readonly #service: ScriptService;
  readonly #queue: RunQueue;

  /** @param queue where it goes on after a wait */
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
    if (this.route.scripts.some(({ mayWait }) => mayWait)) void this.#answerLater();
    else this.#send(this.#conclude(() => this.#runScripts()));
  }

  refuse(): void {
    sendError(this.#response, httpErrors.busy);
  }

  #options(): RunOptions {
    const { limits, log } = this.#service;
    const exchange = this.#exchange;
    const write = (bytes: string): void => log.printed(fromBytes(bytes));
    const { scriptMemory: memoryBytes, scriptOutput: outputBytes } = limits;
    const timeMs = exchange.deadline - performance.now();
    const isOver = (): boolean => exchange.reply.isAnswered;
    return { host: exchange, write, isOver, limits: { timeMs, memoryBytes, outputBytes } };
  }

  /** @returns what the last script that ran returned */
  #runScripts(): Value {
    let result: Value = wrenNull;
    for (const script of this.route.scripts) {
      result = script.run(this.#options());
      if (this.#exchange.reply.isAnswered) break;
    }
    return result;
  }

  /** As `runScripts`, for scripts that may wait; others are run for other requests meanwhile. */
  async #runPatiently(signal: AbortSignal): Promise<Value> {
    const goOn = <Result>(code: () => Result): Promise<Result> => this.#queue.goOn(this, code);
    let result: Value = wrenNull;
    for (const script of this.route.scripts) {
      result = await script.runAsync({ ...this.#options(), signal, goOn });
      if (this.#exchange.reply.isAnswered) break;
    }
    return result;
  }

  /** @param finish returns what the scripts returned at their end, throws what they failed with */
  #conclude(finish: () => Value): Answer {
    const [exchange, service] = [this.#exchange, this.#service];
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

  /** Runs scripts that may wait. They end without an answer when their client goes away. */
  async #answerLater(): Promise<void> {
    const gone = new AbortController();
    this.#response.once('close', () => gone.abort());
    const [outcome] = await Promise.allSettled([this.#runPatiently(gone.signal)]);
    if (outcome.status === 'rejected' && gone.signal.aborted && isEnded(outcome.reason)) {
      rollBackUnfinished(this.#service.statements);
      return;
    }
    const answer = this.#conclude(() => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
    this.#send(answer);
  }

  #send(scriptAnswer: Answer): void {
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
