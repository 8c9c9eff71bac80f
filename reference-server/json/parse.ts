import { isUtf8 } from 'node:buffer';
import { toBytes, type Value, WrenList, WrenMap, wrenNull } from '../../interpreter/index.js';

/** How deep values may nest, in both directions: far beyond any real document. */
export const maximumDepth = 500;

const nonAscii = /[\x80-\xff]/;

/** Why a text is not a JSON document; a full sentence without its dot. */
export class JsonError extends Error {}

type ToText = (text: string) => string;

function convertMembers(members: object, toText: ToText, depth: number): WrenMap {
  const map = new WrenMap();
  for (const [name, member] of Object.entries(members)) {
    map.set(toText(name), convert(member, toText, depth));
  }
  return map;
}

function convert(value: unknown, toText: ToText, depth: number): Value {
  if (typeof value === 'string') return toText(value);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value !== 'object' || value === null) return wrenNull;
  if (depth === maximumDepth) throw new JsonError(`it nests deeper than ${maximumDepth} levels`);
  if (!Array.isArray(value)) return convertMembers(value, toText, depth + 1);
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
 * Reads a JSON document (RFC 8259), given as a byte string: objects become maps, arrays lists.
 *
 * Only a `\u` escape makes characters beyond a byte; a text without any is parsed as it is, so
 * that its strings are byte strings already.
 *
 * @throws JsonError
 */
export function parseJson(text: string): Value {
  const bytes = nonAscii.test(text) ? Buffer.from(text, 'latin1') : undefined;
  if (bytes !== undefined && !isUtf8(bytes)) throw new JsonError('it is not valid UTF-8');
  if (!text.includes('\\u')) return convert(parse(text), (bytes) => bytes, 0);
  return convert(parse(bytes?.toString('utf8') ?? text), toBytes, 0);
}
