/** The processes of a server and their memory, from Linux's /proc. */
import { readFileSync } from 'node:fs';

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended, or the system is not Linux.
    return '';
  }
}

/** The process ids of the children of a process. */
export function childrenOf(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`);
  return children.split(' ').flatMap((id) => (id.trim() === '' ? [] : [Number(id)]));
}

/** Peak memory of a process in MiB; 0 if it is unknown. */
function peakOf(pid: number): number {
  const [, kibibytes = '0'] = /^VmHWM:\s+(\d+)/m.exec(read(`/proc/${pid}/status`)) ?? [];
  return Number(kibibytes) / 1024;
}

/** Sum of the peak memory of a process and its children, in MiB. */
export function peakMemory(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, id) => sum + peakOf(id), 0);
}
