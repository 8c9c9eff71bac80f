import { describe, expect, test } from 'vitest';
import { Blocked, Violation } from '../../../conformance/verdict/outcomes.js';
import { judgeEach, runConcurrently } from '../../../steps/world/concurrent-actions.js';

function violation(path: string): Violation {
  return new Violation([{ path, expected: '1', observed: '2' }]);
}

function fail(error: Error): () => Promise<never> {
  return () => Promise.reject(error);
}

async function pathsIn(action: Promise<unknown>): Promise<readonly (string | undefined)[]> {
  const error = await action.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Violation);
  return (error as Violation).mismatches.map(({ place }) => place.name);
}

describe('concurrent actions', () => {
  test('return their results in order', async () => {
    expect(await runConcurrently([async () => 1, async () => 2])).toEqual([1, 2]);
  });

  test('throw the mismatches of all Violations', async () => {
    const actions = [
      fail(violation('one')),
      fail(new Blocked('a.b', 'no')),
      fail(violation('two')),
    ];
    expect(await pathsIn(runConcurrently(actions))).toEqual(['one', 'two']);
  });

  test('throw the first error without a Violation', async () => {
    const [first, second] = [new Blocked('a.b', 'first'), new Blocked('a.b', 'second')];
    await expect(runConcurrently([fail(first), fail(second)])).rejects.toBe(first);
  });

  test('have ended before an error is thrown', async () => {
    let ended = false;
    const slow = async () => {
      await new Promise(setImmediate);
      ended = true;
    };
    await expect(runConcurrently([fail(violation('one')), slow])).rejects.toThrow(Violation);
    expect(ended).toBe(true);
  });
});

describe('judgements in order', () => {
  test('continue after a Violation', async () => {
    const judgements = [fail(violation('one')), () => {}, fail(violation('two'))];
    expect(await pathsIn(judgeEach(judgements))).toEqual(['one', 'two']);
  });

  test('end at any other error, which a Violation precedes', async () => {
    const blocked = new Blocked('a.b', 'no');
    const judgements = [fail(violation('one')), fail(blocked), fail(violation('two'))];
    expect(await pathsIn(judgeEach(judgements))).toEqual(['one']);
    await expect(judgeEach([fail(blocked), fail(violation('two'))])).rejects.toBe(blocked);
  });
});
