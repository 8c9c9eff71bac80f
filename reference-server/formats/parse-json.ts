import { isUtf8 } from 'node:buffer';
import {
  charge,
  chargeLong,
  permitMemory,
  toBytes,
  type Value,
  WrenList,
  WrenMap,
  wrenNull,
} from '../../interpreter/index.js';

/** Nesting limit of parsed and written values, far beyond real documents. */
export const maximumDepth = 500;

const nonAscii = /[\x80-\xff]/;

/** A text is not a JSON document. The message is a full sentence without its final period. */
export class JsonError extends Error {}

type ToText = (text: string) => string;

/** Approximate bytes of a value, as a result of JSON.parse and as a Wren value together. */
const bytesPerElement = 40;
const bytesPerMember = 120;
const bytesPerContainer = 100;

const quote = 0x22;
const backslash = 0x5c;

/** Index of the closing quote of a string; the end of the text without one. */
function findStringEnd(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === quote) break;
    index += code === backslash ? 2 : 1;
  }
  return index;
}

/** Approximate memory of the values in a document, which may be invalid. */
function measure(text: string): number {
  let depth = 0;
  let bytes = 2 * text.length;
  for (let index = 0; index < text.length; index++) {
    switch (text[index]) {
      case '"':
        index = findStringEnd(text, index);
        break;
      case ',':
        bytes += bytesPerElement;
        break;
      case ':':
        bytes += bytesPerMember;
        break;
      case '[':
      case '{':
        bytes += bytesPerContainer;
        depth++;
        if (depth > maximumDepth) throw tooDeep();
        break;
      case ']':
      case '}':
        depth--;
        break;
    }
  }
  return bytes;
}

function tooDeep(): JsonError {
  return new JsonError(`it nests deeper than ${maximumDepth} levels`);
}

/** Length below which the values of a document are too small to matter. */
const longDocument = 2 ** 12;

/** Ends the run when the values of a document would exceed its memory limit. */
function checkMemory(text: string): void {
  if (text.length < longDocument) return;
  chargeLong(text);
  const bytes = measure(text);
  permitMemory(bytes);
  charge(bytes);
}

function convertMembers(members: object, toText: ToText, depth: number): WrenMap {
  const map = new WrenMap();
  for (const [name, member] of Object.entries(members)) {
    charge(bytesPerMember);
    map.set(toText(name), convert(member, toText, depth));
  }
  return map;
}

function convert(value: unknown, toText: ToText, depth: number): Value {
  if (typeof value === 'string') return toText(value);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value !== 'object' || value === null) return wrenNull;
  if (depth === maximumDepth) throw tooDeep();
  if (!Array.isArray(value)) return convertMembers(value, toText, depth + 1);
  charge(bytesPerElement * value.length);
  return new WrenList(value.map((item: unknown) => convert(item, toText, depth + 1)));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new JsonError(text.trim() === '' ? 'it is empty' : 'its syntax is wrong');
  }
}

/**
 * Parses a JSON document (RFC 8259), given as a byte string: objects become maps, arrays lists. A
 * document without `\u` escapes is not decoded: its strings are already byte strings.
 *
 * @throws JsonError
 * @throws WrenAbort when the values exceed the memory limit of the run
 */
export function parseJson(text: string): Value {
  checkMemory(text);
  const bytes = nonAscii.test(text) ? Buffer.from(text, 'latin1') : undefined;
  if (bytes !== undefined && !isUtf8(bytes)) throw new JsonError('it is not valid UTF-8');
  if (!text.includes('\\u')) return convert(parse(text), (bytes) => bytes, 0);
  return convert(parse(bytes?.toString('utf8') ?? text), toBytes, 0);
}
