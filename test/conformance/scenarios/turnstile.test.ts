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
  const turnstile = new Turnstile();
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
  const turnstile = new Turnstile();
  const leave = await turnstile.enter(true);
  leave();
  (await turnstile.enter(true))();
  (await turnstile.enter(false))();
});
