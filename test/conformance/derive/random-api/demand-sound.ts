/** What has to hold for the checks of sound servers. */
import { expect } from 'vitest';
import type { RandomCheck } from './check-random-api.js';

/** Nothing is accused, nothing of others is touched, and what is left is in the report. */
export function demandSound({ api, ids, harm, stdout, stderr }: RandomCheck): void {
  const said = `random API ${api.seed}\n${stdout}${stderr}`;
  for (const verdict of ['fail', 'unstable', 'error', 'blocked'])
    expect(ids.get(verdict) ?? [], said).toEqual([]);
  expect(harm, said).toEqual([]);
}

/** The share of requirements that pass: a check that judges nothing accuses nobody either. */
export function shareOfPassed(checks: readonly Pick<RandomCheck, 'ids'>[]): number {
  const countOf = (verdicts: (ids: RandomCheck['ids']) => readonly string[]) =>
    checks.reduce((sum, { ids }) => sum + verdicts(ids).length, 0);
  const all = countOf((ids) => [...ids.values()].flat());
  return all === 0 ? 0 : countOf((ids) => ids.get('pass') ?? []) / all;
}
