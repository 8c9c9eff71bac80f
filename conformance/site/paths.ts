/** The files of a site, as paths with slashes from its folder on. */
import { posix } from 'node:path';
import { UniqueNames } from '../../kit/unique-names.js';

/** The folder of what all pages share. */
export const assets = {
  style: 'assets/site.css',
  script: 'assets/site.js',
  reportScript: 'assets/report.js',
} as const;

/** The names beside the folders of the suites. */
export const rootNames = ['assets', 'index.html'] as const;

/** The address of a file for links in another one. */
export function addressFrom(page: string, file: string): string {
  return posix.relative(posix.dirname(page), file);
}

/** In characters: file systems allow 255 bytes, and names gain a suffix. */
const longestName = 80;

/** A text as a part of a path: lower-case letters, digits, `.`, `_` and `-`. */
export function toFileName(text: string): string {
  const name = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .slice(0, longestName)
    .replace(/^[-.]+|[-.]+$/g, '');
  if (name === '') return 'unnamed';
  return reserved.test(name) ? `_${name}` : name;
}

/** Names that no file may have on Windows, with any extension. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/;

/**
 * Gives each text its own file name. The first of several that look alike gets the plain one.
 *
 * @param taken names that other files have
 */
export function nameFiles(
  texts: readonly string[],
  taken: readonly string[] = [],
): ReadonlyMap<string, string> {
  const names = new UniqueNames(taken);
  return new Map(texts.map((text) => [text, names.take(toFileName(text))]));
}
