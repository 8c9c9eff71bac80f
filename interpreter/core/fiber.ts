/** Fiber. Its methods check their arguments; the scheduler switches between fibers. */

import { checkFunction } from '../runtime/check.js';
import { defineNativeClass } from '../runtime/class.js';
import { abort, WrenAbort } from '../runtime/errors.js';
import { Guard, WrenFiber } from '../runtime/fiber.js';
import { messages } from '../runtime/messages.js';
import { constantTime } from '../runtime/native.js';
import { defineResumable } from '../runtime/resumable.js';
import {
  callFiber,
  callFiberResumably,
  currentFiber,
  endRun,
  failResumably,
  tick,
  transferResumably,
  yieldResumably,
} from '../runtime/scheduler.js';
import { type Value, type WrenClass, wrenNull } from '../runtime/values.js';

function checkAlive(fiber: WrenFiber, verb: string): void {
  if (fiber.error !== wrenNull) abort(messages.abortedFiber(verb));
}

/** Makes the current fiber the caller of another fiber. */
function attach(fiber: WrenFiber, verb: string): void {
  checkAlive(fiber, verb);
  if (fiber.caller !== undefined) abort(messages.fiberAlreadyCalled());
  if (fiber.body === undefined) abort(messages.callRootFiber());
  fiber.caller = currentFiber();
  if (fiber.isDone) abort(messages.finishedFiber(verb));
  if (verb === 'try') fiber.guard = Guard.own;
  else fiber.guard = fiber.caller.guard === Guard.none ? Guard.none : Guard.outer;
}

function checkTransfer(fiber: WrenFiber): void {
  checkAlive(fiber, 'transfer to');
  if (fiber.isDone) abort(messages.finishedFiber('transfer to'));
}

function transfer(fiber: WrenFiber, value: Value): Value {
  checkTransfer(fiber);
  tick();
  return transferResumably(fiber, value);
}

/** Raises the error in the calling fiber if the other fiber is done. As in Wren, null is no error. */
function transferError(fiber: WrenFiber, error: Value): Value {
  if (error === wrenNull) return fiber.isDone ? wrenNull : transfer(fiber, wrenNull);
  if (fiber.isDone) throw new WrenAbort(error);
  tick();
  return failResumably(fiber, error);
}

function call(fiber: WrenFiber, value: Value): Value {
  attach(fiber, 'call');
  return callFiber(fiber, value);
}

function attempt(fiber: WrenFiber, value: Value): Value {
  attach(fiber, 'try');
  return callFiber(fiber, value);
}

const callMethods = constantTime({
  'call()': function (this: WrenFiber) {
    return call(this, wrenNull);
  },
  'call(_)': function (this: WrenFiber, value: Value) {
    return call(this, value);
  },
  'try()': function (this: WrenFiber) {
    return attempt(this, wrenNull);
  },
  'try(_)': function (this: WrenFiber, value: Value) {
    return attempt(this, value);
  },
  'transfer()': () => abort(messages.cannotSwitch()),
  'transfer(_)': () => abort(messages.cannotSwitch()),
  'transferError(_)': () => abort(messages.cannotSwitch()),
});

function callResumably(fiber: WrenFiber, value: Value): Value {
  attach(fiber, 'call');
  return callFiberResumably(fiber, value);
}

function attemptResumably(fiber: WrenFiber, value: Value): Value {
  attach(fiber, 'try');
  return callFiberResumably(fiber, value);
}

/** In direct form, only a fiber without a caller yields, which ends the run. */
function yieldDirectly(): Value {
  return currentFiber().caller === undefined ? endRun() : abort(messages.cannotSwitch());
}

/** Fiber. */
export const fiberClass = defineNativeClass({
  name: 'Fiber',
  instance: WrenFiber,
  methods: {
    ...callMethods,
    ...constantTime({
      error: function (this: WrenFiber) {
        return this.error;
      },
      isDone: function (this: WrenFiber) {
        return this.isDone;
      },
    }),
  },
  statics: constantTime({
    'new(_)': (value: Value) => {
      const body = checkFunction(value, 'Argument');
      if (body.arity > 1) abort(messages.fiberParameters());
      return new WrenFiber(body);
    },
    'abort(_)': function (this: WrenClass, error: Value) {
      if (error === wrenNull) return this;
      throw new WrenAbort(error);
    },
    current: () => currentFiber(),
    'suspend()': () => endRun(),
    // Two functions, since each has its own resumable form.
    'yield()': () => yieldDirectly(),
    'yield(_)': () => yieldDirectly(),
  }),
});

defineResumable(WrenFiber.prototype, {
  'call()': (fiber) => callResumably(fiber as WrenFiber, wrenNull),
  'call(_)': (fiber, value = wrenNull) => callResumably(fiber as WrenFiber, value),
  'try()': (fiber) => attemptResumably(fiber as WrenFiber, wrenNull),
  'try(_)': (fiber, value = wrenNull) => attemptResumably(fiber as WrenFiber, value),
  'transfer()': (fiber) => transfer(fiber as WrenFiber, wrenNull),
  'transfer(_)': (fiber, value = wrenNull) => transfer(fiber as WrenFiber, value),
  'transferError(_)': (fiber, error = wrenNull) => transferError(fiber as WrenFiber, error),
});

defineResumable(Object.getPrototypeOf(fiberClass), {
  'yield()': () => yieldResumably(wrenNull),
  'yield(_)': (_class, value = wrenNull) => yieldResumably(value),
});
