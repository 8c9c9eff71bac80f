/** The processes of a server and their memory, as Linux counts it. */
import { readFileSync } from 'node:fs';

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended, or this is no Linux.
    return '';
  }
}

/** The ids of the processes that a process has started. */
export function childrenOf(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`);
  return children.split(' ').flatMap((id) => (id.trim() === '' ? [] : [Number(id)]));
}

/** The most MiB that a process has held so far; 0 when that cannot be told. */
function peakOf(pid: number): number {
  const [, kibibytes = '0'] = /^VmHWM:\s+(\d+)/m.exec(read(`/proc/${pid}/status`)) ?? [];
  return Number(kibibytes) / 1024;
}

/** The sum of what a process and its children have held so far, in MiB. */
export function peakMemory(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, id) => sum + peakOf(id), 0);
}
