/**
 * Makes classes. A Wren class is two JavaScript classes: one for its instances, whose prototype has
 * the instance methods, and the metaclass, whose prototype has static methods and constructors. The
 * class value is the only instance of the metaclass. Every metaclass extends WrenClass directly,
 * because Wren's static methods are not inherited.
 */
import { abort } from './errors.js';
import { messages } from './messages.js';
import { checkDeclared, type Natives } from './native.js';
import { selectorOf, signatureOf } from './selector.js';
import { define, type InstanceConstructor, type Value, WrenClass, WrenObject } from './values.js';

/**
 * Maximum number of superclasses of a class. A call of a missing method, or of `is`, takes time for
 * each of them.
 */
const maximumDepth = 1_000;

/** A JavaScript class whose only instance is a Wren class. */
export type MetaConstructor = typeof WrenClass;

/** Wren's limit, which counts inherited fields. */
const maximumFields = 255;

/** The last prototype of all objects, which is reached by lookups of missing methods. */
const missingMethods: object = new Proxy(Object.create(null), {
  get(_target, key, receiver: WrenObject) {
    const signature = typeof key === 'string' ? signatureOf(key) : undefined;
    if (signature === undefined) return undefined;
    return () => abort(`${receiver.$class.name} does not implement '${signature}'.`);
  },
});

Object.setPrototypeOf(WrenObject.prototype, missingMethods);

/** The class Object, from which all classes inherit. */
export const objectClass = new WrenClass('Object', undefined, WrenObject, 0, 'open');

/** The class of metaclasses, and of itself. */
export const classClass = new WrenClass('Class', objectClass, WrenClass, 0, 'built-in');

/** The class of a class. The class of a metaclass is Class. */
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
 * @throws TypeError if a native has no declared cost
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
  if (superclass.depth >= maximumDepth) abort(messages.tooManySuperclasses(name));
  if (foreign && superclass.fieldCount > 0) abort(messages.foreignInheritsFields(name));
  if (superclass.fieldCount + fieldCount > maximumFields) abort(messages.tooManyFields(name));
  return superclass;
}

/** A class under construction, with the base classes of its two JavaScript classes. */
export interface ClassDraft {
  /** Base class for the class of instances. */
  readonly base: InstanceConstructor;
  /** Base class for the metaclass. */
  readonly meta: MetaConstructor;
  /** Makes the class from its two JavaScript classes. */
  finish(instance: InstanceConstructor, meta: MetaConstructor): WrenClass;
}

/** A class statement without its methods. */
export interface ClassHeading {
  readonly name: string;
  /** Value of the superclass expression. Default: Object. */
  readonly superclass: Value;
  /** Number of fields that the class itself declares. */
  readonly fieldCount: number;
  /** Whether it is a foreign class, whose instances are the host's. */
  readonly isForeign: boolean;
}

/**
 * Begins to make a class at run time.
 *
 * @param base base class of the instances. Default: that of the superclass
 * @throws WrenAbort with Wren's message if the class cannot inherit from the superclass
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

/** Definition of a native class. */
export interface NativeClass {
  readonly name: string;
  readonly instance: InstanceConstructor;
  /** Default: Object. `instance` must extend the JavaScript class of its instances. */
  readonly superclass?: WrenClass;
  /** Whether Wren classes may inherit from it. Default: false. */
  readonly open?: boolean;
  readonly methods?: Natives;
  readonly statics?: Natives;
}

/** Makes a Wren class from a JavaScript class. */
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

/** Begins to add compiled methods to a native class that is partly written in Wren. */
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
