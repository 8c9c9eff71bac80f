/** The way of one request, as CONTRIBUTING.md draws it, is the way that a request takes. */
import { Session } from 'node:inspector/promises';
import { beforeAll, expect, test } from 'vitest';
import { shippedProject, start } from '../../reference-server/index.js';
import {
  type Calls,
  findLonely,
  findMissing,
  findUnnamed,
  readCalls,
  readWay,
} from '../drawn-way.js';

const mostFiles = 12;
const way = readWay('The way of one request');

/** The functions that the server calls between receiving a request and sending its answer. */
let called: Calls;

beforeAll(async () => {
  const server = await start({ project: shippedProject('basic'), database: ':memory:', port: 0 });
  const inspector = new Session();
  inspector.connect();
  try {
    await inspector.post('Profiler.enable');
    await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    const body = JSON.stringify({ name: 'Ada', email: 'ada@example.com' });
    const response = await fetch(`${server.url}/api/users`, { method: 'POST', body });
    expect(response.status).toBe(201);
    const coverage = await inspector.post('Profiler.takePreciseCoverage');
    called = readCalls([coverage], /\/(reference-server\/(?!.*test).*)\.ts$/);
  } finally {
    inspector.disconnect();
    await server.close();
  }
});

test(`it leads through ${mostFiles} files at most`, () => {
  expect(way.stations.length).toBeGreaterThan(5);
  expect(way.stations.length).toBeLessThanOrEqual(mostFiles);
});

test('a request calls each of its functions', () => {
  expect(findMissing(way, called)).toEqual([]);
});

test('each of its files imports one before it, or is imported by one', () => {
  // The interpreter calls the bindings; these reach the database through its interface.
  const reached = /^reference-server\/(?:bindings|database)\//;
  expect(findLonely(way).filter((file) => !reached.test(file))).toEqual([]);
});

test('what else the server calls on the way is named beside it', () => {
  const rooms = /^reference-server\/(?!database\/)/;
  expect(findUnnamed(way, called, rooms)).toEqual([]);
});
