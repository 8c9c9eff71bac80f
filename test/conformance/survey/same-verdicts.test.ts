/** Verdicts depend only on the server, not on chance or on other clients. */
import { createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { Report } from '../../../conformance/report/model.js';
import { isFull, share } from '../../extent.js';
import { startConformingServer } from '../../faulty/conforming-server.js';
import { faultNamed, faults } from '../../faulty/faults.js';
import { argumentsFor, removeFolders, runCheck } from '../run-check.js';
import { startServer } from '../servers.js';
import { idsWith } from '../survey.js';

async function start() {
  const server = await startServer();
  const readRows = () => JSON.stringify([server.store.users, server.store.products]);
  return { server, readRows };
}

afterAll(removeFolders);

/** All verdicts and observations, by requirement. */
function verdictsOf(report: Report | undefined): Record<string, string> {
  const rows = report?.requirements ?? [];
  return Object.fromEntries(rows.map((row) => [row.id, [row.verdict, ...row.observations].join()]));
}

const runs = isFull ? 50 : 2;

/** The requirements of a run in `npm test`: those of one resource, most of which share rows. */
const selection = isFull ? [] : ['--only', 'users.*,auth.api-key.*'];

test(`${runs} runs in different orders come out the same and leave nothing`, async () => {
  const { server, readRows } = await start();
  const rows = readRows();
  let first: Record<string, string> | undefined;
  for (let seed = 1; seed <= runs; seed += 1) {
    const { code, report } = await runCheck([
      ...argumentsFor(server),
      '--seed',
      String(seed),
      ...selection,
    ]);
    expect(idsWith(report, 'fail', 'blocked', 'error', 'unstable', 'not tested')).toEqual([]);
    first ??= verdictsOf(report);
    expect(verdictsOf(report)).toEqual(first);
    expect(report?.leftovers).toEqual([]);
    expect(readRows()).toBe(rows);
    expect(code).toBe(0);
  }
});

test('two concurrent runs have the verdicts of a single one, and leave no row', async () => {
  const { server, readRows } = await start();
  const rows = readRows();
  const argv = [...argumentsFor(server), '--concurrency', '2', ...selection];
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on('warning', onWarning);
  const both = await Promise.all([runCheck(argv), runCheck(argv)]);
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
  for (const { code, report } of both) {
    expect(idsWith(report, 'fail', 'blocked', 'error', 'unstable', 'not tested')).toEqual([]);
    expect(report?.leftovers).toEqual([]);
    expect(code).toBe(0);
  }
  expect(readRows()).toBe(rows);
});

/** Faults with effects beyond the row and the moment of a request, so scenarios could interfere. */
const farReaching = [
  'a deletion removes the user before, too',
  'a DELETE without an id is rejected but removes all products',
  'a PUT without an id is rejected but changes all users',
  'an update of a user renames the newer ones, too',
  'an update of a product renames the newer ones, too',
  'an update with an empty email is rejected',
  'an update of an unknown user creates it',
  'a user is created whose email is empty',
  'a user is created whose email is absent',
  'a user is stored although it is rejected',
  'all users of a name are deleted together',
  'a deleted user stays',
  'a user stays unknown whose id was asked for too early',
  'the beginning of an id is enough to read a user',
  'users that are read at once are all the last one',
  'control characters are sent as they are',
];

/**
 * Faults that remove the newest row, which another scenario may have made: what that scenario judges
 * or observes differs then. The requirement that the fault violates is the same in all runs.
 */
const shifting = [
  'a deletion removes the newest user',
  'a deletion removes the newest product',
  'a DELETE without an id is rejected but removes the latest user',
];

/** Faults that depend on the number or the time of requests, so runs differ. */
const fickle = [
  'the list lacks the newest user',
  'the list of users is read only every tenth time',
  'ids are the seconds since 1970',
];

const lot = (text: string) => createHash('sha1').update(text).digest('hex');

/** A fixed sample of all other faults. */
const drawn = Object.keys(faults)
  .filter((name) => ![...farReaching, ...shifting, ...fickle].includes(name))
  .sort((a, b) => (lot(a) < lot(b) ? -1 : 1))
  .slice(0, 13);

/** Combinations of three faults of `basic`. */
const triples = Array.from({ length: 10 }, (_, number) =>
  [...farReaching, ...drawn]
    .filter((name) => faultNamed(name).profile === undefined)
    .sort((a, b) => (lot(`${number} ${a}`) < lot(`${number} ${b}`) ? -1 : 1))
    .slice(0, 3),
);

/** An undeletable row has the empty e-mail address before another scenario tries it. */
const unremovable = ['a user is created whose email is empty', 'a deleted user stays'];

const hard = [...unremovable, 'an update with an empty email is rejected'];

const faultySets = isFull
  ? [...[...farReaching, ...drawn].map((name) => [name]), ...triples, hard]
  : [hard];

const orders = isFull
  ? Array.from({ length: 20 }, (_, index) => index + 1).flatMap((seed) => [
      { seed, concurrency: 1 },
      { seed, concurrency: 4 },
    ])
  : [
      { seed: 1, concurrency: 1 },
      { seed: 2, concurrency: 4 },
    ];

const expectSame = async (
  names: readonly string[],
  partOf: (report: Report | undefined) => unknown,
) => {
  const [fault = '', ...moreFaults] = names;
  const { profile = 'basic' } = faultNamed(fault);
  let first: unknown;
  for (const { seed, concurrency } of orders) {
    const server = await startConformingServer({ fault, moreFaults });
    const order = ['--seed', String(seed), '--concurrency', String(concurrency)];
    try {
      const { code, report } = await runCheck([
        ...argumentsFor(server),
        ...['--profile', profile, ...order, ...selection],
      ]);
      expect(code).toBe(1);
      first ??= partOf(report);
      expect(partOf(report), order.join(' ')).toEqual(first);
    } finally {
      await server.close();
    }
  }
};

const titled = faultySets.map((names) => [names.join('; '), names] as const);

test.each(titled)('runs come out the same where %s', async (_title, names) =>
  expectSame(names, verdictsOf),
);

test.each(share(shifting, 1))('runs fail the same requirements where %s', async (name) =>
  expectSame([name], (report) => idsWith(report, 'fail')),
);
