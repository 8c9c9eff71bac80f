import { describe, expect, it } from 'vitest';
import {
  constantTime,
  createInterpreter,
  currentHost,
  type Natives,
  suspending,
  toBytes,
  WrenCompileError,
  WrenList,
  WrenRuntimeError,
  wrenNull,
} from '../../../interpreter/index.js';
import { compileEntries, compileText, errorOf, runProgram } from './run-text.js';

describe('running a program', () => {
  it('returns the value of the top-level return', () => {
    expect(runProgram(compileText('return 1 + 2')).result).toBe(3);
    expect(runProgram(compileText('1 + 2')).result).toBe(wrenNull);
  });

  it('passes UTF-8 through', () => {
    const { output, result } = runProgram(compileText('System.write("é")\nreturn "é".count'));
    expect(output).toBe('é');
    expect(result).toBe(1);
  });

  it('gives natives the host of the run that they belong to', () => {
    const program = compileText('return Host.value', {
      classes: [{ name: 'Host', statics: constantTime({ value: () => String(currentHost()) }) }],
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
          statics: constantTime({ 'new()': () => new WrenList([]) }),
        },
      ],
      query: constantTime({
        length: function (this: { sql: string }) {
          return this.sql.length;
        },
      }),
    });
    const error = errorOf(() => program.run());
    expect(error).toMatchObject({ message: "List does not implement 'answer'." });
    expect(compileText('return `select 1`.sql').run()).toBe('select 1');
  });

  it('rejects a native of the host without a declared cost', () => {
    const undeclared = { value: () => 1 } as unknown as Natives;
    expect(() => compileText('1', { classes: [{ name: 'Host', statics: undeclared }] })).toThrow(
      'The native value has no declared cost',
    );
  });

  it('keeps the query methods of interpreters apart', () => {
    compileText('1', { query: constantTime({ twice: () => 2 }) });
    const error = errorOf(() => compileText('`x`.twice').run());
    expect(error).toMatchObject({ message: "Query does not implement 'twice'." });
  });

  it('ends when the first fiber yields', () => {
    const program = compileText('System.print(1)\nFiber.yield(5)\nSystem.print(2)');
    expect(runProgram(program)).toEqual({ output: '1\n', result: wrenNull });
  });
});

describe('errors', () => {
  it('include compile errors as data', () => {
    const error = errorOf(() => compileText('var a = \nvar'));
    expect(error).toBeInstanceOf(WrenCompileError);
    expect(error).toMatchObject({
      message: "[main line 2] Error at 'var': Expected expression.\n",
    });
    expect((error as WrenCompileError).diagnostics[0]).toMatchObject({ line: 2, near: "'var'" });
  });

  it('include a missing module', () => {
    expect(errorOf(() => compileText({}))).toMatchObject({
      message: "Could not load module 'main'.",
      diagnostics: [],
    });
  });

  it('of the host pass through every fiber unchanged', () => {
    const failure = new TypeError('an error of the host');
    const program = compileText('Fiber.new { Host.fail() }.try()', {
      classes: [
        {
          name: 'Host',
          statics: constantTime({
            'fail()': () => {
              throw failure;
            },
          }),
        },
      ],
    });
    expect(errorOf(() => program.run())).toBe(failure);
  });
});

const hostWithValue = {
  classes: [{ name: 'Host', statics: constantTime({ value: () => Number(currentHost()) }) }],
};

describe('runs of one program', () => {
  it('begin with fresh variables and static fields', () => {
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

  it('begin afresh after an error', () => {
    const program = compileText(
      'var list = [1]\nlist.add(Host.value)\nif (Host.value == 1) list.foo\nreturn list.count',
      hostWithValue,
    );
    expect(errorOf(() => program.run({ host: 1 }))).toBeInstanceOf(WrenRuntimeError);
    expect(program.run({ host: 2 })).toBe(2);
  });

  it('run imported modules again', () => {
    const program = compileText({
      main: 'import "other" for State\nState.add(1)\nreturn State.count',
      other: 'var State = []',
    });
    expect(program.run()).toBe(1);
    expect(program.run()).toBe(1);
  });

  it('show an imported module the values that loops assigned', () => {
    const program = compileText({
      main: 'var n = 1\nwhile (n < 9) n = n * 2\nimport "other" for Seen\nreturn Seen',
      other: 'import "main" for n\nvar Seen = n',
    });
    expect(program.run()).toBe(16);
  });

  it('keep top-level classes, with the attributes of each run', () => {
    const program = compileText(
      '#!key = 1\nclass A {}\nreturn A.attributes.self[null]["key"].count',
    );
    expect(program.run()).toBe(1);
    expect(program.run()).toBe(1);
  });

  it('accept a superclass that differs between runs', () => {
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
      hostWithValue,
    );
    expect(program.run({ host: 1 })).toBe('sub of one');
    expect(program.run({ host: 2 })).toBe('sub of two');
    expect(program.run({ host: 1 })).toBe('sub of one');
  });
});

describe('nested runs', () => {
  it('do not disturb each other', () => {
    const inner = compileText('var x = 10\nx = x + 1\nreturn x');
    const outer = compileText('var x = 1\nvar y = Host.inner\nreturn x + y', {
      classes: [{ name: 'Host', statics: constantTime({ inner: () => inner.run() }) }],
    });
    expect(outer.run()).toBe(12);
  });

  it('may belong to the same program', () => {
    const program = compileText(
      'var depth = Host.depth\nif (depth < 3) Host.again(depth + 1)\nreturn depth',
      {
        classes: [
          {
            name: 'Host',
            statics: constantTime({
              depth: () => Number(currentHost()),
              'again(_)': (depth: number) => program.run({ host: depth }),
            }),
          },
        ],
      },
    );
    expect(program.run({ host: 1 })).toBe(1);
  });
});

describe('a program of several modules', () => {
  const classes = [
    {
      name: 'Host',
      statics: {
        later: suspending(
          () => Promise.resolve(1),
          () => 1,
        ),
      },
    },
  ];
  const texts = {
    one: 'import "shared" for Seen\nSeen.add("one")\nvar own = 1\nreturn "first"',
    two: 'import "shared" for Seen\nvar own\nSeen.add(own)\nHost.later\nreturn Seen.toString',
    three: 'import "one"\nimport "shared" for Seen\nSeen.add("three")\nreturn Seen.count',
    shared: 'System.print("shared")\nvar Seen = []',
    broken: 'var a = ]',
  };

  it('loads a module that is checked without its imports', () => {
    const loaded: string[] = [];
    const load = (name: string): string | undefined => {
      loaded.push(name);
      return Object.entries(texts).find(([each]) => each === name)?.[1];
    };
    const { check } = createInterpreter({ modules: { resolve: (name) => name, load }, classes });
    check('three');
    expect(loaded).toEqual(['three']);
    expect(() => check('broken')).toThrow(WrenCompileError);
  });

  it('runs them in order, with one instance of shared imports', async () => {
    const program = compileEntries(['one', 'two'], texts, { classes });
    expect(runProgram(program)).toEqual({ output: 'shared\n', result: '[one, null]' });
    expect(runProgram(program)).toEqual({ output: 'shared\n', result: '[one, null]' });
    expect(await program.start()).toBe('[one, null]');
  });

  it('stops between two of them when isOver says so', async () => {
    const program = compileEntries(['one', 'two'], texts, { classes });
    const isOver = (): boolean => true;
    expect(program.run({ isOver })).toBe('first');
    expect(await program.start({ isOver })).toBe('first');
    expect(program.run()).toBe('[one, null]');
  });

  it('skips entry modules that are imported already', () => {
    expect(compileEntries(['three', 'one'], texts).run()).toBe(wrenNull);
    expect(compileEntries(['one', 'three'], texts).run()).toBe(2);
  });

  it('can be checked without compiling', () => {
    const modules = {
      resolve: (name: string) => name,
      load: (name: string) => new Map(Object.entries(texts)).get(name),
    };
    const { check } = createInterpreter({ modules, classes });
    expect(check('one')).toBe(undefined);
    expect(errorOf(() => check('broken'))).toBeInstanceOf(WrenCompileError);
    expect(errorOf(() => check('missing'))).toBeInstanceOf(WrenCompileError);
  });

  it('does not compile when one of them does not', () => {
    const error = errorOf(() => compileEntries(['one', 'broken'], texts));
    expect(error).toMatchObject({ message: expect.stringContaining('[broken line 1] Error') });
  });
});

describe('the host', () => {
  it('keeps its prototypes', () => {
    const before = [Object, Array, Number, String, Function, Map].map(({ prototype }) =>
      Object.getOwnPropertyNames(prototype),
    );
    compileText('class A { construct new() { _x = [1, 2, {"a": 1}] } }\nA.new()').run();
    const after = [Object, Array, Number, String, Function, Map].map(({ prototype }) =>
      Object.getOwnPropertyNames(prototype),
    );
    expect(after).toEqual(before);
  });

  it('keeps its stack trace settings', () => {
    const { stackTraceLimit, prepareStackTrace } = Error;
    errorOf(() => compileText('Fiber.new { 1.foo }.try()\n1.foo').run());
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
    expect(Error.prepareStackTrace).toBe(prepareStackTrace);
  });

  it('passes text to scripts as bytes', () => {
    expect(toBytes('é')).toBe('\u00c3\u00a9');
  });
});
