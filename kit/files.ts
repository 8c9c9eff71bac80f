/** What there is at a path. */
import { type Stats, statSync } from 'node:fs';

/** What there is at a path; undefined for nothing, also where no file could be, such as below a file. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

export function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() ?? false;
}

export function isFile(path: string): boolean {
  return statOf(path)?.isFile() ?? false;
}
