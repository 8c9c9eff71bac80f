import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Execution, suspending, type Value, wrenNull } from '../../../interpreter/index.js';
import { abort } from '../../../interpreter/runtime/errors.js';
import { compileText, errorOf } from './run-text.js';

/** A host with suspending methods. */
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
        throw new TypeError('an error of the host');
      }),
    },
  },
];

async function startText(
  text: string,
  write: (bytes: string) => void = () => undefined,
): Promise<Value> {
  return compileText(text, { classes }).start({ write });
}

describe('a suspended script', () => {
  it('resumes with the value', async () => {
    expect(await startText('var a = Host.later(1)\nvar b = Host.later(2)\nreturn a + b')).toBe(3);
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
  ])('resumes %s', async (_name, text, result) => {
    expect(await startText(text)).toBe(result);
  });

  it('resumes in an imported module', async () => {
    const program = compileText(
      { main: 'import "other" for X\nreturn X', other: 'var X = Host.later(7)' },
      { classes },
    );
    expect(await program.start()).toBe(7);
  });

  it('does not hold up other runs of its program', async () => {
    const program = compileText('var x = Host.later(1)\nx = x + Host.later(1)\nreturn x', {
      classes,
    });
    expect(await Promise.all([program.start(), program.start(), program.start()])).toEqual([
      2, 2, 2,
    ]);
  });

  it('resumes with an error when the host aborts', async () => {
    const run = startText('var a = 1\nHost.fail("no answer")');
    await expect(run).rejects.toMatchObject({
      message: 'no answer',
      frames: [{ module: 'main', line: 2, label: '(script)' }],
    });
  });

  it('can catch that error in a fiber', async () => {
    expect(await startText('return Fiber.new { Host.fail("no answer") }.try()')).toBe('no answer');
  });

  it('ends with any other error of the host', async () => {
    await expect(startText('Fiber.new { Host.crash() }.try()')).rejects.toThrow(TypeError);
  });

  it('keeps its host while other runs are active', async () => {
    const program = compileText('return Host.hostLater()', { classes });
    const hosts = ['one', 'two', 'three'];
    expect(await Promise.all(hosts.map((host) => program.start({ host })))).toEqual(hosts);
  });
});

describe('the end of a suspension', () => {
  it('comes with the time limit, which no fiber catches', async () => {
    vi.useFakeTimers({ toFake: ['hrtime', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const program = compileText('var a = 1\nFiber.new { Host.never() }.try()', { classes });
    const run = expect(program.start({ limits: { timeMs: 1 } })).rejects.toMatchObject({
      kind: 'budget',
      message: 'The script exceeded its time limit.',
      frames: [{ module: 'main', line: 2 }],
    });
    vi.advanceTimersByTime(2);
    await run;
  });

  it('comes with a signal', async () => {
    const stop = new AbortController();
    const run = compileText('Host.never()', { classes }).start({ signal: stop.signal });
    stop.abort();
    await expect(run).rejects.toMatchObject({
      kind: 'budget',
      message: 'The script was cancelled.',
    });
  });

  it('may be scheduled by the host', async () => {
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
});

describe('a program that may be suspended', () => {
  it('fails in `run`', () => {
    const error = errorOf(() => compileText('Host.later(1)', { classes }).run());
    expect(error).toMatchObject({
      message: 'Cannot switch fibers here: the calling code cannot be suspended.',
    });
  });

  it('uses the immediate form of a native where it cannot be suspended', async () => {
    expect(compileText('return Host.double(2)', { classes }).run()).toBe(4);
    const sort = '[2, 1].sort {|a, b| Host.double(a) < Host.double(b) }';
    expect(await startText(`return ${sort}[0]`)).toBe(1);
  });

  it('says so', () => {
    expect(compileText('if (false) Host.double(1)', { classes }).maySuspend).toBe(true);
    expect(compileText('System.print(1)', { classes }).maySuspend).toBe(false);
  });

  it('ends immediately when no native suspends it', async () => {
    expect(await startText('if (false) Host.later(1)')).toBe(wrenNull);
  });
});
