/**
 * The scheduler of fibers. A fiber that may yield runs in resumable form: its activations are
 * objects, linked from the innermost outwards, and `drive` steps the innermost one until control
 * returns to the fiber on the JavaScript stack. Every other fiber runs in direct form, on the stack
 * of its caller, which costs next to nothing.
 *
 * A fiber that calls another one usually gets control back, so `stepCalled` steps the other one
 * meanwhile, on the stack of the calling activation. When control goes elsewhere, that activation
 * returns like any suspended one: all that it needs to resume is in its fields.
 */

import { BudgetAbort } from './budget.js';
import { abort, WrenAbort } from './errors.js';
import { currentExecution } from './execution.js';
import { AttemptFiber, FiberState, Guard, switched, WrenFiber } from './fiber.js';
import { messages } from './messages.js';
import type { Activation } from './resumable.js';
import { captureDepth } from './trace.js';
import { type Value, type WrenFn, wrenNull } from './values.js';

/** Greatest number of nested fibers on the JavaScript stack. */
const maximumNesting = 64;

/** Greatest number of activations that wait on the JavaScript stack for a fiber that they called. */
const maximumWaiting = 64;

/** Greatest depth of activations, over all fibers. */
const maximumDepth = 250_000;

/** Thrown to end a run immediately without an error, since no fiber can continue. */
class RunEnd {}
const runEnd = new RunEnd();

/** The fibers of one run. */
export class Schedule {
  /** The fiber that is running. */
  current = new WrenFiber(undefined);
  /** The value with which the innermost activation is resumed. */
  passed: Value = wrenNull;
  /** Number of nested fibers on the JavaScript stack. */
  nesting = 0;
  /** Number of activations that wait on the JavaScript stack for a fiber that they called. */
  waiting = 0;
  /** Number of activations and transfers, for polls. */
  ticks = 0;
  /** Whether natives may suspend the run. */
  maySuspend = false;
  /** The promise of a native that the current fiber waits for. */
  awaited: Promise<Value> | undefined = undefined;
}

let schedule = new Schedule();

/** The fiber that is running. */
export function currentFiber(): WrenFiber {
  return schedule.current;
}

/**
 * Pushes an activation onto the current fiber.
 *
 * @throws WrenAbort "Stack overflow."
 */
export function push(activation: Activation): Value {
  const { current } = schedule;
  const parent = current.activation;
  activation.parent = parent;
  const caller = parent ?? current.caller?.activation;
  if (caller !== undefined) {
    activation.depth = caller.depth + 1;
    if (activation.depth > maximumDepth) abort(messages.stackOverflow());
  }
  current.activation = activation;
  tick();
  return switched;
}

/**
 * Counts an activation or a transfer, and polls at every 1024th. Other switches of fibers are in
 * loops or recursive functions, which poll themselves.
 */
export function tick(): void {
  schedule.ticks++;
  if ((schedule.ticks & 1023) === 0) currentExecution().poll();
}

/** Errors that a `try` catches need no stack trace, which is most of the cost of an error. */
function adjustTraces(fiber: WrenFiber): void {
  const depth = fiber.guard === Guard.none || fiber.isTraced ? captureDepth : 0;
  if (Error.stackTraceLimit !== depth) Error.stackTraceLimit = depth;
}

/** Makes a fiber the current one, to be resumed with a value. */
function switchTo(fiber: WrenFiber, value: Value): void {
  const { current } = schedule;
  schedule.current = fiber;
  schedule.passed = value;
  // Errors that nothing catches have traces, in whatever fiber: there is nothing to adjust.
  if (current.guard !== Guard.none || fiber.guard !== Guard.none) adjustTraces(fiber);
}

/** Switches to a fiber in resumable form: starts it, or resumes it with a value. */
function enter(fiber: WrenFiber, value: Value): void {
  if (fiber.state !== FiberState.created) {
    switchTo(fiber, value);
    return;
  }
  fiber.state = FiberState.started;
  switchTo(fiber, wrenNull);
  fiber.body?.resumable?.(value);
}

/** Whether a fiber must run in resumable form. */
function isResumable({ state, body }: WrenFiber): boolean {
  if (state !== FiberState.created) return true;
  if (body?.resumable === undefined) return false;
  return body.mayYield || schedule.nesting >= maximumNesting;
}

/** A JavaScript error as a Wren error; undefined for an error that is not the script's. */
export function toAbort(error: unknown): WrenAbort | undefined {
  if (error instanceof WrenAbort) return error;
  if (!(error instanceof RangeError)) return undefined;
  return new WrenAbort(describeRangeError(error), { cause: error });
}

/** The message for a limit of V8. */
function describeRangeError({ message }: RangeError): string {
  if (message.startsWith('Maximum call stack')) return messages.stackOverflow();
  return messages.tooLong(message.includes('string') ? 'String' : 'List');
}

/** Completes the stack trace of an error: it ends with the fiber in which the error was raised. */
function leaveFiber(failure: WrenAbort, callers: Activation | undefined): void {
  if (failure.callers === null) failure.callers = callers;
}

function fail(fiber: WrenFiber, failure: WrenAbort): void {
  fiber.state = FiberState.done;
  fiber.failure = failure;
  fiber.activation = undefined;
}

/** Runs a fiber in direct form to its end. */
function runOnStack(fiber: WrenFiber, value: Value): Value {
  const { current } = schedule;
  fiber.state = FiberState.started;
  schedule.current = fiber;
  schedule.nesting++;
  adjustTraces(fiber);
  try {
    const result = fiber.body?.code(value) ?? wrenNull;
    fiber.state = FiberState.done;
    return result;
  } catch (error) {
    const failure = toAbort(error);
    if (failure === undefined || failure instanceof BudgetAbort) throw error;
    fail(fiber, failure);
    if (fiber.guard === Guard.own) return failure.value;
    leaveFiber(failure, undefined);
    throw failure;
  } finally {
    schedule.current = current;
    schedule.nesting--;
    fiber.caller = undefined;
    adjustTraces(current);
  }
}

/** Calls a fiber from code in direct form. */
export function callFiber(fiber: WrenFiber, value: Value): Value {
  if (!isResumable(fiber)) return runOnStack(fiber, value);
  const { current } = schedule;
  const { activation } = current;
  current.activation = undefined;
  schedule.nesting++;
  try {
    enter(fiber, value);
    return drive(current);
  } finally {
    current.activation = activation;
    schedule.nesting--;
  }
}

/** Calls a fiber from code in resumable form. */
export function callFiberResumably(fiber: WrenFiber, value: Value): Value {
  if (!isResumable(fiber)) return runOnStack(fiber, value);
  const { current } = schedule;
  const { activation } = current;
  enter(fiber, value);
  if (activation === undefined || schedule.waiting >= maximumWaiting) return switched;
  return stepCalled(fiber, current, activation);
}

/**
 * Steps a fiber that an activation has called, while it is the current one. Returns what it passes
 * to that activation, or `switched` if control goes elsewhere.
 */
function stepCalled(fiber: WrenFiber, caller: WrenFiber, place: Activation): Value {
  const { pc } = place;
  schedule.waiting++;
  for (;;) {
    const { activation } = fiber;
    if (schedule.current !== fiber || activation === undefined || isAwaiting()) break;
    stepInnermost(fiber, activation);
  }
  schedule.waiting--;
  // The activation may have gone on meanwhile, for a transfer to its fiber.
  const isBack = schedule.current === caller && caller.activation === place && place.pc === pc;
  return isBack ? schedule.passed : switched;
}

/** Whether the current fiber waits for a promise. */
function isAwaiting(): boolean {
  return schedule.awaited !== undefined;
}

/** Steps the innermost activation of the current fiber; true if this ends the main fiber. */
function stepInnermost(fiber: WrenFiber, activation: Activation): boolean {
  const result = activation.step(schedule.passed);
  if (result === switched) return false;
  const { parent } = activation;
  fiber.activation = parent;
  schedule.passed = result;
  return parent === undefined && finishFiber(result);
}

/** Transfers control to a fiber. */
export function transferResumably(fiber: WrenFiber, value: Value): Value {
  if (fiber.state !== FiberState.created || fiber.body?.resumable !== undefined) {
    enter(fiber, value);
    return switched;
  }
  switchTo(fiber, wrenNull);
  fiber.body?.code(value);
  return endRun();
}

/** Transfers control to a fiber and raises an error where the fiber is suspended. */
export function failResumably(fiber: WrenFiber, error: Value): never {
  const { stackTraceLimit } = Error;
  // The error belongs to the place where that fiber is suspended, so it has no JavaScript stack.
  Error.stackTraceLimit = 0;
  const failure = new WrenAbort(error);
  Error.stackTraceLimit = stackTraceLimit;
  if (fiber.state === FiberState.created && fiber.body?.resumable === undefined)
    switchTo(fiber, wrenNull);
  else enter(fiber, wrenNull);
  failure.callers = schedule.current.activation;
  throw failure;
}

/** Makes an error to read the current stack trace from; it is not raised. */
export function probe(): WrenAbort {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = captureDepth;
  const failure = new WrenAbort(wrenNull);
  Error.stackTraceLimit = stackTraceLimit;
  failure.callers = schedule.current.activation?.parent;
  return failure;
}

/**
 * Makes a fiber for the Wren part of a host class, which calls the fiber by `try` and then raises
 * its error again by `raiseAgain`. The error keeps its stack trace.
 */
export function createAttempt(body: WrenFn): WrenFiber {
  const { guard, isTraced } = schedule.current;
  return new AttemptFiber(body, guard === Guard.none || isTraced);
}

/** Whether a `try` of the script, not that of an attempt, would catch an error raised now. */
export function isWithinTry(): boolean {
  let fiber: WrenFiber | undefined = schedule.current;
  while (fiber !== undefined && !fiber.isAttempt) {
    if (fiber.guard === Guard.own) return true;
    fiber = fiber.caller;
  }
  return false;
}

/**
 * Raises the error that ended another fiber in the current one.
 *
 * @throws WrenAbort that error; if the fiber has none, an error that fibers cannot be switched
 */
export function raiseAgain(fiber: WrenFiber): never {
  const { failure } = fiber;
  if (failure === undefined) abort(messages.cannotSwitch());
  failure.callers ??= null;
  throw failure;
}

/**
 * Checks a caller that control has returned to. Other fibers may have resumed it meanwhile, so that
 * it has ended: then its error is raised again, as in Wren, or nothing is left to resume.
 */
function checkResumed(caller: WrenFiber): void {
  if (caller.isDone) throw caller.failure ?? runEnd;
}

/** Yields a value to the caller of the current fiber; without a caller, the run ends. */
export function yieldResumably(value: Value): Value {
  const { current } = schedule;
  const { caller } = current;
  if (caller === undefined) return endRun();
  current.caller = undefined;
  switchTo(caller, value);
  current.guard = Guard.none;
  checkResumed(caller);
  return switched;
}

/** Ends the run without an error. */
export function endRun(): never {
  throw runEnd;
}

/** Ends the current fiber with its result; true if it was the main fiber. */
function finishFiber(result: Value): boolean {
  const { current } = schedule;
  const { caller } = current;
  if (current.body === undefined) return true;
  current.state = FiberState.done;
  current.activation = undefined;
  current.caller = undefined;
  if (caller === undefined) return endRun();
  switchTo(caller, result);
  checkResumed(caller);
  return false;
}

/** Ends fibers with an error, from the current one outwards, up to one that `try` called. */
function recover(error: unknown, base: WrenFiber | undefined): void {
  const failure = toAbort(error);
  if (failure === undefined || failure instanceof BudgetAbort) throw error;
  leaveFiber(failure, schedule.current.activation?.parent);
  let fiber = schedule.current;
  for (;;) {
    const { caller, guard } = fiber;
    fail(fiber, failure);
    if (caller !== undefined && guard === Guard.own && !caller.isDone) {
      switchTo(caller, failure.value);
      return;
    }
    fiber.caller = undefined;
    if (caller === undefined) throw failure;
    if (caller === base) {
      switchTo(caller, wrenNull);
      throw failure;
    }
    fiber = caller;
  }
}

/**
 * Steps activations until control returns to `base`, a fiber in direct form. Without `base`: until
 * the main fiber ends, or until a native suspends the run, with the result `switched`.
 */
export function drive(base: WrenFiber | undefined): Value {
  const { waiting } = schedule;
  for (;;) {
    try {
      for (;;) {
        const { current } = schedule;
        const { activation } = current;
        if (activation === undefined || isAwaiting()) break;
        if (stepInnermost(current, activation)) return schedule.passed;
      }
      if (!isAwaiting()) return schedule.passed;
      if (base === undefined) return switched;
      schedule.awaited = undefined;
      abort(messages.cannotSwitch());
    } catch (error) {
      schedule.waiting = waiting;
      recover(error, base);
    }
  }
}

/** Whether a native can suspend the current fiber: not if code in direct form called it. */
export function canSuspend(): boolean {
  return schedule.maySuspend && schedule.nesting === 0;
}

/** Suspends the current fiber, in resumable form, until a promise settles. */
export function suspendFor(promise: Promise<Value>): Value {
  schedule.awaited = promise;
  return switched;
}

/** Resumes the suspended fiber with a value; returns the result of `drive`. */
export function resumeWithValue(value: Value): Value {
  schedule.awaited = undefined;
  switchTo(schedule.current, value);
  return drive(undefined);
}

/** Resumes the suspended fiber by raising an error where it is suspended. */
export function resumeWithError(error: unknown): Value {
  schedule.awaited = undefined;
  switchTo(schedule.current, wrenNull);
  if (error instanceof WrenAbort) {
    error.callers = schedule.current.activation;
    error.isRejection = true;
  }
  recover(error, undefined);
  return drive(undefined);
}

/** Runs code with the fibers of a run; `wrenNull` if `endRun` ends it. */
export function runIn(run: Schedule, code: () => Value): Value {
  const outer = schedule;
  const { stackTraceLimit } = Error;
  schedule = run;
  adjustTraces(run.current);
  try {
    return code();
  } catch (error) {
    if (error === runEnd) return wrenNull;
    throw error;
  } finally {
    schedule = outer;
    Error.stackTraceLimit = stackTraceLimit;
  }
}
