/**
 * How Wren values are represented. Numbers, booleans and strings are JavaScript primitives (a
 * string holds one character, 0 to 255, for each byte); everything else, null included, is an
 * object whose prototype chain holds its Wren methods under their selectors:
 *
 *     instance → its class's methods → its superclass's → … → WrenObject → missing methods
 *
 * A method is called as `object.selector(…)`. A primitive has no Wren methods of its own, host
 * prototypes being left alone: its methods lie on the objects that `methodsOf` returns.
 */

/** Any value that a script can hold. */
export type Value = number | boolean | string | WrenObject;

/** The root of all values that are not JavaScript primitives. */
export class WrenObject {
  /** The object's class; lies on the prototype of its class, not in the object. */
  declare readonly $class: WrenClass;
  /** A list's elements: undefined in everything that is not a list, so it tells lists apart. */
  declare readonly items: Value[] | undefined;
  /** A function's code: undefined in everything that is not a function. */
  declare readonly code: Code | undefined;
}
define(WrenObject.prototype, 'items', undefined);
define(WrenObject.prototype, 'code', undefined);

/** A function's compiled body. It may be called with more arguments than it has parameters. */
export type Code = (...values: Value[]) => Value;

/** A JavaScript class whose instances are the instances of a Wren class. */
export type InstanceConstructor = {
  new (...values: never[]): WrenObject;
  readonly prototype: WrenObject;
};

/** What may inherit from a class: anything, or nothing and why. */
export type Inheritance = 'open' | 'built-in' | 'foreign';

/**
 * A class as a value. Its own class is its metaclass, on whose prototype the static methods and
 * constructors lie.
 */
export class WrenClass extends WrenObject {
  readonly name: string;
  readonly superclass: WrenClass | undefined;
  /** Makes instances; the methods lie on its prototype. */
  readonly instance: InstanceConstructor;
  /** How many fields an instance has, inherited ones included. */
  readonly fieldCount: number;
  readonly inheritance: Inheritance;
  /** What `attributes` returns. */
  attributes: Value | undefined;
  /** The class of this class, made when somebody first asks for it. */
  metaclass: WrenClass | undefined;

  constructor(
    name: string,
    superclass: WrenClass | undefined,
    instance: InstanceConstructor,
    fieldCount: number,
    inheritance: Inheritance,
  ) {
    super();
    this.name = name;
    this.superclass = superclass;
    this.instance = instance;
    this.fieldCount = fieldCount;
    this.inheritance = inheritance;
    this.attributes = undefined;
    this.metaclass = undefined;
  }
}

/** Adds a property that enumeration passes over and that class fields may shadow. */
export function define(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, {
    value,
    writable: true,
    enumerable: false,
    configurable: true,
  });
}

/** The class of Wren's `null`. */
export class WrenNull extends WrenObject {}
/** Wren's `null`, of which there is one. */
export const wrenNull = new WrenNull();

/** The class of all that can be iterated; its methods are written in Wren. */
export class WrenSequence extends WrenObject {}

/** Holders of the methods of primitives; never instantiated. */
export class WrenNum extends WrenObject {}
export class WrenBool extends WrenObject {}
export class WrenString extends WrenSequence {}

/** The object on which a primitive's methods lie. */
export function methodsOf(value: number | boolean | string): WrenObject {
  if (typeof value === 'string') return WrenString.prototype;
  return typeof value === 'number' ? WrenNum.prototype : WrenBool.prototype;
}

/** The class of any value. */
export function classOf(value: Value): WrenClass {
  return typeof value === 'object' ? value.$class : methodsOf(value).$class;
}

/** Whether a condition holds: everything does but `false` and `null`. */
export function isTruthy(value: Value): boolean {
  return value !== false && value !== wrenNull;
}

/** A list, whose elements may be read and changed. */
export class WrenList extends WrenSequence {
  override readonly items: Value[];

  constructor(items: Value[]) {
    super();
    this.items = items;
  }
}

/** A range of numbers: `1..3` includes its end, `1...3` does not. */
export class WrenRange extends WrenSequence {
  readonly from: number;
  readonly to: number;
  readonly inclusive: boolean;

  constructor(from: number, to: number, inclusive: boolean) {
    super();
    this.from = from;
    this.to = to;
    this.inclusive = inclusive;
  }
}

/** A function value: compiled code and how many arguments it wants. Instances are of a subclass. */
export class WrenFn extends WrenObject {
  declare readonly arity: number;
  declare readonly code: Code;
  /** The code's resumable form; undefined when it can never be suspended. */
  declare readonly resumable: Code | undefined;
  /** Whether a fiber that runs the code may yield. */
  declare readonly mayYield: boolean;
}
define(WrenFn.prototype, 'resumable', undefined);
define(WrenFn.prototype, 'mayYield', false);

/** A function whose code is a JavaScript closure, which holds what it captures. */
export class WrenBlock extends WrenFn {
  override readonly arity: number;
  override readonly code: Code;

  constructor(arity: number, code: Code) {
    super();
    this.arity = arity;
    this.code = code;
  }
}

/**
 * A function that holds in fields what it captures, for its two forms. Emitted code extends this,
 * one class for each block: `code` and `resumable` are methods.
 */
export class WrenClosure extends WrenFn {}

/** Completes the class of a block. */
export function defineClosure<C extends typeof WrenClosure>(
  target: C,
  arity: number,
  mayYield: boolean,
): C {
  define(target.prototype, 'arity', arity);
  define(target.prototype, 'mayYield', mayYield);
  return target;
}

/**
 * Wren's own idea of the same value, which `==` follows unless a class says otherwise: strings
 * and ranges by content, other objects by identity. Numbers are told apart by their bits, so 0
 * and -0 differ and NaN is equal to itself; the `==` of numbers is another one.
 */
export function valuesEqual(one: Value, other: Value): boolean {
  if (Object.is(one, other)) return true;
  if (!(one instanceof WrenRange && other instanceof WrenRange)) return false;
  return one.from === other.from && one.to === other.to && one.inclusive === other.inclusive;
}
