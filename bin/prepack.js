/**
 * Compiles the sources and the type declarations for the package. With the argument `interpreter`,
 * copies those of the interpreter into the package `@touchstone/wren`.
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

function copyInterpreter() {
  const target = pathOf('interpreter/dist');
  rmSync(target, { recursive: true, force: true });
  for (const part of ['dist/interpreter', 'dist/types/interpreter']) {
    cpSync(pathOf(part), target, { recursive: true });
  }
  cpSync(pathOf('LICENSE'), `${target}/LICENSE`);
}

await build();
declareTypes();
if (process.argv[2] === 'interpreter') copyInterpreter();
