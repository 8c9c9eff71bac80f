/**
 * Declaration of natives: functions of the host that Wren code calls. Each must declare how its
 * time and memory grow with its arguments, so that no run exceeds its budget in a native:
 *
 *     const access = constantTime({ count(this: WrenList) { … } });
 *     const searching = linearTime({ 'contains(_)'(this: string, part: Value) { … } });
 */
import { currentExecution } from './execution.js';
import type { Value } from './values.js';

/** A method of a native class. `this` is the receiver: a JavaScript primitive or a WrenObject. */
export type Method = (this: never, ...values: never[]) => Value;

/** Methods by Wren signature: `insert(_,_)`, `count`, `[_]=(_)`, `+(_)`. */
export type Methods = Readonly<Record<string, Method>>;

declare const cost: unique symbol;

/** A method with a declared cost, made by one of the functions below or by `suspending`. */
export type Native = Method & { readonly [cost]: true };

/** All natives, to reject undeclared methods of hosts in plain JavaScript. */
const declared = new WeakSet<object>();

/** @throws TypeError if a method has no declared cost */
export function checkDeclared(signature: string, method: object): void {
  if (declared.has(method)) return;
  throw new TypeError(
    `The native ${signature} has no declared cost: declare it with constantTime, linearTime, ` +
      'longTime, metered or suspending.',
  );
}

/** Natives by Wren signature: `insert(_,_)`, `count`, `[_]=(_)`, `+(_)`. */
export type Natives = Readonly<Record<string, Native>>;

/**
 * Declares methods whose time and memory do not depend on their arguments. Calls are not charged. A
 * method of the core that reads a single byte of a string must call `touch` first.
 */
export function constantTime(methods: Methods): Natives {
  return mapMethods(methods, declare);
}

/**
 * Declares methods that charge for their work themselves, before they do it: natives of hosts by
 * `charge` and `reserveMemory`.
 */
export function metered(methods: Methods): Natives {
  return mapMethods(methods, declare);
}

/**
 * Declares methods that read their receiver and arguments once or twice. Each call is charged for
 * their sizes: bytes of strings, elements of lists. Methods must reserve larger results themselves.
 */
export function linearTime(methods: Methods): Natives {
  return mapMethods(methods, chargeSizes);
}

/**
 * Declares methods that always take long, such as those that access a disk. Each call polls the
 * budget and is charged for the sizes of receiver and arguments.
 */
export function longTime(methods: Methods): Natives {
  return mapMethods(methods, longNative);
}

/** Like `longTime`, for a single method with any number of arguments. */
export function longNative(method: Method): Native {
  return declare(function (this: never, ...values: never[]) {
    const execution = currentExecution();
    execution.work(sumOfSizes(this, values));
    execution.poll();
    return method.apply(this, values);
  });
}

/** Makes a native of a method that needs no charges, or charges itself. */
function declare(method: Method): Native {
  declared.add(method);
  return method as Native;
}

type Convert = (method: Method, arity: number) => Native;

function mapMethods(methods: Methods, convert: Convert): Natives {
  const converted: Record<string, Native> = {};
  for (const [signature, method] of Object.entries(methods)) {
    converted[signature] = convert(method, signature.match(/_(?=[,)\]])/g)?.length ?? 0);
  }
  return converted;
}

type Call = (this: Value, one?: Value) => Value;

/** Charges before a method runs; methods with up to one argument avoid rest parameters. */
function chargeSizes(method: Method, arity: number): Native {
  const call = method as unknown as Call;
  if (arity === 0) {
    return declare(function (this: Value) {
      currentExecution().work(sizeOf(this));
      return call.call(this);
    });
  }
  if (arity === 1) {
    return declare(function (this: Value, one: Value) {
      currentExecution().work(sizeOf(this) + sizeOf(one));
      return call.call(this, one);
    });
  }
  return declare(function (this: never, ...values: never[]) {
    currentExecution().work(sumOfSizes(this, values));
    return method.apply(this, values);
  });
}

function sumOfSizes(receiver: Value, values: readonly Value[]): number {
  let sum = sizeOf(receiver);
  for (const value of values) sum += sizeOf(value);
  return sum;
}

/** Bytes of a string, elements of a list. */
function sizeOf(value: Value): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' ? (value.items?.length ?? 0) : 0;
}
