import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder of Touchstone's own `package.json`: the sources and the compiled output lie at
 * different depths below it, so it is searched upwards.
 */
function findPackageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

/** The path of a file that comes with Touchstone, given relative to its root. */
export function packageFile(...segments: string[]): string {
  return join(findPackageRoot(), ...segments);
}

/** The version of Touchstone, as its `package.json` has it. */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
  return (manifest as { version: string }).version;
}
