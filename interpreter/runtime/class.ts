/**
 * Making classes. A Wren class is two JavaScript classes: one for its instances, on whose
 * prototype the instance methods lie, and one, its metaclass, of which the class value is the
 * only instance and on whose prototype static methods and constructors lie. Every metaclass
 * extends WrenClass directly, because Wren's static methods are not inherited.
 */
import { abort } from './errors.js';
import { messages } from './messages.js';
import { checkDeclared, type Natives } from './native.js';
import { selectorOf, signatureOf } from './selector.js';
import { define, type InstanceConstructor, type Value, WrenClass, WrenObject } from './values.js';

/** A JavaScript class whose only instance is a Wren class. */
export type MetaConstructor = typeof WrenClass;

/** Wren's limit, which counts inherited fields. */
const maximumFields = 255;

/** The last prototype of all objects: looking up a method here means that nobody has it. */
const missingMethods: object = new Proxy(Object.create(null), {
  get(_target, key, receiver: WrenObject) {
    const signature = typeof key === 'string' ? signatureOf(key) : undefined;
    if (signature === undefined) return undefined;
    return () => abort(`${receiver.$class.name} does not implement '${signature}'.`);
  },
});

Object.setPrototypeOf(WrenObject.prototype, missingMethods);

/** The class Object, the root of all. */
export const objectClass = new WrenClass('Object', undefined, WrenObject, 0, 'open');

/** The class of metaclasses, and of itself. */
export const classClass = new WrenClass('Class', objectClass, WrenClass, 0, 'built-in');

/** The class of a class. Its own class is Class. */
class Metaclass extends WrenClass {}

define(WrenObject.prototype, '$class', objectClass);
define(Metaclass.prototype, '$class', classClass);
define(classClass, '$class', classClass);
Object.defineProperty(WrenClass.prototype, '$class', {
  get(this: WrenClass): WrenClass {
    this.metaclass ??= new Metaclass(
      `${this.name} metaclass`,
      classClass,
      WrenClass,
      0,
      'built-in',
    );
    return this.metaclass;
  },
  configurable: true,
});

/**
 * Installs natives on a prototype, each under the selector of its signature.
 *
 * @throws TypeError when the cost of one has not been declared
 */
export function defineNatives(target: object, natives: Natives): void {
  for (const [signature, native] of Object.entries(natives)) {
    checkDeclared(signature, native);
    define(target, selectorOf(signature), native);
  }
}

function checkSuperclass(
  name: string,
  superclass: Value,
  fieldCount: number,
  foreign: boolean,
): WrenClass {
  if (!(superclass instanceof WrenClass)) abort(messages.inheritFromNonClass(name));
  if (superclass.inheritance === 'built-in') {
    abort(messages.inheritFromBuiltIn(name, superclass.name));
  }
  if (superclass.inheritance === 'foreign') {
    abort(messages.inheritFromForeign(name, superclass.name));
  }
  if (foreign && superclass.fieldCount > 0) abort(messages.foreignInheritsFields(name));
  if (superclass.fieldCount + fieldCount > maximumFields) abort(messages.tooManyFields(name));
  return superclass;
}

/** A class in the making: what its two JavaScript classes have to extend. */
export interface ClassDraft {
  /** For instances, with their fields and methods. */
  readonly base: InstanceConstructor;
  /** For the class itself, with its static methods and constructors. */
  readonly meta: MetaConstructor;
  /** Makes the class from those that extend the two. */
  finish(instance: InstanceConstructor, meta: MetaConstructor): WrenClass;
}

/** What a class statement says of a class, apart from its methods. */
export interface ClassHeading {
  readonly name: string;
  /** The value of the superclass expression; Object's class where there is none. */
  readonly superclass: Value;
  /** How many fields the class itself declares. */
  readonly fieldCount: number;
  /** Whether the host holds the instances. */
  readonly isForeign: boolean;
}

/**
 * Begins to make a class at run time.
 *
 * @param base what instances extend, if not those of the superclass
 * @throws WrenAbort when nothing can inherit from that superclass, in Wren's words
 */
export function startClass(heading: ClassHeading, base?: InstanceConstructor): ClassDraft {
  const { name, superclass, fieldCount, isForeign } = heading;
  const parent = checkSuperclass(name, superclass, fieldCount, isForeign);
  return {
    base: base ?? parent.instance,
    meta: WrenClass,
    finish(instance, Meta) {
      const fields = parent.fieldCount + fieldCount;
      const made = new Meta(name, parent, instance, fields, isForeign ? 'foreign' : 'open');
      define(instance.prototype, '$class', made);
      return made;
    },
  };
}

/** The parts of a class that is written in TypeScript. */
export interface NativeClass {
  readonly name: string;
  readonly instance: InstanceConstructor;
  /** Object unless given; `instance` must extend its JavaScript class. */
  readonly superclass?: WrenClass;
  /** True when Wren classes may inherit from it. */
  readonly open?: boolean;
  readonly methods?: Natives;
  readonly statics?: Natives;
}

/** Makes the Wren class of a JavaScript class that exists already. */
export function defineNativeClass(parts: NativeClass): WrenClass {
  class Meta extends WrenClass {}
  const superclass = parts.superclass ?? objectClass;
  const inheritance = parts.open === true ? 'open' : 'built-in';
  const made = new Meta(parts.name, superclass, parts.instance, 0, inheritance);
  define(parts.instance.prototype, '$class', made);
  defineNatives(parts.instance.prototype, parts.methods ?? {});
  defineNatives(Meta.prototype, parts.statics ?? {});
  return made;
}

function copyMethods(source: object, target: object): void {
  for (const key of Object.getOwnPropertyNames(source)) {
    const { value } = Object.getOwnPropertyDescriptor(source, key) ?? {};
    if (key !== 'constructor') define(target, key, value);
  }
}

/** Completes a native class by compiled methods, as when a class is partly written in Wren. */
export function startCompletion(native: WrenClass): ClassDraft {
  return {
    base: native.instance,
    meta: WrenClass,
    finish(instance, Meta) {
      copyMethods(instance.prototype, native.instance.prototype);
      copyMethods(Meta.prototype, Object.getPrototypeOf(native));
      return native;
    },
  };
}
