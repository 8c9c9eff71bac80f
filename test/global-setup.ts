import { execFileSync } from 'node:child_process';
import { packageFile } from '../kit/package-root.js';

/** Compiles changed sources before the tests, because many tests run the compiled program. */
export function setup(): void {
  execFileSync(process.execPath, [packageFile('bin', 'build.js')]);
}
