import { describe, expect, it } from 'vitest';
import {
  currentHost,
  toBytes,
  WrenCompileError,
  WrenList,
  WrenRuntimeError,
  wrenNull,
} from '../../../interpreter/index.js';
import { compileText, errorOf, runProgram } from './run-text.js';

describe('running a program', () => {
  it('returns what the top-level return gives', () => {
    expect(runProgram(compileText('return 1 + 2')).result).toBe(3);
    expect(runProgram(compileText('1 + 2')).result).toBe(wrenNull);
  });

  it('passes text in UTF-8 through', () => {
    const { output, result } = runProgram(compileText('System.write("é")\nreturn "é".count'));
    expect(output).toBe('é');
    expect(result).toBe(1);
  });

  it('gives natives the host of the run that they belong to', () => {
    const program = compileText('return Host.value', {
      classes: [{ name: 'Host', statics: { value: () => String(currentHost()) } }],
    });
    expect(program.run({ host: 'one' })).toBe('one');
    expect(program.run({ host: 'two' })).toBe('two');
    expect(currentHost()).toBe(undefined);
  });

  it('offers the methods of host classes and of query literals', () => {
    const program = compileText('return [Host.new().answer, `select 1`.length]', {
      classes: [
        {
          name: 'Host',
          statics: { 'new()': () => new WrenList([]) },
        },
      ],
      query: {
        length: function (this: { sql: string }) {
          return this.sql.length;
        },
      },
    });
    const error = errorOf(() => program.run());
    expect(error).toMatchObject({ message: "List does not implement 'answer'." });
    expect(compileText('return `select 1`.sql').run()).toBe('select 1');
  });

  it('keeps interpreters apart in what their queries can do', () => {
    compileText('1', { query: { twice: () => 2 } });
    const error = errorOf(() => compileText('`x`.twice').run());
    expect(error).toMatchObject({ message: "Query does not implement 'twice'." });
  });

  it('reports what is wrong with the module itself as data', () => {
    const error = errorOf(() => compileText('var a = \nvar'));
    expect(error).toBeInstanceOf(WrenCompileError);
    expect(error).toMatchObject({
      message: "[main line 2] Error at 'var': Expected expression.\n",
    });
    expect((error as WrenCompileError).diagnostics[0]).toMatchObject({ line: 2, near: "'var'" });
  });

  it('says when there is no such module', () => {
    expect(errorOf(() => compileText({}))).toMatchObject({
      message: "Could not load module 'main'.",
      diagnostics: [],
    });
  });

  it('lets errors of the host pass as they are, past every fiber', () => {
    const failure = new TypeError('a fault of the host');
    const program = compileText('Fiber.new { Host.fail() }.try()', {
      classes: [
        {
          name: 'Host',
          statics: {
            'fail()': () => {
              throw failure;
            },
          },
        },
      ],
    });
    expect(errorOf(() => program.run())).toBe(failure);
  });

  it('ends a run that yields from its first fiber', () => {
    const program = compileText('System.print(1)\nFiber.yield(5)\nSystem.print(2)');
    expect(runProgram(program)).toEqual({ output: '1\n', result: wrenNull });
  });
});

describe('runs of one program', () => {
  it('begin with new variables and static fields', () => {
    const program = compileText(`
      class Counter {
        static next { __count = (__count || 0) + 1 }
        static seen { Before }
      }
      var seen = Counter.seen
      var Before = Counter.next
      return [seen, Counter.next]
    `);
    for (let run = 0; run < 3; run++) {
      const { result } = runProgram(program);
      expect(result).toMatchObject({ items: [wrenNull, 2] });
    }
  });

  it('begin anew after an error', () => {
    const program = compileText(
      'var list = [1]\nlist.add(Host.value)\nif (Host.value == 1) list.foo\nreturn list.count',
      { classes: [{ name: 'Host', statics: { value: () => Number(currentHost()) } }] },
    );
    expect(errorOf(() => program.run({ host: 1 }))).toBeInstanceOf(WrenRuntimeError);
    expect(program.run({ host: 2 })).toBe(2);
  });

  it('run imported modules anew', () => {
    const program = compileText({
      main: 'import "other" for State\nState.add(1)\nreturn State.count',
      other: 'var State = []',
    });
    expect(program.run()).toBe(1);
    expect(program.run()).toBe(1);
  });

  it('see in an import what loops of the importing module have made of its variables', () => {
    const program = compileText({
      main: 'var n = 1\nwhile (n < 9) n = n * 2\nimport "other" for Seen\nreturn Seen',
      other: 'import "main" for n\nvar Seen = n',
    });
    expect(program.run()).toBe(16);
  });

  it('keep the classes of the top level, with the attributes of each run', () => {
    const program = compileText(
      '#!key = 1\nclass A {}\nreturn A.attributes.self[null]["key"].count',
    );
    expect(program.run()).toBe(1);
    expect(program.run()).toBe(1);
  });

  it('follow a superclass that differs from run to run', () => {
    const program = compileText(
      `
      class One { construct new() {}
        name { "one" }
      }
      class Two { construct new() {}
        name { "two" }
      }
      class Sub is (Host.value == 1 ? One : Two) {
        construct new() {}
        name { "sub of " + super.name }
      }
      return Sub.new().name
      `,
      { classes: [{ name: 'Host', statics: { value: () => Number(currentHost()) } }] },
    );
    expect(program.run({ host: 1 })).toBe('sub of one');
    expect(program.run({ host: 2 })).toBe('sub of two');
    expect(program.run({ host: 1 })).toBe('sub of one');
  });

  it('do not disturb each other when one begins within another', () => {
    const inner = compileText('var x = 10\nx = x + 1\nreturn x');
    const outer = compileText('var x = 1\nvar y = Host.inner\nreturn x + y', {
      classes: [{ name: 'Host', statics: { inner: () => inner.run() } }],
    });
    expect(outer.run()).toBe(12);
  });

  it('can begin again within themselves', () => {
    const program = compileText(
      'var depth = Host.depth\nif (depth < 3) Host.again(depth + 1)\nreturn depth',
      {
        classes: [
          {
            name: 'Host',
            statics: {
              depth: () => Number(currentHost()),
              'again(_)': (depth: number) => program.run({ host: depth }),
            },
          },
        ],
      },
    );
    expect(program.run({ host: 1 })).toBe(1);
  });
});

describe('an instance', () => {
  const text = `
    class Greeter {
      construct new(name) { _name = name }
      greet(other) { "%(_name) greets %(other)" }
      [index] { index * 2 }
      fail() { missing }
    }
    var greeter = Greeter.new("Ada")
    return "done"
  `;

  it('keeps the variables of the run', () => {
    const instance = compileText(text).instantiate();
    expect(instance.result).toBe('done');
    expect(instance.variable('greeter')).toBeDefined();
    expect(instance.variable('nobody')).toBeUndefined();
    expect(instance.variable('constructor')).toBeUndefined();
  });

  it('keeps what loops of the top level have made of variables, however the run ends', () => {
    const loop = 'var sum = 0\nfor (n in 1..4) {\n  sum = sum + n\n  if (n == 3) END\n}';
    const endings = ['null', 'Fiber.suspend()', 'break', 'return 1'];
    for (const ending of endings) {
      const instance = compileText(loop.replace('END', ending)).instantiate();
      expect(instance.variable('sum')).toBe(ending === 'null' ? 10 : 6);
    }
  });

  it('lets evaluated code go on with a variable that a loop has changed', () => {
    const instance = compileText('var n = 1\nwhile (n < 100) n = n * 2').instantiate();
    instance.evaluate('n = n + 1', false);
    expect(instance.evaluate('n', true)).toBe(129);
  });

  it('calls methods by their signatures', () => {
    const instance = compileText(text).instantiate();
    const greeter = instance.variable('greeter') ?? wrenNull;
    expect(instance.call(greeter, 'greet(_)', 'Bob')).toBe('Ada greets Bob');
    expect(instance.call(greeter, '[_]', 21)).toBe(42);
    expect(instance.call('text', 'count')).toBe(4);
  });

  it('reports errors of a called method with their trace', () => {
    const instance = compileText(text).instantiate();
    const greeter = instance.variable('greeter') ?? wrenNull;
    const error = errorOf(() => instance.call(greeter, 'fail()'));
    expect(error).toMatchObject({
      message: "Greeter does not implement 'missing'.",
      frames: [{ module: 'main', line: 6, label: 'fail()' }],
    });
  });

  it('evaluates more code with the variables that are there', () => {
    const instance = compileText(text).instantiate();
    instance.evaluate(
      'var added = greeter.greet("Eve")\nclass B is Greeter { construct new() { super("B") } }',
      false,
    );
    expect(instance.evaluate('added', true)).toBe('Ada greets Eve');
    expect(instance.evaluate('B.new().greet("you")', true)).toBe('B greets you');
    instance.evaluate('greeter = added.count', false);
    expect(instance.variable('greeter')).toBe(14);
  });

  it('refuses code with errors and leaves everything as it was', () => {
    const instance = compileText(text).instantiate();
    expect(errorOf(() => instance.evaluate('var greeter = 1', false))).toMatchObject({
      message: "[main line 1] Error at '1': Module variable is already defined.\n",
    });
    expect(errorOf(() => instance.evaluate('nobody', true))).toBeInstanceOf(WrenCompileError);
    expect(instance.call(instance.variable('greeter') ?? wrenNull, 'greet(_)', 1)).toBe(
      'Ada greets 1',
    );
  });

  it('takes names that mean something in JavaScript', () => {
    const instance = compileText('1').instantiate();
    for (const name of ['constructor', 'prototype', 'hasOwnProperty', 'eval', 'arguments']) {
      instance.evaluate(`var ${name} = "${name} here"`, false);
      expect(instance.evaluate(name, true)).toBe(`${name} here`);
      expect(instance.variable(name)).toBe(`${name} here`);
    }
  });
});

/** Methods without a cycle whose calls branch 40 times. */
const callingTwice = Array.from({ length: 40 }, (_, n) => `f${n + 1} { f${n} + f${n} }\n`);
const callingSuperTwice = Array.from(
  { length: 40 },
  (_, n) => `class A${n + 1} is A${n} {\nconstruct new() {}\nf { super.f + super.f }\n}\n`,
);

describe('a budget', () => {
  const timeMs = 50;

  it.each([
    ['a loop', 'while (true) {\n}', 1],
    ['a loop in a fiber', 'Fiber.new {\n  while (true) Fiber.yield()\n}.call()\nwhile (true) 1', 4],
    ['a loop over a range', 'for (i in 0...1/0) {\n  i\n}', 1],
    ['a recursion', 'class A {\n  static f(n) { n < 1 ? 1 : f(n - 1) + f(n - 1) }\n}\nA.f(60)', 2],
    [
      'blocks that call each other',
      'var f\nf = Fn.new {|n|\n  if (n > 0) {\n    f.call(n - 1)\n    f.call(n - 1)\n  }\n}\nf.call(60)',
      4,
    ],
    ['a sequence of the core', '(0...1/0).each {|x| x }\n', 1],
    [
      'fibers that call each other',
      'class A {\n  static f(n) { n < 1 ? 1 : Fiber.new { f(n - 1) + f(n - 1) }.call() }\n}\nA.f(60)',
      2,
    ],
    [
      'calls that branch without end',
      `class A {\nconstruct new() {}\nf0 { 1 }\n${callingTwice.join('')}}\nA.new().f40`,
      45,
    ],
    [
      "calls of the superclass's methods that branch without end",
      `class A0 {\nf { 1 }\n}\n${callingSuperTwice.join('')}A40.new().f`,
      164,
    ],
  ])('of time ends %s', (_name, text, line) => {
    const error = errorOf(() => compileText(text).run({ limits: { timeMs } }));
    expect(error).toMatchObject({ kind: 'budget', message: 'The script ran longer than it may.' });
    const frames = (error as WrenRuntimeError).frames.map((frame) => frame.line);
    expect(frames).toContain(line);
  });

  it('is not caught by a fiber', () => {
    const program = compileText('Fiber.new {\n  while (true) 1\n}.try()\nSystem.print("went on")');
    const error = errorOf(() => runProgram(program, { limits: { timeMs } }));
    expect(error).toMatchObject({ kind: 'budget' });
    expect((error as WrenRuntimeError).frames).not.toEqual([]);
  });

  it('of output ends a run that prints more', () => {
    const program = compileText('while (true) System.print("line")');
    let output = '';
    const write = (bytes: string) => {
      output += bytes;
    };
    const error = errorOf(() => program.run({ write, limits: { outputBytes: 12 } }));
    expect(error).toMatchObject({
      kind: 'budget',
      message: 'The script printed more than it may.',
    });
    expect(output).toBe('line\nline\n');
  });

  it('of memory ends a run that makes large values', () => {
    const program = compileText('var text = "x" * 5000000');
    expect(errorOf(() => program.run({ limits: { memoryBytes: 1_000_000 } }))).toMatchObject({
      kind: 'budget',
      message: 'The script used more memory than it may.',
    });
  });
});

describe('a budget of memory', () => {
  const limits = { timeMs: 60_000, memoryBytes: 1_000_000 };

  it.each([
    ['a list', 'var l = []\nwhile (true) l.add(1)', 2],
    ['a list from a sequence', '(1..1000000000).toList', 1],
    ['a map by numbers', 'var m = {}\nvar i = 0\nwhile (true) m[i = i + 1] = i', 3],
    ['a map by strings', 'var m = {}\nvar i = 0\nwhile (true) m["k%(i = i + 1)"] = i', 3],
    [
      'linked objects',
      'class N {\n  construct new(n) {\n    _n = n\n  }\n}\nvar n\nwhile (true) n = N.new(n)',
      7,
    ],
    ['nested lists', 'var l = []\nwhile (true) l = [l, l, l, l, l]', 2],
    [
      'functions that hold functions',
      'var f = Fn.new {}\nwhile (true) {\n  var g = f\n  f = Fn.new { g.call() }\n}',
      2,
    ],
    [
      'fibers that wait',
      'var l = []\nwhile (true) {\n  var f = Fiber.new { Fiber.yield() }\n  f.call()\n  l.add(f)\n}',
      2,
    ],
    ['long copies', 'var l = List.filled(100000, 1)\nvar a = []\nwhile (true) a.add(l[0..-1])', 3],
  ])('ends the growth of %s', (_name, text, line) => {
    const error = errorOf(() => compileText(text).run({ limits }));
    expect(error).toMatchObject({
      kind: 'budget',
      message: 'The script used more memory than it may.',
    });
    expect((error as WrenRuntimeError).frames.at(-1)).toMatchObject({ line });
  });

  it('passes over what is garbage again', () => {
    const text =
      'for (i in 1..1000000) [i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, "%(i) and %(i)"]';
    expect(compileText(text).run({ limits: { memoryBytes: 10_000_000 } })).toBe(wrenNull);
  });

  it('ends calls on a text that only long natives go through', () => {
    const text = 'var s = "a"\nwhile (true) {\n  s = s + s\n  (s + "b").contains("c")\n}';
    const error = errorOf(() => compileText(text).run({ limits }));
    expect(error).toMatchObject({ kind: 'budget' });
  });
});

describe('a recursion without end', () => {
  it.each([
    ['of methods', 'class A {\n  static f(n) { f(n + 1) + 1 }\n}\nA.f(0)'],
    ['of blocks', 'var f\nf = Fn.new {|n| f.call(n + 1) + 1 }\nf.call(0)'],
    ['of constructors', 'class A {\n  construct new() { A.new() }\n}\nA.new()'],
    [
      'of toString',
      'class A {\n  construct new() {}\n  toString { "%(this)" }\n}\nA.new().toString',
    ],
    ['of a list in itself', 'var list = []\nlist.add(list)\nlist.toString'],
    ['of fibers', 'class A {\n  static f() { Fiber.new { f() }.call() }\n}\nA.f()'],
    [
      'in a fiber',
      'class A {\n  static f(n) { f(n + Fiber.yield(n)) }\n}\nvar f = Fiber.new { A.f(0) }\nwhile (true) f.call(1)',
    ],
  ])('%s is an error of the script', (_name, text) => {
    const error = errorOf(() => compileText(text).run({ limits: { timeMs: 20_000 } }));
    expect(error).toMatchObject({ kind: 'error', message: 'Stack overflow.' });
  });

  it('can be caught by a fiber, after which the script goes on', () => {
    const program = compileText(
      'class A {\n  static f(n) { f(n + 1) + 1 }\n}\nvar error = Fiber.new { A.f(0) }.try()\nreturn error',
    );
    expect(program.run()).toBe('Stack overflow.');
  });
});

describe('the host', () => {
  it('finds its prototypes as they were', () => {
    const before = [Object, Array, Number, String, Function, Map].map(({ prototype }) =>
      Object.getOwnPropertyNames(prototype),
    );
    compileText('class A { construct new() { _x = [1, 2, {"a": 1}] } }\nA.new()').run();
    const after = [Object, Array, Number, String, Function, Map].map(({ prototype }) =>
      Object.getOwnPropertyNames(prototype),
    );
    expect(after).toEqual(before);
  });

  it('finds the settings of its stack traces as they were', () => {
    const { stackTraceLimit, prepareStackTrace } = Error;
    errorOf(() => compileText('Fiber.new { 1.foo }.try()\n1.foo').run());
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
    expect(Error.prepareStackTrace).toBe(prepareStackTrace);
  });

  it('gives text to scripts as bytes', () => {
    expect(toBytes('é')).toBe('\u00c3\u00a9');
  });
});
