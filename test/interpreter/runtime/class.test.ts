import { describe, expect, it } from 'vitest';
import { classClass, objectClass } from '../../../interpreter/core/basic-classes.js';
import { listClass } from '../../../interpreter/core/list.js';
import { startClass } from '../../../interpreter/runtime/class.js';
import { type Value, WrenClass, WrenList, wrenNull } from '../../../interpreter/runtime/values.js';
import { abortOf, call } from '../core/call.js';

function makeClass(
  name: string,
  superclass: Value = objectClass,
  fieldCount = 0,
  isForeign = false,
) {
  const draft = startClass({ name, superclass, fieldCount, isForeign });
  return draft.finish(class extends draft.base {}, class extends draft.meta {});
}

describe('classes', () => {
  it('have a name, a superclass and a metaclass that is a Class', () => {
    const animal = makeClass('Animal');
    const bird = makeClass('Bird', animal);
    expect(call(bird, 'name')).toBe('Bird');
    expect(call(bird, 'supertype')).toBe(animal);
    const metaclass = call(bird, 'type');
    expect(call(metaclass, 'toString')).toBe('Bird metaclass');
    expect(call(bird, 'type')).toBe(metaclass);
    expect(call(metaclass, 'type')).toBe(classClass);
    expect(call(metaclass, 'supertype')).toBe(classClass);
  });

  it('end the two chains in Object and Class', () => {
    expect(call(objectClass, 'supertype')).toBe(wrenNull);
    expect(call(classClass, 'type')).toBe(classClass);
    expect(call(classClass, 'supertype')).toBe(objectClass);
    expect(call(call(objectClass, 'type'), 'toString')).toBe('Object metaclass');
  });

  it('know their instances and those of subclasses', () => {
    const animal = makeClass('Animal');
    const bird = makeClass('Bird', animal);
    const instance = new bird.instance();
    expect(call(instance, 'type')).toBe(bird);
    expect(call(instance, 'is(_)', animal)).toBe(true);
    expect(call(instance, 'is(_)', listClass)).toBe(false);
    expect(call(bird, 'is(_)', classClass)).toBe(true);
    expect(abortOf(() => call(instance, 'is(_)', 1))).toBe('Right operand must be a class.');
  });
});

describe('inheritance', () => {
  it('covers instance methods, not static ones', () => {
    const draft = startClass({
      name: 'Base',
      superclass: objectClass,
      fieldCount: 0,
      isForeign: false,
    });
    const base = draft.finish(
      class extends draft.base {
        greet$() {
          return 'hello';
        }
      },
      class extends draft.meta {
        make$() {
          return 1;
        }
      },
    );
    const derived = makeClass('Derived', base);
    expect(call(new derived.instance(), 'greet')).toBe('hello');
    expect(call(base, 'make')).toBe(1);
    expect(abortOf(() => call(derived, 'make'))).toBe(
      "Derived metaclass does not implement 'make'.",
    );
  });

  it('requires a class', () => {
    expect(abortOf(() => makeClass('A', wrenNull))).toBe(
      "Class 'A' cannot inherit from a non-class object.",
    );
    expect(abortOf(() => makeClass('A', new WrenList([])))).toBe(
      "Class 'A' cannot inherit from a non-class object.",
    );
  });

  it.each([
    [classClass, 'Class'],
    [listClass, 'List'],
    [objectClass.$class, 'Object metaclass'],
  ])('excludes built-in classes', (superclass, name) => {
    expect(abortOf(() => makeClass('A', superclass))).toBe(
      `Class 'A' cannot inherit from built-in class '${name}'.`,
    );
  });

  it('excludes foreign classes', () => {
    const foreign = makeClass('Handle', objectClass, 0, true);
    expect(abortOf(() => makeClass('A', foreign))).toBe(
      "Class 'A' cannot inherit from foreign class 'Handle'.",
    );
  });

  it('gives foreign classes no fields', () => {
    const base = makeClass('Base', objectClass, 1);
    expect(abortOf(() => makeClass('A', base, 0, true))).toBe(
      "Foreign class 'A' may not inherit from a class with fields.",
    );
  });

  it('allows 255 fields in total', () => {
    const base = makeClass('Base', objectClass, 200);
    expect(makeClass('Full', base, 55)).toBeInstanceOf(WrenClass);
    expect(abortOf(() => makeClass('A', base, 56))).toBe(
      "Class 'A' may not have more than 255 fields, including inherited ones.",
    );
  });
});
