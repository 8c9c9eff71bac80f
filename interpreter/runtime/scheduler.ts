/**
 * Runs fibers. A fiber that may yield runs in resumable form: its activations are objects, linked
 * from the innermost outwards, and `drive` steps whichever is on top until control comes back to
 * the fiber that waits on the JavaScript stack. Every other fiber runs in direct form, on the
 * stack of the one that calls it, which costs next to nothing.
 */

import { BudgetAbort } from './budget.js';
import { abort, WrenAbort } from './errors.js';
import { currentExecution } from './execution.js';
import { AttemptFiber, switched, WrenFiber } from './fiber.js';
import { messages } from './messages.js';
import type { Activation } from './resumable.js';
import { captureDepth } from './trace.js';
import { type Value, type WrenFn, wrenNull } from './values.js';

/** How many fibers in direct form may wait for each other on the JavaScript stack. */
const maximumNesting = 64;

/** How many activations of resumable forms may wait for each other, over all fibers. */
const maximumDepth = 250_000;

/** Ends a run at once and without an error: nothing is left that could go on. */
class RunEnd {}
const runEnd = new RunEnd();

/** The fibers of one run. */
export class Schedule {
  current = new WrenFiber(undefined);
  /** The innermost activation of the current fiber; undefined while it runs in direct form. */
  top: Activation | undefined = undefined;
  /** What the activation on top is suspended for. */
  passed: Value = wrenNull;
  nesting = 0;
  ticks = 0;
  /** Whether the host may suspend the run. */
  maySuspend = false;
  /** What the current fiber is suspended for by the host. */
  awaited: Promise<Value> | undefined = undefined;
}

let schedule = new Schedule();

/** The fiber that runs right now. */
export function currentFiber(): WrenFiber {
  return schedule.current;
}

/** Puts an activation on top of the current fiber. */
export function push(activation: Activation): Value {
  const parent = schedule.top;
  activation.parent = parent;
  const caller = parent ?? schedule.current.caller?.activation;
  if (caller !== undefined) {
    activation.depth = caller.depth + 1;
    if (activation.depth > maximumDepth) abort(messages.stackOverflow());
  }
  schedule.top = activation;
  tick();
  return switched;
}

/**
 * Counts an activation, or a transfer before it is made: neither may go on without end. What else
 * changes fibers is within a loop or a function that calls itself, which look at the budget.
 */
export function tick(): void {
  schedule.ticks++;
  if ((schedule.ticks & 1023) === 0) currentExecution().poll();
}

/** Errors within reach of a `try` need no stack trace, which is most of what an error costs. */
function adjustTraces(fiber: WrenFiber): void {
  const depth = fiber.guard === 'none' || fiber.isTraced ? captureDepth : 0;
  if (Error.stackTraceLimit !== depth) Error.stackTraceLimit = depth;
}

/** Makes a fiber the current one, with the value that it is suspended for. */
function switchTo(fiber: WrenFiber, value: Value): void {
  schedule.current = fiber;
  schedule.top = fiber.activation;
  schedule.passed = value;
  adjustTraces(fiber);
}

/** Leaves the current fiber for one in resumable form: begins it, or resumes it with a value. */
function enter(fiber: WrenFiber, value: Value): void {
  schedule.current.activation = schedule.top;
  if (fiber.state !== 'new') {
    switchTo(fiber, value);
    return;
  }
  fiber.state = 'started';
  switchTo(fiber, wrenNull);
  fiber.body?.resumable?.(value);
}

/** Whether a fiber has to run in resumable form, so that it can give way to others. */
function isResumable({ state, body }: WrenFiber): boolean {
  if (state !== 'new') return true;
  if (body?.resumable === undefined) return false;
  return body.mayYield || schedule.nesting >= maximumNesting;
}

/** What a script can make of an error; undefined for one that is not the script's. */
export function toAbort(error: unknown): WrenAbort | undefined {
  if (error instanceof WrenAbort) return error;
  if (!(error instanceof RangeError)) return undefined;
  return new WrenAbort(describeRangeError(error), { cause: error });
}

/** In Wren's words, what V8 cannot make larger. */
function describeRangeError({ message }: RangeError): string {
  if (message.startsWith('Maximum call stack')) return messages.stackOverflow();
  return messages.tooLong(message.includes('string') ? 'String' : 'List');
}

function fail(fiber: WrenFiber, failure: WrenAbort): void {
  fiber.state = 'done';
  fiber.failure = failure;
  fiber.activation = undefined;
}

/** Runs a fiber in direct form from its beginning to its end. */
function runOnStack(fiber: WrenFiber, value: Value): Value {
  const { current, top } = schedule;
  fiber.state = 'started';
  schedule.current = fiber;
  schedule.top = undefined;
  schedule.nesting++;
  adjustTraces(fiber);
  try {
    const result = fiber.body?.code(value) ?? wrenNull;
    fiber.state = 'done';
    return result;
  } catch (error) {
    const failure = toAbort(error);
    if (failure === undefined || failure instanceof BudgetAbort) throw error;
    fail(fiber, failure);
    if (fiber.guard === 'own') return failure.value;
    throw failure;
  } finally {
    schedule.current = current;
    schedule.top = top;
    schedule.nesting--;
    fiber.caller = undefined;
    adjustTraces(current);
  }
}

/** Calls a fiber from code in direct form. */
export function callFiber(fiber: WrenFiber, value: Value): Value {
  if (!isResumable(fiber)) return runOnStack(fiber, value);
  const { current, top } = schedule;
  schedule.top = undefined;
  schedule.nesting++;
  try {
    enter(fiber, value);
    return drive(current);
  } finally {
    schedule.top = top;
    schedule.nesting--;
  }
}

/** Calls a fiber from code in resumable form. */
export function callFiberResumably(fiber: WrenFiber, value: Value): Value {
  if (!isResumable(fiber)) return runOnStack(fiber, value);
  enter(fiber, value);
  return switched;
}

/** Gives control to a fiber for good: it comes back only if another one transfers it back. */
export function transferResumably(fiber: WrenFiber, value: Value): Value {
  if (fiber.state !== 'new' || fiber.body?.resumable !== undefined) {
    enter(fiber, value);
    return switched;
  }
  schedule.current.activation = schedule.top;
  switchTo(fiber, wrenNull);
  fiber.body?.code(value);
  return endRun();
}

/** Gives control to a fiber for good, in such a way that it fails where it is suspended. */
export function failResumably(fiber: WrenFiber, error: Value): never {
  const { stackTraceLimit } = Error;
  // The place of the failure is where that fiber is suspended, not where this one runs.
  Error.stackTraceLimit = 0;
  const failure = new WrenAbort(error);
  Error.stackTraceLimit = stackTraceLimit;
  if (fiber.state === 'new' && fiber.body?.resumable === undefined) switchTo(fiber, wrenNull);
  else enter(fiber, wrenNull);
  failure.callers = schedule.top;
  throw failure;
}

/** A failure that is not raised, for looking at the stack trace that one would have here. */
export function probe(): WrenAbort {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = captureDepth;
  const failure = new WrenAbort(wrenNull);
  Error.stackTraceLimit = stackTraceLimit;
  failure.callers = schedule.top?.parent;
  return failure;
}

/** A fiber whose failure `raiseAgain` raises once more, where no other `try` gets it. */
export function createAttempt(body: WrenFn): WrenFiber {
  const { guard, isTraced } = schedule.current;
  return new AttemptFiber(body, guard === 'none' || isTraced);
}

/** Whether an error that comes up now would be caught, by another `try` than that of an attempt. */
export function isWithinTry(): boolean {
  let fiber: WrenFiber | undefined = schedule.current;
  while (fiber !== undefined && !fiber.isAttempt) {
    if (fiber.guard === 'own') return true;
    fiber = fiber.caller;
  }
  return false;
}

/** Ends the current fiber as another one has ended; as an error if that one has not ended. */
export function raiseAgain(fiber: WrenFiber): never {
  throw fiber.failure ?? new WrenAbort(messages.cannotSwitch());
}

/** Leaves the current fiber for its caller; without one, nothing is left to run. */
export function yieldResumably(value: Value): Value {
  const { current, top } = schedule;
  const { caller } = current;
  if (caller === undefined) return endRun();
  current.activation = top;
  current.caller = undefined;
  current.guard = 'none';
  switchTo(caller, value);
  return switched;
}

/** Ends the run as if it had come to its end. */
export function endRun(): never {
  throw runEnd;
}

/** Ends the current fiber with its body's result; true when that was the run's last. */
function finishFiber(result: Value): boolean {
  const { current } = schedule;
  const { caller } = current;
  if (current.body === undefined) return true;
  current.state = 'done';
  current.activation = undefined;
  current.caller = undefined;
  if (caller === undefined) return endRun();
  switchTo(caller, result);
  return false;
}

/** Lets an error end fibers from the current one outwards, up to one that was called by `try`. */
function recover(error: unknown, base: WrenFiber | undefined): void {
  const failure = toAbort(error);
  if (failure === undefined || failure instanceof BudgetAbort) throw error;
  failure.callers ??= schedule.top?.parent;
  let fiber = schedule.current;
  for (;;) {
    const { caller, guard } = fiber;
    fail(fiber, failure);
    if (caller !== undefined && guard === 'own') {
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
 * Steps activations until control comes back to `base`, which runs in direct form; without it,
 * until the run's first fiber ends, or (`switched`) until the host suspends the run.
 */
export function drive(base: WrenFiber | undefined): Value {
  for (;;) {
    try {
      for (let activation = schedule.top; activation !== undefined; activation = schedule.top) {
        const result = activation.step(schedule.passed);
        if (result === switched) continue;
        schedule.top = activation.parent;
        schedule.passed = result;
        if (activation.parent === undefined && finishFiber(result)) return result;
      }
      if (schedule.awaited === undefined) return schedule.passed;
      if (base === undefined) return switched;
      schedule.awaited = undefined;
      abort(messages.cannotSwitch());
    } catch (error) {
      recover(error, base);
    }
  }
}

/** Whether the host may suspend the current fiber: no code in direct form waits for that one. */
export function canSuspend(): boolean {
  return schedule.maySuspend && schedule.nesting === 0;
}

/** Suspends the current fiber, which is in resumable form, until a promise of the host's is settled. */
export function suspendFor(promise: Promise<Value>): Value {
  schedule.current.activation = schedule.top;
  schedule.top = undefined;
  schedule.awaited = promise;
  return switched;
}

/** Resumes the fiber that the host suspended; what `drive` returns. */
export function resumeWithValue(value: Value): Value {
  schedule.awaited = undefined;
  switchTo(schedule.current, value);
  return drive(undefined);
}

/** Resumes the fiber that the host suspended, by an error where it is suspended. */
export function resumeWithError(error: unknown): Value {
  schedule.awaited = undefined;
  switchTo(schedule.current, wrenNull);
  if (error instanceof WrenAbort) error.callers = schedule.top;
  recover(error, undefined);
  return drive(undefined);
}

/** Runs code with the fibers of a run; `wrenNull` when the run ends in the middle of it. */
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
