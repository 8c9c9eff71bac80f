import { describe, expect, it } from 'vitest';
import { createInterpreter, WrenCompileError, wrenNull } from '../../../interpreter/index.js';
import { compileText, errorOf, runProgram } from './run-text.js';

const greeterText = `
    class Greeter {
      construct new(name) { _name = name }
      greet(other) { "%(_name) greets %(other)" }
      [index] { index * 2 }
      fail() { missing }
    }
    var greeter = Greeter.new("Ada")
    return "done"
  `;

describe('the variables of an instance', () => {
  it('stay after the run', () => {
    const instance = compileText(greeterText).instantiate();
    expect(instance.result).toBe('done');
    expect(instance.variable('greeter')).toBeDefined();
    expect(instance.variable('nobody')).toBeUndefined();
    expect(instance.variable('constructor')).toBeUndefined();
  });

  it('hold the values that top-level loops assigned, however the run ends', () => {
    const loop = 'var sum = 0\nfor (n in 1..4) {\n  sum = sum + n\n  if (n == 3) END\n}';
    const endings = ['null', 'Fiber.suspend()', 'break', 'return 1'];
    for (const ending of endings) {
      const instance = compileText(loop.replace('END', ending)).instantiate();
      expect(instance.variable('sum')).toBe(ending === 'null' ? 10 : 6);
    }
  });

  it('are visible to evaluated code after a loop assigned them', () => {
    const instance = compileText('var n = 1\nwhile (n < 100) n = n * 2').instantiate();
    instance.evaluate('n = n + 1', false);
    expect(instance.evaluate('n', true)).toBe(129);
  });

  it('may have names with a meaning in JavaScript', () => {
    const instance = compileText('1').instantiate();
    for (const name of ['constructor', 'prototype', 'hasOwnProperty', 'eval', 'arguments']) {
      instance.evaluate(`var ${name} = "${name} here"`, false);
      expect(instance.evaluate(name, true)).toBe(`${name} here`);
      expect(instance.variable(name)).toBe(`${name} here`);
    }
  });
});

describe('an instance', () => {
  it('calls methods by their signatures', () => {
    const instance = compileText(greeterText).instantiate();
    const greeter = instance.variable('greeter') ?? wrenNull;
    expect(instance.call(greeter, 'greet(_)', 'Bob')).toBe('Ada greets Bob');
    expect(instance.call(greeter, '[_]', 21)).toBe(42);
    expect(instance.call('text', 'count')).toBe(4);
  });

  it('reports errors of a called method with their trace', () => {
    const instance = compileText(greeterText).instantiate();
    const greeter = instance.variable('greeter') ?? wrenNull;
    const error = errorOf(() => instance.call(greeter, 'fail()'));
    expect(error).toMatchObject({
      message: "Greeter does not implement 'missing'.",
      frames: [{ module: 'main', line: 6, label: 'fail()' }],
    });
  });

  it('evaluates more code with its variables', () => {
    const instance = compileText(greeterText).instantiate();
    instance.evaluate(
      'var added = greeter.greet("Eve")\nclass B is Greeter { construct new() { super("B") } }',
      false,
    );
    expect(instance.evaluate('added', true)).toBe('Ada greets Eve');
    expect(instance.evaluate('B.new().greet("you")', true)).toBe('B greets you');
    instance.evaluate('greeter = added.count', false);
    expect(instance.variable('greeter')).toBe(14);
  });

  it('rejects code with errors without side effects', () => {
    const instance = compileText(greeterText).instantiate();
    expect(errorOf(() => instance.evaluate('var greeter = 1', false))).toMatchObject({
      message: "[main line 1] Error at '1': Module variable is already defined.\n",
    });
    expect(errorOf(() => instance.evaluate('nobody', true))).toBeInstanceOf(WrenCompileError);
    expect(instance.call(instance.variable('greeter') ?? wrenNull, 'greet(_)', 1)).toBe(
      'Ada greets 1',
    );
  });
});

describe('evaluated code that imports modules', () => {
  const late = (length: number) => {
    const modules = {
      resolve: (name: string) => name,
      load: (name: string) => (name === 'main' ? 'var known = 1' : `//${'x'.repeat(length - 2)}`),
    };
    const interpreter = createInterpreter({ modules, sourceLimits: { evaluated: 100 } });
    return interpreter.compile('main').instantiate();
  };
  const code = 'import "one"\nimport "two"';

  it('may import as much as it may be long itself', () => {
    expect(() => late(50).evaluate(code, false)).not.toThrow();
  });

  it('is refused if its imports are longer together', () => {
    expect(errorOf(() => late(51).evaluate(code, false))).toMatchObject({
      message: '[main line 1] Error: The text of the imported modules is longer than 100 bytes.\n',
    });
  });

  it('ends when the time of its run is over', () => {
    const main = 'import "meta" for Meta\nMeta.compile("import \\"0\\"")';
    // Each module imports another one, without end.
    const load = (name: string) => {
      if (name === 'main') return main;
      return name === 'meta' ? undefined : `import "${Number(name) + 1}"`;
    };
    const modules = { resolve: (name: string) => name, load };
    const program = createInterpreter({ modules }).compile('main');
    expect(errorOf(() => program.run({ limits: { timeMs: 100 } }))).toMatchObject({
      kind: 'budget',
    });
  });
});

it('keeps nothing that a run has evaluated', () => {
  const loaded: string[] = [];
  const main = 'import "meta" for Meta\nMeta.eval("import \\"late\\"")';
  const texts: Record<string, string> = { main, late: 'System.print("late")' };
  const load = (name: string): string | undefined => {
    loaded.push(name);
    return texts[name];
  };
  const modules = { resolve: (name: string) => name, load };
  const program = createInterpreter({ modules }).compile('main');
  for (const _ of [1, 2]) expect(runProgram(program).output).toBe('late\n');
  expect(loaded).toEqual(['main', 'meta', 'late', 'late']);
});
