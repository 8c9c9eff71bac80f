import { expect, test } from 'vitest';
import { startConformingServer } from '../faulty/conforming-server.js';
import { faultNamed, faults } from '../faulty/faults.js';
import { drawCombinations, drawFaults } from './combinations.js';

const combinations = drawCombinations(5, 210);

test('combinations have two or three faults and depend only on the seed', () => {
  expect(new Set(combinations.map(({ length }) => length))).toEqual(new Set([2, 3]));
  expect(drawCombinations(5, 210)).toEqual(combinations);
  expect(drawCombinations(6, 210)).not.toEqual(combinations);
});

test('they violate different requirements of one profile', () => {
  for (const names of combinations) {
    const together = names.map(faultNamed);
    const violated = together.flatMap(({ violates }) => violates);
    expect(new Set(violated).size).toBe(violated.length);
    expect(new Set(together.map(({ profile = 'basic' }) => profile)).size).toBe(1);
  }
});

test('they cover all sections', () => {
  const sections = new Set(Object.values(faults).map(({ section }) => section));
  const combined = new Set(combinations.map(([first = '']) => faultNamed(first).section));
  expect(combined).toEqual(sections);
});

test('no fault is drawn twice', () => {
  const drawn = drawFaults(5, 100);
  expect(new Set(drawn).size).toBe(100);
  expect(drawFaults(5, 100)).toEqual(drawn);
});

test('a server records which of its faults a request has met', async () => {
  const names = ['every id reads the first user', 'a user is deleted with status 200'];
  const server = await startConformingServer({ moreFaults: names });
  try {
    await fetch(`${server.url}/api/users?id=1`);
    expect([...server.reached]).toEqual(names.slice(0, 1));
  } finally {
    await server.close();
  }
});

test('a fault without an effect on any answer counts as not met', async () => {
  const fault = 'a missing description is an empty one in the list';
  const server = await startConformingServer({ moreFaults: [fault] });
  const url = `${server.url}/api/products`;
  const headers = { 'X-API-Key': server.credentials['api-key'] };
  try {
    await fetch(url, { headers });
    expect([...server.reached]).toEqual([]);
    const body = JSON.stringify({ name: 'Lamp', price: 9 });
    await fetch(url, { headers, method: 'POST', body });
    await fetch(url, { headers });
    expect([...server.reached]).toEqual([fault]);
  } finally {
    await server.close();
  }
});
