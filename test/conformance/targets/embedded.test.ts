import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../../conformance/report/model.js';
import { removeFolders, runCheck } from '../run-check.js';

afterAll(removeFolders);

test('a stopped check of the reference server says that it was stopped', async () => {
  const controller = new AbortController();
  const { code, report } = await runCheck([], {
    signal: controller.signal,
    onOutput: () => controller.abort(),
  });
  expect(code).toBe(3);
  expect(report).toMatchObject({ complete: false, conclusion: { answer: 'cannot say' } });
});

describe('the reference server, checked as a whole', () => {
  let code: number;
  let report: Report | undefined;

  beforeAll(async () => {
    ({ code, report } = await runCheck([]));
  });

  const observationsOf = (server: string) =>
    (report?.requirements ?? []).flatMap(({ cases }) =>
      cases
        .filter((one) => one.server === server)
        .map(({ feature, line, observations }) => [`${feature}:${line}`, observations]),
    );

  test('conforms in both classes and all profiles, with nothing untested', () => {
    expect(report?.counts).toMatchObject({
      ...{ fail: 0, unstable: 0, error: 0, blocked: 0, 'not tested': 0, 'not applicable': 0 },
    });
    expect(report?.faults).toEqual([]);
    expect(code).toBe(0);
  });

  test('is one server for each profile, one with a shared script and one for probes', () => {
    expect(report?.target.servers.map(({ name, profile }) => [name, profile])).toEqual([
      ['basic', 'basic'],
      ['users-api-key', 'users-api-key'],
      ['bearer', 'bearer'],
      ['route', 'basic'],
      ['probes', null],
    ]);
  });

  test('has every requirement judged on every server that it applies to', () => {
    const missing = (report?.requirements ?? []).flatMap((row) =>
      (report?.target.servers ?? [])
        .filter((one) => one.class === row.class)
        .filter(({ profile }) => profile === null || row.profiles.includes(profile))
        .filter(({ name }) => !row.cases.some(({ server }) => server === name))
        .map(({ name }) => `${row.id} on ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test('has the same observations with a shared script', () => {
    expect(observationsOf('basic').length).toBeGreaterThan(100);
    expect(observationsOf('route')).toEqual(observationsOf('basic'));
  });
});
