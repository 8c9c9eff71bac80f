/** Tests the suite itself: it must find every fault of a server, with few failures. */
import { afterAll, describe, expect, test } from 'vitest';
import { isFull, oneOfEachKind, share } from '../../extent.js';
import { startConformingServer } from '../../faulty/conforming-server.js';
import { faultNamed, faults } from '../../faulty/faults.js';
import { recordFigures } from '../../figures.js';
import { argumentsFor, removeFolders, runCheck } from '../run-check.js';
import { idsBlockedByNothing, idsWith } from '../survey.js';

afterAll(removeFolders);

async function checkWith(fault: string, ...selection: readonly string[]) {
  const { profile = 'basic' } = faultNamed(fault);
  const server = await startConformingServer({ fault });
  try {
    return await runCheck([...argumentsFor(server), '--profile', profile, ...selection]);
  } finally {
    await server.close();
  }
}

const names = Object.keys(faults);
const surveyed = share(names, 2);

describe('the whole suite finds the fault of a server', () => {
  const found: { fault: string; failed: readonly string[] }[] = [];

  test.each(surveyed)('%s', async (fault) => {
    const { code, report } = await checkWith(fault);
    const failed = idsWith(report, 'fail');
    found.push({ fault, failed });
    expect(failed).toEqual(expect.arrayContaining([...faultNamed(fault).violates]));
    expect(failed.length).toBeLessThanOrEqual(5);
    expect(idsBlockedByNothing(report)).toEqual([]);
    expect(idsWith(report, 'error', 'unstable', 'not tested')).toEqual([]);
    expect(code).toBe(1);
  });

  // A small share may contain more rare cases.
  test('and usually makes no other requirement fail', (context) => {
    const single = found.filter(({ failed }) => failed.length === 1);
    const others = found.filter(
      ({ fault, failed }) => failed.length > faultNamed(fault).violates.length,
    );
    const sentence = `Of ${found.length} faults, ${single.length} make one requirement fail, and ${others.length} one that they do not violate.`;
    recordFigures(context, sentence);
    const most = isFull ? 0.05 * found.length : 1;
    expect(others.length, JSON.stringify(others, null, 1)).toBeLessThanOrEqual(most);
  });
});

const asked = oneOfEachKind(names, (name) => faultNamed(name).violates).filter(
  (name) => !surveyed.includes(name),
);

// Most of their time, these checks wait for the clock of the server.
test.concurrent.each(asked)('the violated requirements find the fault: %s', async (fault) => {
  const { violates } = faultNamed(fault);
  const { code, report } = await checkWith(fault, '--only', violates.join(','));
  expect(idsWith(report, 'fail')).toEqual(violates);
  expect(idsWith(report, 'error', 'unstable', 'not tested')).toEqual([]);
  expect(code).toBe(1);
});

// The causes of these are judged by other requirements of the same operation.
test.concurrent.each([
  ['the total counts the rows of the page, while the pages are right', 'products.list.pages'],
  ['the first page has the default limit', 'products.list.pages'],
  ['OPTIONS without the headers of a browser is no preflight', 'auth.api-key.preflight-first'],
  ['products are listed with id, name and price only', 'products.update.updated-at'],
] as const)('%s: this explains %s', async (fault, explained) => {
  const { violates } = faultNamed(fault);
  const { report } = await checkWith(fault, '--only', [...violates, explained].join(','));
  expect(idsWith(report, 'fail')).toEqual(violates);
  expect(idsWith(report, 'blocked')).toEqual([explained]);
});

test.each(['basic', 'users-api-key', 'bearer'] as const)(
  'without a fault all requirements hold in %s',
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
