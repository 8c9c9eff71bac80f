import { readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const tick = 10;

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}

function ownTime(pid: number): number {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The 14th and 15th fields, counted after the second: a name in parentheses that may contain
  // blanks.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tick;
}

/**
 * Processor time of a process with its threads and child processes, in user mode and in the kernel,
 * in milliseconds. Linux only.
 */
export function readProcessorTime(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + readProcessorTime(child), ownTime(pid));
}
