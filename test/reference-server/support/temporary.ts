import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new folder that is removed when the test has ended. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Files by their path within a project. */
export type Files = Readonly<Record<string, string>>;

/** Writes files into a folder, making the folders they need. */
export function writeFiles(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** A throw-away project. */
export function temporaryProject(files: Files): string {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  return folder;
}
