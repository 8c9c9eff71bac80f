/** Snapshots of the host's objects, to detect changes by scripts. */

type Shape = ReadonlyMap<PropertyKey, PropertyDescriptor>;

/** An object of the host, by a name for messages. */
interface HostObject {
  readonly name: string;
  readonly object: object;
  readonly prototype: object | null;
  readonly shape: Shape;
  readonly isExtensible: boolean;
}

/** A snapshot of the host's objects. */
export type HostState = readonly HostObject[];

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function readShape(object: object): Shape {
  const keys = Reflect.ownKeys(object);
  return new Map(
    keys.flatMap((key) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(object, key);
      return descriptor === undefined ? [] : [[key, descriptor]];
    }),
  );
}

/** The global object, the built-in functions in it, and the prototypes of their instances. */
function* findHostObjects(): Generator<[string, object]> {
  yield ['globalThis', globalThis];
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    // A capital letter marks the built-in classes and namespaces; others are the test runner's.
    if (!/^[A-Z]/.test(name)) continue;
    const value: unknown = Reflect.get(globalThis, name);
    if (!isObject(value)) continue;
    yield [name, value];
    const prototype: unknown = Reflect.get(value, 'prototype');
    if (isObject(prototype)) yield [`${name}.prototype`, prototype];
  }
  yield ['generators', Object.getPrototypeOf(function* () {})];
  yield ['array iterators', Object.getPrototypeOf([][Symbol.iterator]())];
  yield ['map iterators', Object.getPrototypeOf(new Map()[Symbol.iterator]())];
}

/** Takes a snapshot of the host's objects. */
export function readHostState(): HostState {
  return [...findHostObjects()].map(([name, object]) => ({
    name,
    object,
    prototype: Object.getPrototypeOf(object),
    shape: readShape(object),
    isExtensible: Object.isExtensible(object),
  }));
}

const attributes = ['value', 'get', 'set', 'writable', 'enumerable', 'configurable'] as const;

function findChangesOf({ name, object, prototype, shape, isExtensible }: HostObject): string[] {
  const now = readShape(object);
  const keys = new Set([...shape.keys(), ...now.keys()]);
  const changed = [...keys].filter((key) => {
    const [before, after] = [shape.get(key), now.get(key)];
    return attributes.some((attribute) => !Object.is(before?.[attribute], after?.[attribute]));
  });
  const changes = changed.map((key) => `${name}.${String(key)}`);
  if (Object.getPrototypeOf(object) !== prototype) changes.push(`the prototype of ${name}`);
  if (Object.isExtensible(object) !== isExtensible) changes.push(`whether ${name} is extensible`);
  return changes;
}

/** Names of everything that changed since a snapshot. */
export function findHostChanges(before: HostState): string[] {
  return before.flatMap(findChangesOf);
}
