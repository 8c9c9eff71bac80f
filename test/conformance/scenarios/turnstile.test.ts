import { expect, test } from 'vitest';
import { Turnstile } from '../../../conformance/scenarios/turnstile.js';

/** Lets visitors in, those in capital letters alone, and notes who is inside after each step. */
async function visit(turnstile: Turnstile, inside: Set<string>, name: string) {
  const isAlone = name === name.toUpperCase();
  const stay = await turnstile.enter(isAlone ? 'others in pauses' : 'others');
  inside.add(name);
  return () => {
    inside.delete(name);
    return stay.leave();
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
  for (const company of ['others in pauses', 'nobody', 'others'] as const) {
    const stay = await turnstile.enter(company);
    expect(stay.leave()).toBe(false);
  }
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

test('says of each stay whether others were inside in the meantime', async () => {
  const turnstile = new Turnstile(2);
  const first = await turnstile.enter('others');
  const second = await turnstile.enter('others');
  expect(first.leave()).toBe(true);
  const third = await turnstile.enter('others');
  expect([second.leave(), third.leave()]).toEqual([true, true]);
});

test('counts those that came during a pause', async () => {
  const turnstile = new Turnstile(1);
  const stay = await turnstile.enter('others in pauses');
  const pause = stay.pause(0);
  const other = await turnstile.enter('others');
  expect(other.leave()).toBe(false);
  await pause;
  expect(stay.leave()).toBe(true);
});

test('lets nobody in during the pause of one that wants nobody', async () => {
  const turnstile = new Turnstile(1);
  const stay = await turnstile.enter('nobody');
  const inside: string[] = [];
  const other = turnstile.enter('others').then(() => inside.push('other'));
  await stay.pause(0);
  await settle();
  expect(inside).toEqual([]);
  expect(stay.leave()).toBe(false);
  await other;
});
