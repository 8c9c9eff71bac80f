import { isUtf8 } from 'node:buffer';
import {
  abort,
  classOf,
  toBytes,
  type Value,
  WrenList,
  WrenMap,
  type WrenObject,
  wrenNull,
} from '../../interpreter/index.js';
import { maximumDepth } from './parse.js';

const nonAscii = /[\x80-\xff]/;

/** Bytes that are not valid UTF-8 are replaced by U+FFFD, since JSON must be UTF-8. */
function mend(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? text : toBytes(bytes.toString('utf8'));
}

/** `JSON.stringify` escapes what JSON wants escaped and leaves all other bytes alone. */
function serializeString(text: string): string {
  return JSON.stringify(nonAscii.test(text) ? mend(text) : text);
}

/** A member's name: text as it is, other simple values by their JSON text. */
function serializeName(key: Value): string {
  if (typeof key === 'string') return serializeString(key);
  if (typeof key !== 'object' || key === wrenNull) return `"${serializeValue(key, [])}"`;
  return abort(`A map with a key of class ${classOf(key).name} cannot be written as JSON.`);
}

function serializeMembers(map: WrenMap, above: readonly WrenObject[]): string {
  let text = '';
  for (let at = map.positionFrom(0); at >= 0; at = map.positionFrom(at + 1)) {
    const name = serializeName(map.keyAt(at) ?? wrenNull);
    const member = serializeValue(map.valueAt(at) ?? wrenNull, above);
    text += `${text === '' ? '' : ','}${name}:${member}`;
  }
  return `{${text}}`;
}

function checkNesting(value: WrenObject, above: readonly WrenObject[]): void {
  const kind = value instanceof WrenList ? 'list' : 'map';
  if (above.includes(value)) abort(`A ${kind} that contains itself cannot be written as JSON.`);
  if (above.length === maximumDepth) {
    abort(`A value that nests deeper than ${maximumDepth} levels cannot be written as JSON.`);
  }
}

function serializeObject(value: WrenObject, above: readonly WrenObject[]): string {
  if (value === wrenNull) return 'null';
  checkNesting(value, above);
  const path = [...above, value];
  if (value instanceof WrenMap) return serializeMembers(value, path);
  if (!(value instanceof WrenList)) {
    abort(`An instance of ${classOf(value).name} cannot be written as JSON.`);
  }
  return `[${value.items.map((item) => serializeValue(item, path)).join(',')}]`;
}

function serializeValue(value: Value, above: readonly WrenObject[]): string {
  if (typeof value === 'string') return serializeString(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  return typeof value === 'boolean' ? String(value) : serializeObject(value, above);
}

/**
 * Writes a value as JSON (RFC 8259), a byte string. JSON has no infinities and no NaN: they
 * become null. A number is written with as many digits as it takes to read back the same number.
 *
 * @throws WrenAbort for a value that contains itself, and for instances of other classes than
 *   Map, List, String, Num, Bool and Null
 */
export function serializeJson(value: Value): string {
  return serializeValue(value, []);
}
