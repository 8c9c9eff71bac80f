/** Results of many implementations with histories, made of one result by changing its verdicts. */

import type { Report, RequirementResult } from '../../../conformance/report/model.js';
import type { ResultFile } from '../../../conformance/site/read-results.js';

/** How many results are made. */
export interface Extent {
  readonly implementations: number;
  readonly runs: number;
}

const day = 24 * 3_600_000;

/** The time of the latest run of each implementation. */
const lastNight = Date.parse('2026-11-28T02:00:00.000Z');

/**
 * The results of implementations `server-0`, `server-1`, …: the first conforms, each further one breaks
 * more, and every few nights one requirement breaks or is fixed.
 */
export function generateResults(
  report: Report,
  { implementations, runs }: Extent,
): readonly ResultFile[] {
  return Array.from({ length: implementations }, (_, number) =>
    Array.from({ length: runs }, (_run, night) => generate(report, number, runs - 1 - night)),
  ).flat();
}

/** @param age in nights */
function generate(report: Report, number: number, age: number): ResultFile {
  const startedAt = new Date(lastNight - age * day + number * 60_000).toISOString();
  const name = `server-${number}`;
  const file = `${name}/${startedAt.slice(0, 10)}.json`;
  const implementation = { name, version: `1.${20 - age}`, url: `https://example.org/${name}` };
  const read = (): Report => ({
    ...report,
    startedAt,
    endedAt: startedAt,
    marker: `touchstone-${number}-${age}`,
    target: { ...report.target, implementation },
    requirements: report.requirements.map((row, place) =>
      isBroken(number, age, place) ? broken(row) : row,
    ),
  });
  return { name: file, read };
}

/** Older runs break more. */
function isBroken(number: number, age: number, place: number): boolean {
  if (number === 0) return false;
  return (place * 7 + number * 3) % 40 < (number % 6) + Math.floor(age / 5);
}

function broken(row: RequirementResult): RequirementResult {
  if (row.level === 'open') return { ...row, observations: [`answers with ${row.id.length % 3}`] };
  if (row.verdict !== 'pass') return row;
  const mismatches = [{ path: 'status', expected: '200', observed: '500' }];
  const cases = row.cases.map((one) => ({ ...one, verdict: 'fail' as const, mismatches }));
  return { ...row, verdict: 'fail', reason: null, cases };
}
