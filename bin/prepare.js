/**
 * Fetches the driver of SQLite for Node.js 22.14 and newer, as its lock file in `sqlite-driver/` says.
 * It is no dependency like all others, although it contains its binaries: npm runs node-gyp for every
 * package with a `binding.gyp`, which needs Python, make and headers of Node.js, and an optional
 * dependency is removed where that fails. Here no script runs. npm calls this after `npm ci`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const source = join(root, 'sqlite-driver');
const target = join(root, 'node_modules', '.sqlite-driver');
const lock = 'package-lock.json';

/** The folder of the driver, once it has been fetched. */
export const driverFolder = join(target, 'node_modules', 'better-sqlite3');

function isThere() {
  const [wanted, had] = [source, target].map((folder) => join(folder, lock));
  if (!existsSync(driverFolder) || !existsSync(had)) return false;
  return readFileSync(wanted, 'utf8') === readFileSync(had, 'utf8');
}

/** Only errors are told: Node.js 20, which the release is not for, fetches it too, to put it into packages. */
const argv = [
  'ci',
  '--prefix',
  '.',
  '--ignore-scripts',
  '--no-audit',
  '--engine-strict=false',
  '--loglevel=error',
];

export function fetchDriver() {
  if (isThere()) return;
  mkdirSync(target, { recursive: true });
  for (const name of ['package.json', lock]) cpSync(join(source, name), join(target, name));
  const options = { cwd: target, stdio: ['ignore', 'ignore', 'inherit'] };
  const npm = process.env.npm_execpath;
  if (npm === undefined) execFileSync('npm', argv, { ...options, shell: true });
  else execFileSync(process.execPath, [npm, ...argv], options);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) fetchDriver();
