import { readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const tick = 10;

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}

function ownTime(pid: number): number {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field, a name in parentheses, may hold blanks; the 14th and 15th are wanted.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tick;
}

/**
 * Milliseconds that the processors have worked for a process with all its threads and for its child
 * processes, in user mode and in the kernel. Linux only.
 */
export function readProcessorTime(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + readProcessorTime(child), ownTime(pid));
}
