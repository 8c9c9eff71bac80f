import { describe, expect, it } from 'vitest';
import {
  abort,
  constantTime,
  type ForeignBinder,
  type Value,
  WrenObject,
  wrenNull,
} from '../../../interpreter/index.js';
import { compileText, errorOf } from './run-text.js';

/** The host's data of an instance of the script's class Point. */
class HostPoint extends WrenObject {
  x = 0;
}

const findForeign: ForeignBinder = (module, className) => {
  if (module !== 'main' || className !== 'Point') return undefined;
  return {
    instance: HostPoint,
    methods: constantTime({
      x: function (this: HostPoint) {
        return this.x;
      },
      'x=(_)': function (this: HostPoint, value: Value) {
        if (typeof value !== 'number') abort('X must be a number.');
        this.x = value;
        return value;
      },
      '[_]': (index: Value) => index,
    }),
    statics: constantTime({ 'origin()': () => 'the origin' }),
  };
};

const declaration = `
foreign class Point {
  construct new(x) { this.x = x }
  foreign x
  foreign x=(value)
  foreign [index]
  foreign static origin()
  double { x * 2 }
}
`;

describe('a foreign class', () => {
  it('has data and methods of the host', () => {
    const program = compileText(
      `${declaration}return [Point.new(4).double, Point.new(1)[7], Point.origin()]`,
      { findForeign },
    );
    expect(program.run()).toMatchObject({ items: [8, 7, 'the origin'] });
    expect(program.run()).toMatchObject({ items: [8, 7, 'the origin'] });
  });

  it('raises errors of its methods in the script', () => {
    const program = compileText(`${declaration}Point.new("a")`, { findForeign });
    expect(errorOf(() => program.run())).toMatchObject({
      message: 'X must be a number.',
      frames: [{ line: 3 }, { line: 3 }, { line: 10 }],
    });
  });

  it('cannot be inherited from', () => {
    const program = compileText(`${declaration}class Sub is Point {}`, { findForeign });
    expect(errorOf(() => program.run())).toMatchObject({
      message: "Class 'Sub' cannot inherit from foreign class 'Point'.",
    });
  });
});

describe('a foreign method', () => {
  it('that the host lacks is an error at its declaration', () => {
    const program = compileText('class A {\n  foreign static toString(x)\n}');
    expect(errorOf(() => program.run())).toMatchObject({
      message:
        "Could not find foreign method 'toString(_)' for class A metaclass in module 'main'.",
      frames: [{ line: 2 }],
    });
  });

  it.each(['constructor', 'hasOwnProperty', 'valueOf'])(
    'called %s is not taken from JavaScript',
    (name) => {
      const program = compileText(`class A {\n  foreign static ${name}\n}`, {
        findForeign: () => ({ statics: {} }),
      });
      expect(errorOf(() => program.run())).toMatchObject({
        message: `Could not find foreign method '${name}' for class A metaclass in module 'main'.`,
      });
    },
  );

  it('works in an ordinary class', () => {
    const program = compileText('class A {\n  foreign static answer\n}\nreturn A.answer', {
      findForeign: () => ({ statics: constantTime({ answer: () => wrenNull }) }),
    });
    expect(program.run()).toBe(wrenNull);
  });
});
