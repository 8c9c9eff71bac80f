/** Decodes the bytes of an answer: its content coding, and its character set. */
import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { messageOf } from '../../kit/errors.js';
import { decodeText } from './charset.js';
import type { ReceivedResponse } from './exchange.js';
import { UnreadableBody } from './target-failure.js';
import type { RawAnswer } from './transport.js';

/** The limit of a decoded body; a few bytes can become gigabytes. */
const mostBytes = 16 * 1024 * 1024;

/** The content codings that are decoded (RFC 9110 §8.4.1). */
const decoders: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** @param wanted the name in lower case */
function headerIn(wanted: string, headers: RawAnswer['headers']): string {
  const values = headers.filter(([name]) => name === wanted).map(([, value]) => value);
  return values.join(', ').trim();
}

/**
 * Removes a content coding. Some servers and gateways compress even if the client did not ask for
 * it (RFC 9110 §12.5.3). A body in an unknown coding is unchanged.
 */
function withoutCoding(body: Buffer, coding: string): Buffer {
  const decode = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
  if (decode === undefined || body.length === 0) return body;
  try {
    return decode(body, { maxOutputLength: mostBytes });
  } catch (error) {
    throw new UnreadableBody(`the body is not readable as ${coding}: ${messageOf(error)}`);
  }
}

/** @throws UnreadableBody when the body cannot be decoded, or is nested too deeply */
export function decodeAnswer(
  status: number,
  { headers, body: coded }: RawAnswer,
): ReceivedResponse {
  const body = withoutCoding(coded, headerIn('content-encoding', headers).toLowerCase());
  const decoded = decodeText(body, headerIn('content-type', headers));
  const text = decoded ?? body.toString('utf8');
  if (isNestedBeyond(deepestNesting, text)) {
    throw new UnreadableBody(`the body is nested more than ${deepestNesting} levels deep`);
  }
  const malformedAt = decoded === undefined ? findMalformed(body, text) : undefined;
  const bytes = decoded === undefined && malformedAt === undefined ? {} : { bytes: body };
  return { status, headers, body: text, malformedAt, ...bytes };
}

/** Returns the first byte that is not valid UTF-8; undefined when all are. */
function findMalformed(body: Buffer, text: string): number | undefined {
  if (isUtf8(body)) return undefined;
  return Buffer.from(text).findIndex((byte, index) => byte !== body[index]);
}

/** The limit of levels in JSON, because functions that walk over it are recursive (RFC 8259 §9). */
const deepestNesting = 500;

/** Whether brackets outside of strings are nested more deeply than the limit. */
function isNestedBeyond(limit: number, json: string): boolean {
  if (json.length <= limit || !/^\s*[[{]/.test(json)) return false;
  if (countUpTo(limit, '[', json) + countUpTo(limit, '{', json) <= limit) return false;
  let depth = 0;
  let isText = false;
  for (let i = 0; i < json.length && depth <= limit; i += 1) {
    const character = json[i];
    if (isText && character === '\\') i += 1;
    else if (character === '"') isText = !isText;
    else if (isText) continue;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
  }
  return depth > limit;
}

/** How often a character occurs in a text; counting stops beyond the limit. */
function countUpTo(limit: number, character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0 && count <= limit; count += 1) {
    at = text.indexOf(character, at + 1);
  }
  return count;
}
