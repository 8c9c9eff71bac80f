/**
 * Puts into `dist/` what a package needs and a checkout finds elsewhere: the compiled sources, the
 * types of what others import, and the driver of SQLite without its sources.
 */
import { cpSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.js';
import { declareTypes } from './declare-types.js';
import { driverFolder, fetchDriver } from './prepare.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

await build();
declareTypes();

fetchDriver();
const driver = join(root, 'dist', 'sqlite-driver');
rmSync(driver, { recursive: true, force: true });
for (const name of ['LICENSE', 'package.json', 'lib', 'prebuilds']) {
  cpSync(join(driverFolder, name), join(driver, name), { recursive: true });
}
