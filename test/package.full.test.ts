/** Publication of the package, which runs npm for a long time. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packageFile } from '../kit/package-root.js';

test('the package can be published', async () => {
  const manifest = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
  const argv = ['publish', '--dry-run', '--ignore-scripts', '--json', '--fetch-retries', '0'];
  const offline = ['--registry', 'http://127.0.0.1:9/'];
  const { stdout } = await promisify(execFile)('npm', [...argv, ...offline], {
    cwd: packageFile(),
  });
  expect(JSON.stringify(JSON.parse(stdout))).toContain(`touchstone@${manifest.version}`);
});
