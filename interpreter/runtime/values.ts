/**
 * Representation of Wren values. Numbers, booleans and strings are JavaScript primitives; strings
 * are byte strings, with one character, 0 to 255, per byte. All other values, including null, are
 * objects whose prototype chain has their Wren methods under their selectors:
 *
 *     instance → its class's methods → its superclass's → … → WrenObject → missing methods
 *
 * A method call is `object.selector(…)`. JavaScript's own prototypes stay unchanged: the methods of
 * primitives are on the objects that `methodsOf` returns.
 */

/** Any Wren value. Strings are byte strings. */
export type Value = number | boolean | string | WrenObject;

/**
 * Base class of all values that are not JavaScript primitives, including foreign objects of hosts.
 */
export class WrenObject {
  /** The object's class, a property of the prototype. */
  declare readonly $class: WrenClass;
  /** The elements of a list; undefined for all other objects. */
  declare readonly items: Value[] | undefined;
  /** The code of a function; undefined for all other objects. */
  declare readonly code: Code | undefined;
}
define(WrenObject.prototype, 'items', undefined);
define(WrenObject.prototype, 'code', undefined);

/** A function's compiled body. Excess arguments are ignored. */
export type Code = (...values: Value[]) => Value;

/** A JavaScript class whose instances are the instances of a Wren class. */
export type InstanceConstructor = {
  new (...values: never[]): WrenObject;
  readonly prototype: WrenObject;
};

/** Whether other classes may inherit from a class; if not, the reason. */
export type Inheritance = 'open' | 'built-in' | 'foreign';

/** A class. The prototype of its metaclass has its static methods and constructors. */
export class WrenClass extends WrenObject {
  /** A byte string. */
  readonly name: string;
  /** Undefined for Object. */
  readonly superclass: WrenClass | undefined;
  /** Number of superclasses. */
  readonly depth: number;
  /** JavaScript class of the instances; its prototype has the instance methods. */
  readonly instance: InstanceConstructor;
  /** Number of fields of an instance, including inherited ones. */
  readonly fieldCount: number;
  /** Whether other classes may inherit from it. */
  readonly inheritance: Inheritance;
  /** The value of `attributes`; undefined for null. */
  attributes: Value | undefined;
  /** The metaclass, made on first use. */
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
    this.depth = superclass === undefined ? 0 : superclass.depth + 1;
    this.instance = instance;
    this.fieldCount = fieldCount;
    this.inheritance = inheritance;
    this.attributes = undefined;
    this.metaclass = undefined;
  }
}

/** Defines a property that is not enumerable and that class fields may shadow. */
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
/** Wren's `null`: the only instance of WrenNull. */
export const wrenNull = new WrenNull();

/** Base class of sequences; the methods are written in Wren. */
export class WrenSequence extends WrenObject {}

/** Holder of the methods of numbers; never instantiated. */
export class WrenNum extends WrenObject {}
/** Holder of the methods of booleans; never instantiated. */
export class WrenBool extends WrenObject {}
/** Holder of the methods of strings; never instantiated. */
export class WrenString extends WrenSequence {}

/** The object with the methods of a primitive. */
export function methodsOf(value: number | boolean | string): WrenObject {
  if (typeof value === 'string') return WrenString.prototype;
  return typeof value === 'number' ? WrenNum.prototype : WrenBool.prototype;
}

/** The class of a value, like Wren's `type`. */
export function classOf(value: Value): WrenClass {
  return typeof value === 'object' ? value.$class : methodsOf(value).$class;
}

/** Whether a value counts as true in a condition: all values except `false` and `null` do. */
export function isTruthy(value: Value): boolean {
  return value !== false && value !== wrenNull;
}

/** A list. Hosts may read and change its elements. */
export class WrenList extends WrenSequence {
  /** The elements. */
  override readonly items: Value[];

  constructor(items: Value[]) {
    super();
    this.items = items;
  }
}

/** A range of numbers. */
export class WrenRange extends WrenSequence {
  readonly from: number;
  readonly to: number;
  /** True for `1..3`, which includes its end; false for `1...3`. */
  readonly inclusive: boolean;

  constructor(from: number, to: number, inclusive: boolean) {
    super();
    this.from = from;
    this.to = to;
    this.inclusive = inclusive;
  }
}

/** A function. Instances belong to subclasses. */
export class WrenFn extends WrenObject {
  /** Number of arguments that it requires. */
  declare readonly arity: number;
  /** The direct form. */
  declare readonly code: Code;
  /** The resumable form; undefined if the function is never suspended. */
  declare readonly resumable: Code | undefined;
  /** Whether a fiber with this function may yield. */
  declare readonly mayYield: boolean;
}
define(WrenFn.prototype, 'resumable', undefined);
define(WrenFn.prototype, 'mayYield', false);

/** A function whose code is a JavaScript closure. */
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
 * A function with its captures in fields, for its two forms. Generated code extends this class for
 * each hoisted block; `code` and `resumable` are methods.
 */
export class WrenClosure extends WrenFn {}

/** Sets the properties of a hoisted block's class. */
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
 * Wren's `wrenValuesEqual` (`wren_value.c`), the default of `==`: strings and ranges are compared
 * by content, other objects by identity, and numbers by their bits, so 0 and -0 differ and NaN
 * equals itself. The `==` of numbers differs.
 */
export function valuesEqual(one: Value, other: Value): boolean {
  if (Object.is(one, other)) return true;
  if (!(one instanceof WrenRange && other instanceof WrenRange)) return false;
  return one.from === other.from && one.to === other.to && one.inclusive === other.inclusive;
}
