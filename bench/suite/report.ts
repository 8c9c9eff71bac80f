/** The figures of the suite's benchmark, as data and as text. */
import { formatNumber, renderTable } from '../../kit/table.js';

/** Milliseconds. */
export interface SuiteTime {
  /** Lifetime of the process. */
  readonly process: number;
  /** Time from the first request to the last answer; for a check, including its verdicts. */
  readonly sending: number;
}

/** A kind of check, beside the loop. */
export interface Comparison {
  /** Description of the target. */
  readonly subject: string;
  /** Number of requests of the check, and of the loop. */
  readonly requests: number;
  /** Most requests in flight, in both. */
  readonly concurrency: number;
  readonly check: SuiteTime;
  readonly loop: SuiteTime;
}

export function renderReport(comparisons: readonly Comparison[]): string {
  const header = ['check of', 'requests', 'at a time', 'check ms', 'bare loop ms', 'ratio'];
  return renderTable(header, comparisons.flatMap(renderRows));
}

function renderRows({ subject, requests, concurrency, check, loop }: Comparison): string[][] {
  const row = (part: string, ours: number, bare: number) => {
    const figures = [ours, bare, ours / bare].map(formatNumber);
    return [`${subject}, ${part}`, String(requests), String(concurrency), ...figures];
  };
  return [
    row('whole process', check.process, loop.process),
    row('first request to last answer', check.sending, loop.sending),
  ];
}
