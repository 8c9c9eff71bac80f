import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { packageFile } from '../../cli/package-root.js';

it('a check reaches its end although nobody reads on', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'touchstone-pipe-'));
  try {
    const program = `"${process.execPath}" "${packageFile('bin', 'touchstone.js')}"`;
    const check = `${program} check --only users.delete.unknown --profile basic --class api`;
    const script = `set -o pipefail; ${check} | head -1`;
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], { cwd });
    expect(stdout).toMatch(/^Checking the reference server, .*\n$/);
    expect(stderr).toBe('');
    expect(existsSync(join(cwd, 'reports', 'report.html'))).toBe(true);
  } finally {
    rmSync(cwd, { recursive: true });
  }
});
