/**
 * How methods in TypeScript are declared. There is no way to declare one that does not state how
 * its time and memory grow with what it is given, so that no run exceeds its budget in a native:
 *
 *     const access = constantTime({ count(this: WrenList) { … } });
 *     const searching = linearTime({ 'contains(_)'(this: string, part: Value) { … } });
 */
import { currentExecution } from './execution.js';
import type { Value } from './values.js';

/** A method in TypeScript: its `this` is the receiver, which for primitives is the raw value. */
export type Method = (this: never, ...values: never[]) => Value;

/** Methods by Wren signature: `insert(_,_)`, `count`, `[_]=(_)`, `+(_)`. */
export type Methods = Readonly<Record<string, Method>>;

declare const cost: unique symbol;

/** A method whose cost has been declared by one of the functions below. */
export type Native = Method & { readonly [cost]: true };

/** All natives: what is no TypeScript could pass others for them. */
const declared = new WeakSet<object>();

/** @throws TypeError for a method whose cost nobody has declared */
export function checkDeclared(signature: string, method: object): void {
  if (declared.has(method)) return;
  throw new TypeError(
    `The native ${signature} does not say what it costs: declare it by constantTime, linearTime, ` +
      'longTime, metered or suspending.',
  );
}

/** Natives by Wren signature. */
export type Natives = Readonly<Record<string, Native>>;

/**
 * Methods that take about the same time and memory whatever they are given. One that looks at a
 * single byte of a text calls `touch` first.
 */
export function constantTime(methods: Methods): Natives {
  return mapMethods(methods, declare);
}

/**
 * Methods that charge for themselves what depends on more than the sizes of their arguments, by
 * `charge`, `reserveLength` and `reserveElements`, before they do it.
 */
export function metered(methods: Methods): Natives {
  return mapMethods(methods, declare);
}

/**
 * Methods that go through their receiver and arguments, texts and lists, at most once or
 * twice: each call is charged with the sizes of all of them. What they make that is longer than
 * that they reserve by themselves.
 */
export function linearTime(methods: Methods): Natives {
  return mapMethods(methods, chargeSizes);
}

/**
 * Methods that are long whatever they are given, such as those that wait for a disk: the run looks
 * at its budget before each call. The sizes of the arguments are charged, too.
 */
export function longTime(methods: Methods): Natives {
  return mapMethods(methods, longNative);
}

/** As `longTime`, for a single method with any number of arguments. */
export function longNative(method: Method): Native {
  return declare(function (this: never, ...values: never[]) {
    const execution = currentExecution();
    execution.work(sumOfSizes(this, values));
    execution.poll();
    return method.apply(this, values);
  });
}

/** Makes a native of a method that charges for itself what there is to charge. */
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

/** Charges before it goes on with a method: in short ways for those without many arguments. */
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

/** Bytes of a text, elements of a list. */
function sizeOf(value: Value): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' ? (value.items?.length ?? 0) : 0;
}
