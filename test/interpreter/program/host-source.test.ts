/** Host classes that are partly written in Wren. */
import { expect, test } from 'vitest';
import {
  constantTime,
  createAttempt,
  type Execution,
  raiseAgain,
  suspending,
  type Value,
  type WrenFiber,
  type WrenFn,
} from '../../../interpreter/index.js';
import { compileText } from './run-text.js';

/** Host classes that record the calls of their natives. */
function hostClasses(told: string[]) {
  const tell = (what: string) =>
    suspending(async (_execution: Execution) => {
      await Promise.resolve();
      told.push(what);
      return true;
    });
  const steps = {
    name: 'Steps',
    statics: {
      'begin()': tell('begin'),
      'end()': tell('end'),
      ...constantTime({
        'attempt(_)': (block: WrenFn) => createAttempt(block),
        'raise(_)': (fiber: WrenFiber) => raiseAgain(fiber),
      }),
    },
  };
  const text = `
class Host {
  static around(block) {
    var attempt = Steps.attempt(block)
    Steps.begin()
    var result = attempt.try()
    Steps.end()
    if (attempt.error || !attempt.isDone) Steps.raise(attempt)
    return result
  }
}`;
  const later = suspending(async (_execution: Execution, value: Value) => value);
  return [{ name: 'Host', statics: { 'later(_)': later }, source: { text, classes: [steps] } }];
}

async function run(text: string): Promise<{ told: string[]; result: unknown }> {
  const told: string[] = [];
  const program = compileText(text, { classes: hostClasses(told) });
  try {
    return { told, result: await program.start() };
  } catch (error) {
    return { told, result: error };
  }
}

const around = ['begin', 'end'];

test('a method in Wren can be suspended before, after and in a block', async () => {
  const text = 'var a = 1\nHost.around { a = a + Host.later(2) }\nreturn a';
  expect(await run(text)).toEqual({ told: around, result: 3 });
});

test('it can return the value of the block', async () => {
  expect(await run('return Host.around { "text" }')).toEqual({ told: around, result: 'text' });
});

test('it can be nested and called from other functions', async () => {
  const text = `
class A {
  static f(x) { Host.around { Host.later(x) } }
}
return Host.around { [1, 2].map {|x| A.f(x) }.toList[1] }`;
  expect(await run(text)).toEqual({
    told: ['begin', 'begin', 'end', 'begin', 'end', 'end'],
    result: 2,
  });
});

test('it can raise an error of the block again, with its stack trace', async () => {
  const { told, result } = await run(
    'var f = Fn.new {\n  null.oh\n}\nHost.around {\n  f.call()\n}',
  );
  expect(told).toEqual(around);
  expect(result).toMatchObject({
    message: "Null does not implement 'oh'.",
    frames: expect.arrayContaining([
      { module: 'main', line: 2, label: 'new(_) block argument' },
      { module: 'main', line: 5, label: 'around(_) block argument' },
    ]),
  });
});

test('a block that yields is an error', async () => {
  const text = 'var f = Fiber.new { Host.around { Fiber.yield() } }\nreturn f.try()';
  const message = 'Cannot switch fibers here: the calling code cannot be suspended.';
  expect(await run(text)).toEqual({ told: around, result: message });
});

test('its own classes are not visible to scripts', () => {
  expect(() => compileText('Steps.begin()', { classes: hostClasses([]) })).toThrow(
    "Error at 'Steps': Variable is used but not defined.",
  );
});
