/** A check in unusual surroundings: no home, another zone and language, a folder with signs in its path. */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { packageFile } from '../../kit/package-root.js';
import { makeFolder, removeFolders } from '../conformance/run-check.js';

afterAll(removeFolders);

test('a check needs nothing of its surroundings', async () => {
  const cwd = join(makeFolder(), 'ödd #1 %41 folder');
  mkdirSync(cwd);
  const env = {
    PATH: process.env.PATH,
    TZ: 'Pacific/Kiritimati',
    LC_ALL: 'tr_TR.UTF-8',
    NODE_OPTIONS: '--throw-deprecation --unhandled-rejections=strict',
  };
  const argv = [packageFile('bin', 'touchstone.js'), 'check', '--only', 'products.list.*'];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, argv, { cwd, env });
  expect(stderr).toBe('');
  expect(stdout).toContain('The server conforms to the selected requirements');
});
