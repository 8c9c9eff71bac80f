/** A requirement as a test, for CI systems, whose tests pass, fail, break or are skipped. */

import { splitExchanges } from '../../verdict/case.js';
import { describeRows } from '../mismatch-rows.js';

import type { Report, RequirementResult } from '../model.js';
import { isStale, isStopped, isUnexpected, isWithoutTarget, stoppedNotice } from '../queries.js';

/** JUnit's terms; `error` is a test without a usable result. */
export type TestOutcome = 'passed' | 'failed' | 'error' | 'skipped';

/** The test that fails when a run ended early. */
export interface Ending {
  readonly name: string;
  readonly reason: string;
}

/**
 * A test for the early end of a run; undefined for a complete run. It fails, because the
 * requirements that were not judged count as skipped, which build servers accept as success.
 */
export function endingOf(report: Report): Ending | undefined {
  if (report.complete) return undefined;
  const { sentence: reason } = report.conclusion;
  if (isWithoutTarget(report)) return { name: 'the target answers to the end', reason };
  const name = 'the run reaches its end';
  return { name, reason: isStopped(report) ? stoppedNotice : reason };
}

/**
 * A known failure is skipped. A requirement that passes although a failure is expected fails. An
 * observation passes, because the specification leaves it open.
 */
export function testOutcome(row: RequirementResult): TestOutcome {
  const { verdict } = row;
  if (isUnexpected(row) || isStale(row)) return 'failed';
  if (verdict === 'error') return 'error';
  return verdict === 'pass' || verdict === 'observed' ? 'passed' : 'skipped';
}

/** The verdict with its reason, possibly in several lines: `blocked by a.b.c: no row`. */
export function describeVerdict(row: RequirementResult): string {
  const { verdict, expected, blockedBy } = row;
  if (isStale(row)) return `passes, but was expected to fail: ${expected}`;
  const cause = blockedBy === null ? '' : ` by ${blockedBy}`;
  const note = expected === null ? '' : `, expected (${expected})`;
  return `${verdict}${cause}${note}: ${row.reason ?? ''}`;
}

/**
 * Every case that did not pass, with its mismatches and decisive request, then the blocked
 * requirements.
 */
export function describeEvidence(
  row: RequirementResult,
  blocked: readonly RequirementResult[],
): string {
  const cases = row.cases.filter(({ verdict }) => verdict !== 'pass');
  const lines = cases.flatMap((one) => {
    const { feature, line, server, reason, mismatches } = one;
    const { decisive } = splitExchanges(one);
    return [
      `${feature}:${line} (${server})${reason === null ? '' : ` ${reason}`}`,
      ...describeRows({ mismatches }).map((row) => `  ${row}`),
      ...(decisive === undefined ? [] : [`  ${decisive.curl}`]),
    ];
  });
  const blocks = blocked.map(({ id, reason }) => `blocks ${id}: ${reason ?? ''}`);
  return [lines.join('\n'), ...blocks].join('\n');
}

/** The duration of all cases, in milliseconds. */
export function durationOf({ cases }: RequirementResult): number {
  return cases.reduce((sum, { durationMs }) => sum + durationMs, 0);
}

/** The first two parts of an id group the tests. */
export function groupOf({ id }: RequirementResult): string {
  return id.split('.').slice(0, 2).join('.');
}
