/** The way of one requirement, as CONTRIBUTING.md draws it, is the way that a check takes. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageFile } from '../../kit/package-root.js';
import { startConformingServer } from '../faulty/conforming-server.js';

const requirement = 'users.read.status';
const mostFiles = 25;

/** The part of CONTRIBUTING.md that draws the way. */
const drawing = readFileSync(packageFile('CONTRIBUTING.md'), 'utf8')
  .split(/^## /m)
  .filter((part) => part.startsWith('The way of one requirement\n'))
  .join();

const way = [...drawing.matchAll(/^\| `([^`]+)` \| (?:`([^`]+)`)?/gm)].map(
  ([, file = '', name]) => ({ file, name }),
);
const sources = way.map(({ file }) => file).filter((file) => file.endsWith('.ts'));

const folder = mkdtempSync(join(tmpdir(), 'touchstone-way-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The functions that a check of the requirement calls, by source file; "" for those without a name. */
let called: ReadonlyMap<string, ReadonlySet<string>>;

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
  called = readCoverage(join(folder, 'coverage'));
});

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
    }[];
  }[];
}

/** What V8 has counted; the code of a module outside of its functions is not a call. */
function readCoverage(place: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const name of readdirSync(place)) {
    const { result } = JSON.parse(readFileSync(join(place, name), 'utf8')) as Coverage;
    for (const { url, functions } of result) {
      const [, file] = /\/dist\/((?:conformance|steps)\/.*)\.js$/.exec(url) ?? [];
      if (file === undefined) continue;
      const names = functions
        .filter(({ ranges: [range] }) => range !== undefined && range.count > 0)
        .filter(
          ({ functionName, ranges: [range] }) => functionName !== '' || range?.startOffset !== 0,
        )
        .map(({ functionName }) => functionName);
      const known = found.get(`${file}.ts`) ?? [];
      if (names.length > 0) found.set(`${file}.ts`, new Set([...known, ...names]));
    }
  }
  return found;
}

/** What step files import, whatever file it is in. */
const door = 'conformance/index.ts';

function importsOf(file: string): readonly string[] {
  const specifiers = readFileSync(packageFile(file), 'utf8').matchAll(
    /(?:from|import\()\s*'(\.[^']+)\.js'/g,
  );
  const files = [...specifiers].map(
    ([, path = '']) => `${normalize(join(dirname(file), path))}.ts`,
  );
  return files.flatMap((one) => (one === door ? importsOf(door) : [one]));
}

test(`it leads through ${mostFiles} files at most`, () => {
  expect(way.length).toBeGreaterThan(10);
  expect(way.length).toBeLessThanOrEqual(mostFiles);
});

test('it begins with the sentence, and with a scenario that judges it', () => {
  const [catalogue, feature] = way.map(({ file }) => readFileSync(packageFile(file), 'utf8'));
  expect(catalogue).toContain(`id: ${requirement}\n`);
  expect(feature).toContain(`@req:${requirement}\n`);
});

test('a check calls each of its functions', () => {
  const missing = way
    .filter(({ file }) => sources.includes(file))
    .filter(({ file, name = '' }) => !called.get(file)?.has(name));
  expect(missing).toEqual([]);
});

// Step files are found by the folder that they are in.
test('each of its files imports one before it, or is imported by one', () => {
  const areNeighbors = (one: string, other: string) =>
    importsOf(one).includes(other) || importsOf(other).includes(one);
  const lonely = sources.filter((file, index) => {
    const isFound = index === 0 || file.endsWith('.steps.ts');
    return !isFound && !sources.slice(0, index).some((other) => areNeighbors(file, other));
  });
  expect(lonely).toEqual([]);
});

test('what else the harness calls on the way is named beside it', () => {
  const rooms = /^conformance\/(?:(?:sessions|scenarios|verdict)\/)?[^/]+\.ts$/;
  const unnamed = [...called.keys()]
    .filter((file) => rooms.test(file))
    .filter((file) => !drawing.includes(`\`${file}\``));
  expect(unnamed).toEqual([]);
});
