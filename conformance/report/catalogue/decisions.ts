/** What the reference server does where the specification is silent: the tables of decisions.md. */
import { readFileSync } from 'node:fs';

/** One row: an open point, what was chosen, and why. */
export interface Decision {
  readonly point: string;
  readonly choice: string;
  readonly reason: string;
}

/** The decisions by the ids of the requirements in their last column. */
export function readDecisions(file: string): Map<string, Decision> {
  const found = new Map<string, Decision>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [point, choice, reason, ids] = cellsOf(line);
    if (point === undefined || choice === undefined || reason === undefined) continue;
    for (const [, id = ''] of (ids ?? '').matchAll(/`([a-z][\w-]*\.[\w.-]+)`/g)) {
      found.set(id, { point, choice, reason });
    }
  }
  return found;
}

/** A pipe inside a cell is written `\|`. */
function cellsOf(line: string): string[] {
  const [, row] = /^\|(.*)\|\s*$/.exec(line) ?? [];
  return row === undefined ? [] : row.split(/(?<!\\)\|/).map((cell) => cell.trim());
}
