/** What the suite's benchmark found out, as data and as text. */
import { formatNumber, renderTable } from '../table.js';

/** Milliseconds. */
export interface SuiteTime {
  /** From the start of the process to its end. */
  readonly process: number;
  /** From the first request to the last answer; for a check, with its verdicts. */
  readonly sending: number;
}

export interface SuiteReport {
  /** How many requests the check sends, and so does the loop. */
  readonly requests: number;
  readonly check: SuiteTime;
  readonly loop: SuiteTime;
}

export function renderReport({ requests, check, loop }: SuiteReport): string {
  const row = (name: string, ours: number, bare: number) => [
    name,
    formatNumber(ours),
    formatNumber(bare),
    formatNumber(ours / bare),
  ];
  return renderTable(
    [`${requests} requests`, 'check ms', 'bare loop ms', 'ratio'],
    [
      row('whole process', check.process, loop.process),
      row('first request to last answer', check.sending, loop.sending),
    ],
  );
}
