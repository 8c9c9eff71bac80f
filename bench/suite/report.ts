/** What the suite's benchmark found out, as data and as text. */
import { formatNumber, renderTable } from '../table.js';

/** Milliseconds. */
export interface SuiteTime {
  /** From the start of the process to its end. */
  readonly process: number;
  /** From the first request to the last answer; for a check, with its verdicts. */
  readonly sending: number;
}

/** One way to check, beside the loop. */
export interface Comparison {
  /** What is checked. */
  readonly subject: string;
  /** How many requests the check sends, and so does the loop. */
  readonly requests: number;
  /** How many of them are under way at a time at most, in both. */
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
