/** The way of one requirement, as CONTRIBUTING.md draws it, is the way that a check takes. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageFile } from '../../kit/package-root.js';
import {
  type Calls,
  type Coverage,
  findLonely,
  findMissing,
  findUnnamed,
  readCalls,
  readWay,
} from '../drawn-way.js';
import { startConformingServer } from '../faulty/conforming-server.js';

const requirement = 'users.read.status';
const mostFiles = 20;
const way = readWay('The way of one requirement');

const folder = mkdtempSync(join(tmpdir(), 'touchstone-way-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The functions that a check of the requirement calls. */
let called: Calls;

beforeAll(async () => {
  const server = await startConformingServer();
  try {
    const argv = ['check', '--base-url', server.url, '--profile', 'basic', '--only', requirement];
    await promisify(execFile)(process.execPath, [packageFile('bin', 'touchstone.js'), ...argv], {
      cwd: folder,
      env: { ...process.env, NODE_V8_COVERAGE: join(folder, 'coverage') },
    });
  } finally {
    await server.close();
  }
  called = readCalls(
    readCoverage(join(folder, 'coverage')),
    /\/dist\/((?:conformance|steps)\/.*)\.js$/,
  );
});

function readCoverage(place: string): Coverage[] {
  return readdirSync(place).map((name) => JSON.parse(readFileSync(join(place, name), 'utf8')));
}

test(`it leads through ${mostFiles} files at most`, () => {
  expect(way.stations.length).toBeGreaterThan(10);
  expect(way.stations.length).toBeLessThanOrEqual(mostFiles);
});

test('it begins with the sentence, and with a scenario that judges it', () => {
  const [catalogue, feature] = way.stations.map(({ file }) =>
    readFileSync(packageFile(file), 'utf8'),
  );
  expect(catalogue).toContain(`id: ${requirement}\n`);
  expect(feature).toContain(`@req:${requirement}\n`);
});

test('a check calls each of its functions', () => {
  expect(findMissing(way, called)).toEqual([]);
});

test('each of its files imports one before it, or is imported by one', () => {
  // Step files are found by the folder that they are in; they import `conformance/index.ts`.
  const lonely = findLonely(way, 'conformance/index.ts');
  expect(lonely.filter((file) => !file.endsWith('.steps.ts'))).toEqual([]);
});

test('what else the harness calls on the way is named beside it', () => {
  const rooms = /^conformance\/(?:(?:sessions|scenarios|verdict)\/)?[^/]+\.ts$/;
  expect(findUnnamed(way, called, rooms)).toEqual([]);
});
