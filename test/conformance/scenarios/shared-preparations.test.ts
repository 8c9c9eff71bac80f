import { expect, test } from 'vitest';
import { SharedPreparations } from '../../../conformance/scenarios/scenario.js';

/** The scenario does not hold the target. */
const free = () => false;

test('the value of one scenario is given to the next', async () => {
  const preparations = new SharedPreparations();
  let made = 0;
  const make = async () => {
    made += 1;
    return made;
  };
  const [first, second] = [preparations.open(free), preparations.open(free)];
  expect(await Promise.all([first.use('row', make), second.use('row', make)])).toEqual([1, 1]);
  expect(await second.use('other row', make)).toBe(2);
  expect([first.isInUse, second.isInUse, preparations.open(free).isInUse]).toEqual([
    true,
    true,
    false,
  ]);
});

test('a scenario that runs alone makes its own values, and keeps those of others', async () => {
  const preparations = new SharedPreparations();
  await preparations.open(free).use('row', async () => 'shared');
  const alone = preparations.openAlone();
  expect(await alone.use('row', async () => 'own')).toBe('own');
  expect(alone.isInUse).toBe(false);
  expect(await preparations.open(free).use('row', async () => 'new')).toBe('shared');
});

test('a discarded value is made again, once', async () => {
  const preparations = new SharedPreparations();
  const [first, second] = [preparations.open(free), preparations.open(free)];
  await first.use('row', async () => 'old');
  await second.use('row', async () => 'old');
  first.discard();
  const third = preparations.open(free);
  expect(await third.use('row', async () => 'new')).toBe('new');
  second.discard();
  expect(await preparations.open(free).use('row', async () => 'newest')).toBe('new');
});

test('a value that could not be made is tried again for the next scenario', async () => {
  const preparations = new SharedPreparations();
  const first = preparations.open(free);
  await expect(first.use('row', () => Promise.reject(new Error('refused')))).rejects.toThrow();
  first.discard();
  expect(await preparations.open(free).use('row', async () => 'made')).toBe('made');
});

test('a holder of the target does not wait for a value that another scenario is making', async () => {
  const preparations = new SharedPreparations();
  const first = preparations.open(free);
  void first.use('row', () => new Promise(() => {}));
  const holder = preparations.open(() => true);
  expect(await holder.use('row', async () => 'own')).toBe('own');
  expect(holder.isInUse).toBe(false);
});

test('a value that another scenario fails to make is made by the next one', async () => {
  const preparations = new SharedPreparations();
  const [first, second] = [preparations.open(), preparations.open()];
  const failing = first.use('row', () => Promise.reject(new Error('refused')));
  const waiting = second.use('row', async () => 'made');
  await expect(failing).rejects.toThrow('refused');
  expect(await waiting).toBe('made');
  expect(await preparations.open().use('row', async () => 'new')).toBe('made');
});

test('a holder of the target does not wait for a value in preparation', async () => {
  const preparations = new SharedPreparations();
  let finish = (_row: string) => {};
  const slow = new Promise<string>((resolve) => {
    finish = resolve;
  });
  const made = preparations.open().use('row', () => slow);
  const holder = preparations.open(() => true);
  expect(await holder.use('row', async () => 'own')).toBe('own');
  expect(holder.isInUse).toBe(false);
  finish('shared');
  await made;
  expect(await holder.use('row', async () => 'own')).toBe('shared');
});
