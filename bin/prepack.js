/**
 * Puts into `dist/` what a package needs and a checkout finds elsewhere: the compiled sources, the
 * types of what others import, the driver of SQLite without its sources, and of the renderer of the
 * API documentation the two files that are used, so that nobody has to install the rest of it.
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.js';
import { declareTypes } from './declare-types.js';
import { driverFolder, fetchDriver } from './prepare.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const target = join(root, 'dist', 'redoc');
const { resolve } = createRequire(import.meta.url);

await build();
declareTypes();
mkdirSync(target, { recursive: true });
for (const name of ['redoc.standalone.js', 'redoc.standalone.js.LICENSE.txt']) {
  cpSync(resolve(`redoc/bundles/${name}`), join(target, name));
}

fetchDriver();
const driver = join(root, 'dist', 'sqlite-driver');
rmSync(driver, { recursive: true, force: true });
for (const name of ['LICENSE', 'package.json', 'lib', 'prebuilds']) {
  cpSync(join(driverFolder, name), join(driver, name), { recursive: true });
}
