/**
 * Tests the suite itself: it has to find every fault of a server, and to accuse nobody who does
 * otherwise what the specification leaves open. Beside the requirements that a fault violates,
 * only those of the same area are checked; with TOUCHSTONE_SURVEY=full it is the whole suite.
 */
import { afterAll, describe, expect, test } from 'vitest';
import type { Report } from '../../conformance/report/model.js';
import { startConformingServer } from '../faulty/conforming-server.js';
import { faults } from '../faulty/faults.js';
import { type VariationName, variations } from '../faulty/variations.js';
import { argumentsFor, removeFolders, runCheck } from './run-check.js';

afterAll(removeFolders);

const isFull = process.env.TOUCHSTONE_SURVEY === 'full';

/** Ids of requirements with one of some verdicts. */
function idsWith(report: Report | undefined, ...verdicts: readonly string[]): string[] {
  const rows = report?.requirements ?? [];
  return rows
    .filter(({ verdict, selected }) => selected && verdicts.includes(verdict))
    .map(({ id }) => id);
}

/** `users.create.*` for `users.create.status`. */
const areaOf = (id: string) => `${id.split('.').slice(0, 2).join('.')}.*`;

describe('a server is told its fault', () => {
  const failures = new Map<string, number>();

  test.each(Object.entries(faults))('%s', async (name, { violates, profile = 'basic' }) => {
    const server = await startConformingServer({ fault: name });
    try {
      const areas = isFull ? [] : ['--only', [...new Set(violates.map(areaOf))].join(',')];
      const argv = [...argumentsFor(server), '--profile', profile, ...areas];
      const { code, report } = await runCheck(argv);
      failures.set(name, idsWith(report, 'fail').length);
      expect(idsWith(report, 'fail')).toEqual(violates);
      expect(idsWith(report, 'error', 'unstable', 'not tested')).toEqual([]);
      expect(code).toBe(1);
    } finally {
      await server.close();
    }
  });

  test('as one failure, in most cases', () => {
    const counts = [...failures.values()].sort((a, b) => a - b);
    const median = counts[Math.floor(counts.length / 2)];
    const table = [...new Set(counts)].map((n) => `${n}: ${counts.filter((c) => c === n).length}`);
    console.log(`${counts.length} faults; requirements that fail: ${table.join(', ')} faults`);
    expect(median).toBe(1);
    expect(counts.at(-1)).toBeLessThanOrEqual(5);
  });
});

test.each(['basic', 'users-api-key', 'bearer'] as const)(
  'without a fault they all hold in %s',
  async (profile) => {
    const ofProfile = Object.values(faults).filter((one) => (one.profile ?? 'basic') === profile);
    const violated = [...new Set(ofProfile.flatMap(({ violates }) => violates))];
    const server = await startConformingServer({ profile });
    try {
      const selection = ['--profile', profile, '--only', violated.join(',')];
      const { code, report } = await runCheck([...argumentsFor(server), ...selection]);
      expect(report?.counts.pass).toBe(violated.length);
      expect(code).toBe(0);
    } finally {
      await server.close();
    }
  },
);

test.each(Object.keys(variations) as VariationName[])('a server may vary: %s', async (name) => {
  const server = await startConformingServer({ variations: [name] });
  try {
    const quick = '*.create.*,*.read.*,*.list.limit*,*.delete.*,auth.*,cors.*,http.*,errors.*';
    const selection = isFull ? [] : ['--only', quick];
    const { code, report } = await runCheck([...argumentsFor(server), ...selection]);
    expect(idsWith(report, 'fail', 'blocked', 'error', 'unstable', 'not tested')).toEqual([]);
    expect(code).toBe(0);
  } finally {
    await server.close();
  }
});
