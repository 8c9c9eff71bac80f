import { spawn } from 'node:child_process';

/**
 * Stops a process that is about to be killed, so that it takes no more memory and processor time. A
 * shell that reads from this process kills the stopped process, because it could outlive this
 * process. Without a shell, as on Windows, the process runs on.
 *
 * @param pid process id
 * @param ended resolves when the process has ended
 */
export function freeze(pid: number, ended: Promise<unknown>): void {
  const guard = spawn('sh', ['-c', 'read -r line; kill -KILL "$0"', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.once('spawn', () => {
    try {
      process.kill(pid, 'SIGSTOP');
    } catch {
      // The process has ended.
    }
  });
  void ended.then(() => guard.kill('SIGKILL'));
}
