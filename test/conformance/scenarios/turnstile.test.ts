import { expect, test } from 'vitest';
import { Turnstile } from '../../../conformance/scenarios/turnstile.js';

/** Lets visitors in, those in capital letters alone, and notes who is inside after each step. */
async function visit(turnstile: Turnstile, inside: Set<string>, name: string) {
  const leave = await turnstile.enter(name === name.toUpperCase());
  inside.add(name);
  return () => {
    inside.delete(name);
    leave();
  };
}

const settle = () => new Promise(setImmediate);

test('lets several in at a time, but nobody together with one that has to be alone', async () => {
  const turnstile = new Turnstile(9);
  const inside = new Set<string>();
  const visits = ['a', 'b', 'C', 'd', 'E'].map((name) => visit(turnstile, inside, name));
  const seen: string[] = [];
  for (const arriving of visits) {
    await settle();
    seen.push([...inside].join(''));
    (await arriving)();
  }
  expect(seen).toEqual(['ab', 'b', 'C', 'd', 'E']);
});

test('admits at once when nobody is inside', async () => {
  const turnstile = new Turnstile(1);
  const leave = await turnstile.enter(true);
  leave();
  (await turnstile.enter(true))();
  (await turnstile.enter(false))();
});

test('lets in no more at a time than it has places', async () => {
  const turnstile = new Turnstile(2);
  const inside = new Set<string>();
  const visits = ['a', 'b', 'c'].map((name) => visit(turnstile, inside, name));
  await settle();
  expect([...inside]).toEqual(['a', 'b']);
  (await visits[0])?.();
  await settle();
  expect([...inside]).toEqual(['b', 'c']);
});
