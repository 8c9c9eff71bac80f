/** Fiber. Its methods check their arguments; the scheduler switches between fibers. */

import { checkFunction } from '../runtime/check.js';
import { defineNativeClass } from '../runtime/class.js';
import { abort, WrenAbort } from '../runtime/errors.js';
import { WrenFiber } from '../runtime/fiber.js';
import { messages } from '../runtime/messages.js';
import { constantTime, type Method } from '../runtime/native.js';
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
  if (fiber.state === 'done') abort(messages.finishedFiber(verb));
  if (verb === 'try') fiber.guard = 'own';
  else fiber.guard = fiber.caller.guard === 'none' ? 'none' : 'outer';
}

function makeCall(verb: string, run: (fiber: WrenFiber, value: Value) => Value): Method {
  return function (this: WrenFiber, value: Value = wrenNull) {
    attach(this, verb);
    return run(this, value);
  };
}

function checkTransfer(fiber: WrenFiber): void {
  checkAlive(fiber, 'transfer to');
  if (fiber.state === 'done') abort(messages.finishedFiber('transfer to'));
}

function transfer(this: WrenFiber, value: Value = wrenNull): Value {
  checkTransfer(this);
  tick();
  return transferResumably(this, value);
}

/** Raises the error in the calling fiber if the other fiber is done. */
function transferError(this: WrenFiber, error: Value): Value {
  if (this.state === 'done') throw new WrenAbort(error);
  tick();
  return failResumably(this, error);
}

const callMethods = constantTime({
  'call()': makeCall('call', callFiber),
  'call(_)': makeCall('call', callFiber),
  'try()': makeCall('try', callFiber),
  'try(_)': makeCall('try', callFiber),
  'transfer()': () => abort(messages.cannotSwitch()),
  'transfer(_)': () => abort(messages.cannotSwitch()),
  'transferError(_)': () => abort(messages.cannotSwitch()),
});

const resumableCallMethods = constantTime({
  'call()': makeCall('call', callFiberResumably),
  'call(_)': makeCall('call', callFiberResumably),
  'try()': makeCall('try', callFiberResumably),
  'try(_)': makeCall('try', callFiberResumably),
  'transfer()': transfer,
  'transfer(_)': transfer,
  'transferError(_)': transferError,
});

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
        return this.state === 'done';
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

const resumableStatics = constantTime({
  'yield()': () => yieldResumably(wrenNull),
  'yield(_)': (value: Value) => yieldResumably(value),
});

defineResumable(WrenFiber.prototype, resumableCallMethods);
defineResumable(Object.getPrototypeOf(fiberClass), resumableStatics);
