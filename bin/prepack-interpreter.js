/** Copies the compiled interpreter and its types into the package `@touchstone/wren`. */
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from './build.js';
import { declareTypes } from './declare-types.js';

const pathOf = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const target = pathOf('interpreter/dist');

await build();
declareTypes();
rmSync(target, { recursive: true, force: true });
for (const part of ['dist/interpreter', 'dist/types/interpreter']) {
  cpSync(pathOf(part), target, { recursive: true });
}
cpSync(pathOf('LICENSE'), `${target}/LICENSE`);
