/** Stack traces name the script's files, lines and functions, whatever form the code runs in. */
import { describe, expect, it } from 'vitest';
import type { WrenRuntimeError } from '../../../interpreter/index.js';
import { compileText, errorOf, type Texts } from './run-text.js';

function traceOf(texts: Texts | string): string[] {
  const error = errorOf(() => compileText(texts).run()) as WrenRuntimeError;
  return error.trace().split(/ ?\n/).slice(0, -1);
}

describe('a stack trace', () => {
  it('follows calls that span lines', () => {
    expect(traceOf('class A {\n  static f(a, b) { a.foo }\n}\nvar x = A.f(\n  1,\n  2\n)')).toEqual(
      ["Num does not implement 'foo'.", '[main line 2] in f(_,_)', '[main line 7] in (script)'],
    );
  });

  it('omits the core library', () => {
    expect(traceOf('[1].map {|x|\n  x.foo\n}.toList')).toEqual([
      "Num does not implement 'foo'.",
      '[main line 2] in map(_) block argument',
      '[main line 3] in (script)',
    ]);
  });

  it('names the modules', () => {
    const texts = {
      main: 'import "other" for Other\n\nOther.fail()',
      other: 'class Other {\n  static fail() { Fiber.abort("on purpose") }\n}',
    };
    expect(traceOf(texts)).toEqual([
      'on purpose',
      '[other line 2] in fail()',
      '[main line 3] in (script)',
    ]);
  });

  it('includes the line of a failing import', () => {
    expect(traceOf({ main: '\nimport "other"', other: '1.foo' })).toEqual([
      "Num does not implement 'foo'.",
      '[other line 1] in (script)',
      '[main line 2] in (script)',
    ]);
  });

  it('finds the script below thousands of functions of the core library', () => {
    const chain = 'var s = [1]\nfor (i in 1..50000) s = s.map {|x| x }\n';
    expect(traceOf(`${chain}s.count`)).toEqual(['Stack overflow.', '[main line 3] in (script)']);
    const endless = 'var s = [1]\nwhile (true) {\n  s = s.map {|x| x }\n  s.count\n}';
    const error = errorOf(() => compileText(endless).run({ limits: { timeMs: 300 } }));
    expect(error).toMatchObject({ kind: 'budget', frames: [{ module: 'main', line: 4 }] });
  });

  it('shows the innermost hundred calls', () => {
    const trace = traceOf('class A {\n  static f(n) { 1 + f(n + 1) }\n}\nA.f(0)');
    expect(trace).toEqual(['Stack overflow.', ...Array(100).fill('[main line 2] in f(_)')]);
  });
});

describe('a stack trace of a fiber', () => {
  it('shows the fiber that failed', () => {
    expect(traceOf('var f = Fiber.new {\n  1.foo\n}\nf.call()')).toEqual([
      "Num does not implement 'foo'.",
      '[main line 2] in new(_) block argument',
    ]);
  });

  it('includes resumed activations', () => {
    const text = `class A {
      static outer(f) {
        inner(f)
        return 1
      }
      static inner(f) {
        Fiber.yield(1)
        [1].each {|x|
          f.call(x)
        }
      }
    }
    var f = Fiber.new {
      A.outer {|x| x.foo }
    }
    f.call()
    f.call()`;
    expect(traceOf(text)).toEqual([
      "Num does not implement 'foo'.",
      '[main line 14] in outer(_) block argument',
      '[main line 9] in each(_) block argument',
      '[main line 10] in inner(_)',
      '[main line 3] in outer(_)',
      '[main line 14] in new(_) block argument',
    ]);
  });

  it('ends with that fiber, however its caller runs', () => {
    const text = `class A {
      static run(f) {
        Fiber.yield(1)
        f.call()
      }
    }
    var failing = Fiber.new {
      1.foo
    }
    var f = Fiber.new {
      A.run(failing)
    }
    f.call()
    f.call()`;
    expect(traceOf(text)).toEqual([
      "Num does not implement 'foo'.",
      '[main line 8] in new(_) block argument',
    ]);
  });

  it('shows the end of a constructor, unless a subclass called its initializer', () => {
    const classes = `class A {
      construct new() {
        Fiber.yield(1)
        foo
      }
    }
    class B is A {
      construct new() { super() }
    }
    var f = Fiber.new { B.new() }`;
    expect(traceOf(`${classes}\nf.call()\nf.call()`)).toEqual([
      "B does not implement 'foo'.",
      '[main line 4] in init new()',
      '[main line 8] in init new()',
      '[main line 8] in',
      '[main line 10] in new(_) block argument',
    ]);
  });
});

describe('a stack trace of an expression', () => {
  it('has the line of each operator', () => {
    expect(traceOf('var a = 1 +\n  2 +\n  null')).toEqual([
      'Right operand must be a number.',
      '[main line 3] in (script)',
    ]);
  });

  it('marks an error that is not text', () => {
    const error = errorOf(() => compileText('Fiber.abort([1])').run());
    expect(error).toMatchObject({ message: '[error object]', value: { items: [1] } });
  });

  it('never shows a line of generated code', () => {
    for (const name of ['constructor', '__proto__', 'drive', 'wren:1']) {
      expect(traceOf(`\n"${name}".foo`)).toEqual([
        "String does not implement 'foo'.",
        '[main line 2] in (script)',
      ]);
    }
  });
});
