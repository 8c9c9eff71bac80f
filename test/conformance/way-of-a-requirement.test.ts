/** The path of one requirement in CONTRIBUTING.md equals the path that a check takes. */
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
  findDisconnected,
  findMissing,
  findUncalled,
  findUndocumented,
  readCalls,
  readDocumentedPath,
} from '../documented-path.js';
import { startConformingServer } from '../faulty/conforming-server.js';

const requirement = 'users.read.status';
const mostFiles = 24;
const path = readDocumentedPath('The way of one requirement');

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

test(`the path has at most ${mostFiles} files`, () => {
  expect(path.steps.length).toBeGreaterThan(10);
  expect(path.steps.length).toBeLessThanOrEqual(mostFiles);
  expect(path.section).toContain(`The ${path.steps.length} files`);
});

test('the path begins with the statement and a scenario that checks it', () => {
  const [catalogue, feature] = path.steps.map(({ file }) =>
    readFileSync(packageFile(file), 'utf8'),
  );
  expect(catalogue).toContain(`id: ${requirement}\n`);
  expect(feature).toContain(`@req:${requirement}\n`);
});

test('a check calls all functions of the path', () => {
  expect(findUncalled(path, called)).toEqual([]);
});

test('each file imports an earlier file of the path or is imported by one', () => {
  // Step files are found by their folder; they import `conformance/index.ts`.
  const disconnected = findDisconnected(path, 'conformance/index.ts');
  expect(disconnected.filter((file) => !file.endsWith('.steps.ts'))).toEqual([]);
});

test('the section names all files of the harness and the steps that a check calls', () => {
  expect(findUndocumented(path, called)).toEqual([]);
  expect(findMissing(path)).toEqual([]);
});
