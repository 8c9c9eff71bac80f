/** Tests the suite itself: it has to find every fault of a server, as few failures as possible. */
import { afterAll, describe, expect, test } from 'vitest';
import { startConformingServer } from '../faulty/conforming-server.js';
import { faults } from '../faulty/faults.js';
import { argumentsFor, removeFolders, runCheck } from './run-check.js';
import { idsWith, isFull, longTestMs } from './survey.js';

afterAll(removeFolders);

describe('a server is told its fault', () => {
  const failures: number[] = [];

  test.each(Object.entries(faults))('%s', { timeout: longTestMs }, async (name, fault) => {
    const { violates, profile = 'basic' } = fault;
    const server = await startConformingServer({ fault: name });
    try {
      const selection = isFull ? [] : ['--only', violates.join(',')];
      const argv = [...argumentsFor(server), '--profile', profile, ...selection];
      const { code, report } = await runCheck(argv);
      failures.push(idsWith(report, 'fail').length);
      expect(idsWith(report, 'fail')).toEqual(violates);
      expect(idsWith(report, 'error', 'unstable', 'not tested')).toEqual([]);
      expect(code).toBe(1);
    } finally {
      await server.close();
    }
  });

  test('which makes one requirement fail, rarely more', () => {
    failures.sort((a, b) => a - b);
    const lines = [...new Set(failures)].map(
      (count) => `${failures.filter((one) => one === count).length} make ${count} fail`,
    );
    if (isFull) process.stdout.write(`Of ${failures.length} faults, ${lines.join(', ')}.\n`);
    expect(failures[Math.floor(failures.length / 2)]).toBe(1);
    expect(failures.at(-1)).toBeLessThanOrEqual(5);
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
