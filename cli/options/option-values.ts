/** Parsers of option values; each throws a UsageError with the reason. */
import { readFileSync } from 'node:fs';
import type { PemFile } from '../../conformance/http/connection-options.js';
import { systemReason, UsageError } from '../../kit/errors.js';
import { isWebAddress } from '../../kit/words.js';

/** A text that is not empty. */
export function parseText(text: string): string {
  if (text === '') throw new UsageError('must not be empty');
  return text;
}

/** In characters; a longer name would not fit into the tables of results. */
const longestLabel = 100;

/** A short text that is shown in tables. */
export function parseLabel(text: string): string {
  parseText(text.trim());
  if (text.length <= longestLabel) return text.trim();
  throw new UsageError(`must not be longer than ${longestLabel} characters`);
}

/** An http or https URL for readers, unchanged. */
export function parseLink(text: string): string {
  if (isWebAddress(text)) return text;
  throw new UsageError(`"${text}" is not an http or https URL, such as https://example.org/server`);
}

/** An absolute http or https URL; the result has no trailing slash. */
export function parseBaseUrl(text: string): string {
  parseText(text);
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text) && isHttpUrl(`http://${text}`)) {
    throw new UsageError(`"${text}" has no scheme: write http://${text}`);
  }
  if (!URL.canParse(text)) throw new UsageError(`"${text}" is not a URL, such as http://host:7001`);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new UsageError(`"${text}" is not an http or https URL`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new UsageError('the URL must not contain a password; send one with --header');
  }
  if (url.search !== '' || url.hash !== '') {
    throw new UsageError(`"${text}" must end with the path, without a query or fragment`);
  }
  return url.href.replace(/\/+$/, '');
}

/** Whether a text is an http URL with a host. */
function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^http:\/\/[^/]/.test(text);
}

/** A parser of whole numbers with a lower bound. */
export function parseInteger(smallest: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && Number.isSafeInteger(value) && value >= smallest) return value;
    throw new UsageError(`"${text}" is not a whole number from ${smallest} on`);
  };
}

/** A number of seconds, fractions allowed. */
export function parseSeconds(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value < 1e6) return value;
  throw new UsageError(`"${text}" is not a number of seconds`);
}

/** The value of a switch in an environment variable or the configuration file. */
export function parseSwitch(text: string): boolean {
  if (/^(true|yes|on|1)$/i.test(text)) return true;
  if (/^(false|no|off|0)$/i.test(text)) return false;
  throw new UsageError(`"${text}" is neither true nor false`);
}

/** A parser of one of several words. */
export function parseWord<T extends string>(words: readonly T[]): (text: string) => T {
  return (text) => {
    const word = words.find((candidate) => candidate === text);
    if (word !== undefined) return word;
    throw new UsageError(`"${text}" is not one of ${words.join(', ')}`);
  };
}

/** The address of an HTTP proxy, which may contain a user and a password. */
export function parseProxy(text: string): string {
  if (isWebAddress(text)) return text;
  throw new UsageError('must be an http or https URL, such as http://proxy:3128');
}

/** A file in the format PEM. */
export function parsePemFile(name: string): PemFile {
  parseText(name);
  try {
    return { name, text: readFileSync(name, 'utf8') };
  } catch (error) {
    throw new UsageError(`"${name}" cannot be read: ${systemReason(error)}`);
  }
}

/** A header, `Name: value`. */
export function parseHeader(text: string): readonly [name: string, value: string] {
  const [, name, value] =
    /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw new UsageError('a header must have the form "Name: value"');
}
