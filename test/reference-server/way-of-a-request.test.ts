/** The path of one request in CONTRIBUTING.md equals the path that a request takes. */
import { Session } from 'node:inspector/promises';
import { beforeAll, expect, test } from 'vitest';
import { shippedProject, start } from '../../reference-server/index.js';
import {
  type Calls,
  findDisconnected,
  findMissing,
  findUncalled,
  findUndocumented,
  readCalls,
  readDocumentedPath,
} from '../documented-path.js';

const mostFiles = 13;
const path = readDocumentedPath('The way of one request');

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

test(`the path has at most ${mostFiles} files`, () => {
  expect(path.steps.length).toBeGreaterThan(5);
  expect(path.steps.length).toBeLessThanOrEqual(mostFiles);
  expect(path.section).toContain(`The ${path.steps.length} files`);
});

test('a request calls all functions of the path', () => {
  expect(findUncalled(path, called)).toEqual([]);
});

test('each file imports an earlier file of the path or is imported by one', () => {
  // The interpreter calls the bindings, which call the database through its interface.
  const reached = /^reference-server\/(?:bindings|database)\//;
  expect(findDisconnected(path).filter((file) => !reached.test(file))).toEqual([]);
});

test('the section names all files of the server that a request calls', () => {
  expect(findUndocumented(path, called)).toEqual([]);
  expect(findMissing(path)).toEqual([]);
});
