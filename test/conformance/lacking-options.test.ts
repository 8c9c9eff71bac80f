/**
 * Checks of conforming servers with every subset of the credentials: whatever an operator lacks, a
 * check ends with verdicts and a report, and never with an internal error.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { findJournals } from '../../conformance/check/run-journal.js';
import { packageFile } from '../../kit/package-root.js';
import { type RunningServer, start } from '../../reference-server/index.js';
import { share } from '../extent.js';
import { startTodoServer, todoSuite } from '../suites/todo-server.js';
import { init } from './init/new-suite.js';
import { createTodoServer } from './init/todo-server.js';
import { removeFolders, runCheck } from './run-check.js';
import { startServer } from './servers.js';

afterAll(removeFolders);

/** Every subset of some values. */
function subsetsOf<T>([first, ...others]: readonly T[]): readonly (readonly T[])[] {
  if (first === undefined) return [[]];
  return subsetsOf(others).flatMap((subset) => [subset, [first, ...subset]]);
}

interface CataloguedRequirement {
  readonly id: string;
  readonly section: string | number;
  readonly class?: string;
  readonly profiles?: readonly string[];
}

/** The areas of the catalogue of a suite, such as `products.*`, and its sections. */
function selectionsOf(
  suite: string,
  isMeant: (requirement: CataloguedRequirement) => boolean = () => true,
): readonly string[] {
  const text = readFileSync(join(suite, 'requirements.yaml'), 'utf8');
  const { requirements } = parse(text) as { requirements: CataloguedRequirement[] };
  const meant = requirements.filter(isMeant);
  const areas = meant.map(({ id }) => `${id.split('.')[0]}.*`);
  const sections = meant.map(({ section }) => String(section).split(' ')[0] ?? '');
  return [...new Set([...areas, ...sections])];
}

/** Checks at a time: most of a check is waiting for the clock of the target. */
const checksAtOnce = 5;

/** Runs each check in a new folder; expects verdicts, a report without leftovers, and no journal. */
async function expectVerdictsOfAll(checks: Iterable<readonly string[]>): Promise<void> {
  const queue = checks[Symbol.iterator]();
  const runFromQueue = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await expectVerdicts(next.value);
  };
  await Promise.all(Array.from({ length: checksAtOnce }, runFromQueue));
}

async function expectVerdicts(argv: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-lacking-'));
  // On a busy machine, an answer may take long.
  const patient = [...argv, '--timeout', '120000'];
  const { code, stderr, report } = await runCheck(patient, {}, folder);
  const label = argv.join(' ');
  expect({ label, code, stderr }).toEqual({ label, code: code === 0 ? 0 : 3, stderr: '' });
  expect(report?.leftovers, label).toEqual([]);
  expect(findJournals(join(folder, 'reports')), label).toEqual([]);
  rmSync(folder, { recursive: true });
}

const credentialNames = [
  ...(['api-key', 'inactive-api-key', 'bearer-token', 'expired-bearer-token'] as const),
];
let probes: RunningServer;
beforeAll(async () => {
  const project = packageFile('spec', 'probes');
  probes = await start({ project, port: 0, database: ':memory:' });
});
afterAll(() => probes.close());

test.each(['basic', 'users-api-key', 'bearer'] as const)(
  'the shipped suite, profile %s',
  async (profile) => {
    const { url, credentials } = await startServer({ profile });
    const target = ['--base-url', url, '--profile', profile];
    const checks = subsetsOf(credentialNames).flatMap((given) => {
      const supplied = given.flatMap((name) => [`--${name}`, credentials[name]]);
      const both = ['--class', 'api,runtime', '--probes-url', probes.url];
      const modes = [
        { classes: ['api'], options: [] },
        { classes: ['api'], options: ['--read-only'] },
        { classes: ['api', 'runtime'], options: both },
        { classes: ['api', 'runtime'], options: [...both, '--read-only'] },
      ];
      return modes.flatMap(({ classes, options }) =>
        selectionsOf(
          packageFile('spec'),
          (one) => classes.includes(one.class ?? '') && (one.profiles?.includes(profile) ?? true),
        ).map((only) => [...target, '--only', only, ...options, ...supplied]),
      );
    });
    await expectVerdictsOfAll(share(checks, 2));
  },
);

test('the whole shipped suite without a credential', async () => {
  const server = await startServer();
  await expectVerdicts(['--base-url', server.url]);
});

/** Checks with every selection of a suite and every subset of some options. */
async function checkSubsets(suite: string, url: string, options: readonly string[]): Promise<void> {
  const checks = selectionsOf(suite).flatMap((only) =>
    subsetsOf(options).map((given) => ['--only', only, ...given]),
  );
  await expectVerdictsOfAll(
    share(checks, 2).map((argv) => ['--suite', suite, '--base-url', url, ...argv]),
  );
}

test('the example suite', async () => {
  const server = await startTodoServer();
  onTestFinished(server.close);
  await checkSubsets(todoSuite, server.url, ['--read-only']);
});

test('a suite that init wrote', async () => {
  const { folder } = await init('todo.yaml');
  const server = createTodoServer('s3cret', 201).app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await checkSubsets(folder, `http://127.0.0.1:${port}`, ['--read-only', '--token=s3cret']);
});
