/**
 * Installs copies of this checkout with several releases of Node.js, which come from the npm registry,
 * and tests each: a whole check of the reference server, the tests of the package, and those of the
 * SQLite driver.
 *
 *     node bin/test-nodes.js 22 24     # without arguments: 20, 22 and 24
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const commands = [
  'node --version',
  'npm ci',
  'npm run conformance -- --quiet',
  // By its path: within npx, another npx takes the first one's options.
  'node node_modules/vitest/vitest.mjs run --project main test/package.test.ts test/reference-server/database/sqlite/driver.test.ts',
];

/** Copies the files that git tracks or would add, without installed and built ones. */
function copySources(target) {
  const options = { cwd: root, encoding: 'utf8' };
  const argv = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', argv, options).split('\0');
  for (const path of listed) {
    if (path !== '') cpSync(join(root, path), join(target, path), { recursive: true });
  }
}

/** Whether all commands succeed with a release of Node.js. */
function test(release) {
  const folder = mkdtempSync(join(tmpdir(), `touchstone-node-${release}-`));
  try {
    copySources(folder);
    const argv = ['--yes', '--package', `node@${release}`, '--call', commands.join(' && ')];
    return spawnSync('npx', argv, { cwd: folder, stdio: 'inherit' }).status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const given = process.argv.slice(2);
const releases = given.length > 0 ? given : ['20', '22', '24'];
const failed = releases.filter((release) => !test(release));
console.log(failed.length === 0 ? 'All passed.' : `Failed with Node.js ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
