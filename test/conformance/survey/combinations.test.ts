import { expect, test } from 'vitest';
import { startConformingServer } from '../../faulty/conforming-server.js';
import { faultNamed, faults } from '../../faulty/faults.js';
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

test('a server records which of its faults an answer has shown', async () => {
  const names = ['every id reads the first user', 'a user is deleted with status 200'];
  const server = await startConformingServer({ moreFaults: names });
  try {
    await fetch(`${server.url}/api/users?id=1`);
    expect([...server.shown]).toEqual([]);
    await fetch(`${server.url}/api/users?id=2`);
    expect([...server.shown]).toEqual(names.slice(0, 1));
  } finally {
    await server.close();
  }
});

test('a fault counts as shown as soon as an answer differs', async () => {
  const hidden = 'a user is deleted with status 200';
  const names = ['every id reads the first user', 'a deleted user stays', hidden];
  const server = await startConformingServer({ moreFaults: names });
  try {
    await fetch(`${server.url}/api/users?id=2`, { method: 'DELETE' });
    expect([...server.shown]).toEqual([hidden]);
    await fetch(`${server.url}/api/users`);
    expect([...server.shown]).toEqual([hidden, 'a deleted user stays']);
  } finally {
    await server.close();
  }
});

test('a fault in how answers are sent counts as shown', async () => {
  const fault = 'the length of a body is that of its characters';
  const server = await startConformingServer({ moreFaults: [fault] });
  expect([...server.shown]).toEqual([fault]);
  await server.close();
});
