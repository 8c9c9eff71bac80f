import { isUtf8 } from 'node:buffer';
import {
  abort,
  charge,
  classOf,
  joined,
  reserveMemory,
  toBytes,
  type Value,
  type WrenClass,
  WrenList,
  WrenMap,
  type WrenObject,
  wrenNull,
} from '../../interpreter/index.js';
import { cellAt, type DatabaseRow, RowMap, type RowShape } from '../database/row-map.js';
import { fromSql } from '../database/values.js';
import { maximumDepth } from './parse-json.js';
import { convertPieces } from './text-pieces.js';

const nonAscii = /[\x80-\xff]/;

/** Texts that `JSON.stringify` only puts in quotes. */
const plainText = /^[ !#-[\]-~]*$/;

/** Length from which a string is counted against the memory limit by itself. */
const longString = 1_000;

/** Replaces bytes that are not valid UTF-8 by U+FFFD, because JSON must be UTF-8. */
function toValidUtf8(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? text : toBytes(bytes.toString('utf8'));
}

function isShortPlain(text: string): boolean {
  return text.length <= longString && plainText.test(text);
}

/** `JSON.stringify` escapes what JSON requires and keeps all other bytes. */
function serializeString(text: string): string {
  if (isShortPlain(text)) return `"${text}"`;
  const valid = nonAscii.test(text) ? toValidUtf8(text) : text;
  return text.length > longString ? serializeLong(valid) : JSON.stringify(valid);
}

function serializeLong(text: string): string {
  reserveMemory(text.length);
  return `"${convertPieces(text, (piece) => JSON.stringify(piece).slice(1, -1))}"`;
}

/** JSON of member names written before, most of them column names. */
const frequentNames = new Map<string, string>();

/** Limits of that cache, because keys may come from clients. */
const keptNames = 1_000;
const longestKeptName = 50;

function serializeName(key: string): string {
  const name = `${serializeString(key)}:`;
  if (frequentNames.size < keptNames && key.length <= longestKeptName) frequentNames.set(key, name);
  return name;
}

type Leads = readonly (readonly [lead: string, position: number])[];

const leadsByShape = new WeakMap<RowShape, Leads>();

/** Text before each cell of a row: `{"id":`, `,"name":` and so on. */
function leadsOf(shape: RowShape): Leads {
  let leads = leadsByShape.get(shape);
  if (leads === undefined) {
    leads = shape.columns.map(([name, position], index) => [
      (index === 0 ? '{' : ',') + serializeName(name),
      position,
    ]);
    leadsByShape.set(shape, leads);
  }
  return leads;
}

function isSequence({ name, superclass }: WrenClass): boolean {
  return name === 'Sequence' || (superclass !== undefined && isSequence(superclass));
}

/** Ends the script; the message states what to use instead. */
function abortFor(value: WrenObject): never {
  const found = classOf(value);
  const advice = isSequence(found)
    ? '; convert it with toList'
    : ', only maps, lists, strings, numbers, booleans and null can';
  return abort(`An instance of ${found.name} cannot be written as JSON${advice}.`);
}

/** Work per value in a list or map, whose text is built of small pieces. */
const workPerValue = 64;

/** Writes one value. Keeps the enclosing lists and maps, the outermost first, to detect circles. */
class Serializer {
  readonly #above: WrenObject[] = [];

  write(value: Value): string {
    if (typeof value === 'string') return serializeString(value);
    if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
    return typeof value === 'boolean' ? String(value) : this.#writeObject(value);
  }

  #writeObject(value: WrenObject): string {
    if (value === wrenNull) return 'null';
    this.#enter(value);
    const text = value instanceof WrenMap ? this.#writeMap(value) : this.#writeList(value);
    this.#above.pop();
    // A value may occur in many places, so that a small one becomes a huge text.
    reserveMemory(text.length);
    return text;
  }

  #enter(value: WrenObject): void {
    const above = this.#above;
    if (above.includes(value)) {
      const kind = value instanceof WrenList ? 'list' : 'map';
      abort(`A ${kind} that contains itself cannot be written as JSON.`);
    }
    if (above.length === maximumDepth) {
      abort(`A value that nests deeper than ${maximumDepth} levels cannot be written as JSON.`);
    }
    above.push(value);
  }

  #writeMap(map: WrenMap): string {
    const row = map instanceof RowMap ? map.row : undefined;
    if (row !== undefined) return this.#writeRow(row);
    let text = '';
    map.forEach((key, value) => {
      charge(workPerValue);
      text += (text === '' ? '{' : ',') + this.#writeName(key) + this.write(value);
    });
    return text === '' ? '{}' : `${text}}`;
  }

  /** Writes cells that need no conversion without creating Wren values. */
  #writeRow(row: DatabaseRow): string {
    let text = '';
    for (const [lead, position] of leadsOf(row.shape)) {
      const cell = cellAt(row, position);
      if (typeof cell === 'string' && isShortPlain(cell)) text += `${lead}"${cell}"`;
      else text += lead + this.write(fromSql(cell));
    }
    return `${text}}`;
  }

  /** Name of a member and the colon. The name of a key that is not a string is its JSON text. */
  #writeName(key: Value): string {
    if (typeof key === 'string') return frequentNames.get(key) ?? serializeName(key);
    if (typeof key !== 'object' || key === wrenNull) return `"${this.write(key)}":`;
    return abort(`A map with a key of class ${classOf(key).name} cannot be written as JSON.`);
  }

  #writeList(value: WrenObject): string {
    if (!(value instanceof WrenList)) {
      return abortFor(value);
    }
    let text = '';
    for (const item of value.items) {
      charge(workPerValue);
      text += (text === '' ? '[' : ',') + this.write(item);
    }
    return text === '' ? '[]' : `${text}]`;
  }
}

/**
 * Writes a value as JSON (RFC 8259), a byte string. Infinities and NaN, which JSON lacks, become
 * null. A number has the fewest digits that identify it.
 *
 * @throws WrenAbort for a value that contains itself or nests too deeply, for instances of classes
 *   other than Map, List, String, Num, Bool and Null, and when the text exceeds the memory limit
 */
export function serializeJson(value: Value): string {
  return joined(new Serializer().write(value));
}
