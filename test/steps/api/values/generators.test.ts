import { expect, test } from 'vitest';
import { Blocked, Violation } from '../../../../conformance/verdict/outcomes.js';
import { examineGenerated } from '../../../../steps/api/values/generators.js';
import type { JsonObject } from '../../../../steps/world/service.js';
import type { ServiceWorld } from '../../../../steps/world/world.js';

const violation = new Violation([{ path: 'name', expected: 'a', observed: 'b' }]);

/** A minimal scenario for generated values. */
function makeWorld(seed: number): ServiceWorld {
  let number = 0;
  const nextNumber = () => {
    number += 1;
    return number;
  };
  return { run: { seed, marker: 'marker', nextNumber } } as unknown as ServiceWorld;
}

/** The examined members for a seed. */
async function collect(seed: number): Promise<readonly JsonObject[]> {
  const examined: JsonObject[] = [];
  await examineGenerated(makeWorld(seed), 'products', 10, async (members) => {
    examined.push(...members);
  });
  return examined;
}

test('members depend only on the seed', async () => {
  const first = await collect(1);
  expect(first).toHaveLength(10);
  expect(await collect(1)).toEqual(first);
  expect(await collect(2)).not.toEqual(first);
});

test('members contain the marker of the run', async () => {
  for (const { name } of await collect(1)) expect(name).toMatch(/^Touchstone marker \d+ /);
});

test('all members are examined together, and the simplest failing ones last and alone', async () => {
  const examinations: (readonly JsonObject[])[] = [];
  const examine = async (members: readonly JsonObject[]) => {
    examinations.push(members);
    if (members.some(({ stock }) => Number(stock) >= 1000)) throw violation;
  };
  await expect(examineGenerated(makeWorld(1), 'products', 30, examine)).rejects.toBe(violation);
  const [first, ...others] = examinations;
  expect(first).toHaveLength(30);
  expect(others.every(({ length }) => length === 1)).toBe(true);
  const examined = others.flat();
  const failing = examined.map(({ stock }) => Number(stock)).filter((stock) => stock >= 1000);
  expect(examined.at(-1)?.stock).toBe(Math.min(...failing));
  expect(failing.at(-1)).toBeLessThan(Number(failing[0]));
});

test('an error other than a Violation ends the examination immediately', async () => {
  const obstacle = new Blocked('users.create.status', 'no');
  let examinations = 0;
  const examine = async () => {
    examinations += 1;
    throw obstacle;
  };
  await expect(examineGenerated(makeWorld(1), 'users', 10, examine)).rejects.toBe(obstacle);
  expect(examinations).toBe(1);
});
