import { describe, expect, it } from 'vitest';
import { type Execution, suspending, type Value, wrenNull } from '../../../interpreter/index.js';
import { abort } from '../../../interpreter/runtime/errors.js';
import { compileText, errorOf } from './run-text.js';

/** A host whose methods answer later. */
const classes = [
  {
    name: 'Host',
    statics: {
      'later(_)': suspending(async (_execution: Execution, value: Value) => {
        await Promise.resolve();
        return value;
      }),
      'fail(_)': suspending(async (_execution: Execution, message: string) => {
        await Promise.resolve();
        abort(message);
      }),
      'double(_)': suspending(
        async (_execution: Execution, value: number) => 2 * value,
        (value: number) => 2 * value,
      ),
      'never()': suspending(() => new Promise<Value>(() => undefined)),
      'hostLater()': suspending(async (execution: Execution) => {
        await Promise.resolve();
        return String(execution.host);
      }),
      'crash()': suspending(async () => {
        await Promise.resolve();
        throw new TypeError('a fault of the host');
      }),
    },
  },
];

async function runLater(
  text: string,
  write: (bytes: string) => void = () => undefined,
): Promise<Value> {
  return compileText(text, { classes }).start({ write });
}

describe('a script that waits for its host', () => {
  it('goes on with the value when it is there', async () => {
    expect(await runLater('var a = Host.later(1)\nvar b = Host.later(2)\nreturn a + b')).toBe(3);
  });

  it.each([
    ['in a block', 'return [1, 2].map {|x| Host.later(x) * 2 }.toList[1]', 4],
    ['in a method', 'class A {\n  static f(x) { Host.later(x) + 1 }\n}\nreturn A.f(1)', 2],
    [
      'in a constructor',
      'class A {\n  construct new(x) { _x = Host.later(x) }\n  x { _x }\n}\nreturn A.new(5).x',
      5,
    ],
    [
      'in toString',
      'class A {\n  construct new() {}\n  toString { Host.later("text") }\n}\nreturn "a %(A.new())"',
      'a text',
    ],
    ['in a fiber', 'return Fiber.new { Host.later(3) }.call()', 3],
    [
      'in a fiber that yields',
      'var f = Fiber.new {\n  Fiber.yield(Host.later(1))\n  return Host.later(2)\n}\nreturn f.call() + f.call()',
      3,
    ],
    [
      'in a condition',
      'if (Host.later(true) && !Host.later(false)) return "yes"\nreturn "no"',
      'yes',
    ],
    ['in a loop', 'var sum = 0\nfor (i in 1..3) sum = sum + Host.later(i)\nreturn sum', 6],
    [
      'in an operator',
      'class A {\n  construct new() {}\n  +(other) { Host.later(other) }\n}\nreturn A.new() + 4',
      4,
    ],
    ['between operands', 'return [Host.later(1), 2, Host.later(3)].count', 3],
  ])('can wait %s', async (_name, text, result) => {
    expect(await runLater(text)).toBe(result);
  });

  it('can wait while a module is imported', async () => {
    const program = compileText(
      { main: 'import "other" for X\nreturn X', other: 'var X = Host.later(7)' },
      { classes },
    );
    expect(await program.start()).toBe(7);
  });

  it('lets other runs of the same program go on meanwhile', async () => {
    const program = compileText('var x = Host.later(1)\nx = x + Host.later(1)\nreturn x', {
      classes,
    });
    expect(await Promise.all([program.start(), program.start(), program.start()])).toEqual([
      2, 2, 2,
    ]);
  });

  it('fails where it waits when the host aborts', async () => {
    const run = runLater('var a = 1\nHost.fail("no answer")');
    await expect(run).rejects.toMatchObject({
      message: 'no answer',
      frames: [{ module: 'main', line: 2, label: '(script)' }],
    });
  });

  it('can catch the failure in a fiber', async () => {
    expect(await runLater('return Fiber.new { Host.fail("no answer") }.try()')).toBe('no answer');
  });

  it('ends with a fault of the host as it is', async () => {
    await expect(runLater('Fiber.new { Host.crash() }.try()')).rejects.toThrow(TypeError);
  });

  it('knows its host while others are at work', async () => {
    const program = compileText('return Host.hostLater()', { classes });
    const hosts = ['one', 'two', 'three'];
    expect(await Promise.all(hosts.map((host) => program.start({ host })))).toEqual(hosts);
  });

  it('waits no longer than it may run, and cannot catch that in a fiber', async () => {
    const program = compileText('var a = 1\nFiber.new { Host.never() }.try()', { classes });
    await expect(program.start({ limits: { timeMs: 1 } })).rejects.toMatchObject({
      kind: 'budget',
      message: 'The script ran longer than it may.',
      frames: [{ module: 'main', line: 2 }],
    });
  });

  it('stops waiting when it is cancelled', async () => {
    const stop = new AbortController();
    const run = compileText('Host.never()', { classes }).start({ signal: stop.signal });
    stop.abort();
    await expect(run).rejects.toMatchObject({
      kind: 'budget',
      message: 'The script was cancelled.',
    });
  });

  it('goes on when the host runs it', async () => {
    const held: (() => void)[] = [];
    const resume = <Result>(code: () => Result): Promise<Result> =>
      new Promise((resolve) => {
        held.push(() => resolve(code()));
      });
    const printed: string[] = [];
    const text = 'System.print(Host.later(1))\nreturn Host.later(2)';
    const write = (bytes: string): unknown => printed.push(bytes);
    const run = compileText(text, { classes }).start({ resume, write });
    await expect.poll(() => held.length).toBe(1);
    expect(printed).toEqual([]);
    held[0]?.();
    await expect.poll(() => held.length).toBe(2);
    expect(printed.join('')).toBe('1\n');
    held[1]?.();
    expect(await run).toBe(2);
  });

  it('cannot be run without waiting', () => {
    const error = errorOf(() => compileText('Host.later(1)', { classes }).run());
    expect(error).toMatchObject({
      message: 'Cannot switch fibers here: what called this code cannot be suspended.',
    });
  });

  it('gets its answer at once where it cannot be suspended, when the host can answer so', async () => {
    expect(compileText('return Host.double(2)', { classes }).run()).toBe(4);
    const sort = '[2, 1].sort {|a, b| Host.double(a) < Host.double(b) }';
    expect(await runLater(`return ${sort}[0]`)).toBe(1);
  });

  it('says that it may wait', () => {
    expect(compileText('if (false) Host.double(1)', { classes }).maySuspend).toBe(true);
    expect(compileText('System.print(1)', { classes }).maySuspend).toBe(false);
  });

  it('runs to its end when nothing has to be waited for', async () => {
    expect(await runLater('if (false) Host.later(1)')).toBe(wrenNull);
  });
});
