/** Bytes as values of sentences: hexadecimal digits, files, and computations on bytes. */

import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { systemReason } from '../../../kit/errors.js';
import { cut } from '../../../kit/words.js';
import { parseJson, writeJson } from '../../http/json.js';
import type { Suite } from '../../suite/suite.js';
import { SuiteMistake } from '../../verdict/outcomes.js';
import { asText, Bytes, hasPlaceholders, type JsonTemplate, Placeholder } from './templates.js';

/**
 * Reads bytes as a sentence writes them.
 *
 * @param value `Bytes`, or hexadecimal digits in which blanks are ignored
 * @throws SuiteMistake for other values
 */
export function readBytes(value: unknown): Bytes {
  if (value instanceof Bytes) return value;
  const digits = typeof value === 'string' ? value.replace(/\s+/g, '') : 'x';
  if (!/^(?:[0-9a-f]{2})*$/i.test(digits)) {
    throw new SuiteMistake(
      `Bytes have two hexadecimal digits each, as in "00 ff"; this is ${writeJson(value)}.`,
    );
  }
  return new Bytes(Buffer.from(digits, 'hex'));
}

/** @throws SuiteMistake for bytes in a sentence that cannot be read; values are read later */
export function demandBytes(template: JsonTemplate): void {
  const isFilled = template instanceof Placeholder || hasPlaceholders(String(template));
  if (!isFilled) readBytes(template);
}

/**
 * The content of a file of the suite.
 *
 * @param name relative to `suite.yaml`
 * @throws SuiteMistake when it cannot be read
 */
export function readSuiteFile(name: string, suite: Suite): Bytes {
  try {
    return new Bytes(readFileSync(resolve(suite.folder, name)));
  } catch (error) {
    throw new SuiteMistake(`The file "${name}" cannot be read: ${systemReason(error)}.`);
  }
}

/** The bytes of a value: those of a text in UTF-8, of other values as JSON. */
export function bytesIn(value: unknown): Buffer {
  return value instanceof Bytes ? value.data : Buffer.from(asText(value));
}

/**
 * A computation on bytes.
 *
 * @throws SyntaxError, URIError for bytes that cannot be decoded
 */
export type Measure = (bytes: Buffer) => unknown;

const encodings: Readonly<Record<string, Measure>> = {
  base64: (bytes) => bytes.toString('base64'),
  base64url: (bytes) => bytes.toString('base64url'),
  hex: (bytes) => bytes.toString('hex'),
};

/** A text, or bytes that are not text in UTF-8. */
function textOrBytes(data: Buffer): string | Bytes {
  return isUtf8(data) ? data.toString() : new Bytes(data);
}

/** @throws SyntaxError for a value that has no elements */
function countElements(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  throw new SyntaxError('it is no array');
}

const measures: Readonly<Record<string, Measure>> = {
  length: (bytes) => bytes.length,
  'number of elements': (bytes) => countElements(parseJson(bytes.toString())),
  ...encodings,
  'percent-encoding': (bytes) => encodeURIComponent(bytes.toString()),
  'form encoding': (bytes) => String(new URLSearchParams({ '': bytes.toString() })).slice(1),
  'decoded base64': (bytes) => textOrBytes(Buffer.from(bytes.toString(), 'base64')),
  'decoded base64url': (bytes) => textOrBytes(Buffer.from(bytes.toString(), 'base64url')),
  'decoded percent-encoding': (bytes) => decodeURIComponent(bytes.toString()),
  'decoded JSON': (bytes) => parseJson(bytes.toString()),
  'upper case': (bytes) => bytes.toString().toUpperCase(),
  'lower case': (bytes) => bytes.toString().toLowerCase(),
};

const hashes = ['MD5', 'SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'];
const inEncoding = `(?: in (?:${Object.keys(encodings).join('|')}))?`;

/** Names of computations on bytes: `length`, `SHA-256 in base64`, `bytes 0-4`, `bytes -5`. */
export const measureText = [
  ...Object.keys(measures),
  `(?:${hashes.join('|')})${inEncoding}`,
  'bytes (?:[0-9]+-[0-9]*|-[0-9]+)',
].join('|');

/** Performs the named computation. */
export function readMeasure(words: string): Measure {
  const known = measures[words];
  if (known !== undefined) return known;
  const [, first, last] = /^bytes (\d*)-(\d*)$/.exec(words) ?? [];
  // As in the header Range (RFC 9110 §14.1.2): the last bytes, or all when there are fewer.
  if (first === '') return (bytes) => new Bytes(bytes.subarray(-Number(last) || bytes.length));
  if (first !== undefined) {
    const end = last === '' ? undefined : Number(last) + 1;
    return (bytes) => new Bytes(bytes.subarray(Number(first), end));
  }
  const [hash, encoding] = cut(words, ' in ');
  const encode = encodings[encoding || 'hex'];
  return (bytes) =>
    encode?.(createHash(hash.replace('-', '').toLowerCase()).update(bytes).digest());
}
