import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { packageFile } from '../../kit/package-root.js';

const program = `"${process.execPath}" "${packageFile('bin', 'touchstone.js')}"`;
const runInShell = promisify(execFile);

it('a Wren program ends when its output pipe is closed', async () => {
  const script = `${program} wren -e 'while (true) System.print("again")' | head -1; echo \${PIPESTATUS[0]}`;
  const { stdout, stderr } = await runInShell('bash', ['-c', script]);
  expect(stdout).toBe('again\n141\n');
  expect(stderr).toBe('');
});

it('a Wren program reports a full disk', async () => {
  const script = `${program} wren -e 'System.print("lost")' > /dev/full`;
  await expect(runInShell('bash', ['-c', script])).rejects.toMatchObject({
    code: 74,
    stderr: expect.stringContaining('The output could not be written: ENOSPC'),
  });
});

it('a check continues when its output pipe is closed', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'touchstone-pipe-'));
  try {
    const check = `${program} check --only users.delete.unknown --profile basic --class api`;
    const script = `set -o pipefail; ${check} | head -1`;
    const { stdout, stderr } = await runInShell('bash', ['-c', script], { cwd });
    expect(stdout).toMatch(/^Checking the reference server, .*\n$/);
    expect(stderr).toBe('');
    expect(existsSync(join(cwd, 'reports', 'report.html'))).toBe(true);
  } finally {
    rmSync(cwd, { recursive: true });
  }
});
