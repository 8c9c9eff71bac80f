import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Writes the type declarations of the package's public modules to `dist/types/`. */
export function declareTypes() {
  const { resolve } = createRequire(import.meta.url);
  const compiler = resolve('typescript/package.json').replace('package.json', 'bin/tsc');
  const configuration = fileURLToPath(new URL('../tsconfig.types.json', import.meta.url));
  rmSync(new URL('../dist/types', import.meta.url), { recursive: true, force: true });
  execFileSync(process.execPath, [compiler, '-p', configuration]);
}
