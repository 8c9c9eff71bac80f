/**
 * Compiles the sources and the type declarations for the package. With the folder of another package
 * as its argument, copies the files of this one into it.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from './build.js';

const pathOf = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Writes the type declarations of the package's public modules to `dist/types/`. */
function declareTypes() {
  const { resolve } = createRequire(import.meta.url);
  const compiler = resolve('typescript/package.json').replace('package.json', 'bin/tsc');
  rmSync(pathOf('dist/types'), { recursive: true, force: true });
  execFileSync(process.execPath, [compiler, '-p', pathOf('tsconfig.types.json')]);
}

/** Copies the compiled files of a package, and their declarations, into its folder `dist`. */
function copyInto(folder) {
  const target = pathOf(`${folder}/dist`);
  rmSync(target, { recursive: true, force: true });
  for (const part of [`dist/${folder}`, `dist/types/${folder}`]) {
    cpSync(pathOf(part), target, { recursive: true });
  }
  cpSync(pathOf('LICENSE'), `${target}/LICENSE`);
}

await build();
declareTypes();
if (process.argv[2] !== undefined) copyInto(process.argv[2]);
