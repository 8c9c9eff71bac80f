import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the package. The compiled form of this file lies one folder deeper than its source. */
const root = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '..' : '../..', import.meta.url),
);

/** The path of a file of the package, given relative to the package's root. */
export function packageFile(...segments: string[]): string {
  return join(root, ...segments);
}

/** The name and the version in `package.json`. */
export function packageIdentity(): { readonly name: string; readonly version: string } {
  const manifest: unknown = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
  return manifest as { name: string; version: string };
}

/** The version in `package.json`. */
export function packageVersion(): string {
  return packageIdentity().version;
}
