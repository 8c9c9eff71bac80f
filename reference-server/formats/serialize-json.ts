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
import { type Row, RowMap, type RowShape } from '../database/row-map.js';
import { fromSql } from '../database/values.js';
import { maximumDepth } from './parse-json.js';
import { convertPieces } from './pieces.js';

const nonAscii = /[\x80-\xff]/;

/** What `JSON.stringify` would leave as it is, but for the quotes around it. */
const plainText = /^[ !#-[\]-~]*$/;

/** Longer strings count against the script's memory by themselves, not only within their value. */
const longString = 1_000;

/** Bytes that are not valid UTF-8 are replaced by U+FFFD, since JSON must be UTF-8. */
function mend(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? text : toBytes(bytes.toString('utf8'));
}

function isShortPlain(text: string): boolean {
  return text.length <= longString && plainText.test(text);
}

/** `JSON.stringify` escapes what JSON wants escaped and leaves all other bytes alone. */
function serializeString(text: string): string {
  if (isShortPlain(text)) return `"${text}"`;
  const valid = nonAscii.test(text) ? mend(text) : text;
  return text.length > longString ? serializeLong(valid) : JSON.stringify(valid);
}

function serializeLong(text: string): string {
  reserveMemory(text.length);
  return `"${convertPieces(text, (piece) => JSON.stringify(piece).slice(1, -1))}"`;
}

/** Names of members that were written before, which mostly are those of columns, as JSON. */
const frequentNames = new Map<string, string>();

/** Keys may come from clients: no more and no longer ones are kept. */
const keptNames = 1_000;
const longestKeptName = 50;

function serializeName(key: string): string {
  const name = `${serializeString(key)}:`;
  if (frequentNames.size < keptNames && key.length <= longestKeptName) frequentNames.set(key, name);
  return name;
}

const leadsByShape = new WeakMap<RowShape, readonly string[]>();

/** What stands before each cell of a row: `{"id":`, `,"name":` and so on. */
function leadsOf(shape: RowShape): readonly string[] {
  let leads = leadsByShape.get(shape);
  if (leads === undefined) {
    leads = shape.names.map((name, index) => (index === 0 ? '{' : ',') + serializeName(name));
    leadsByShape.set(shape, leads);
  }
  return leads;
}

function isSequence({ name, superclass }: WrenClass): boolean {
  return name === 'Sequence' || (superclass !== undefined && isSequence(superclass));
}

/** Ends the script, and says what to give instead. */
function refuse(value: WrenObject): never {
  const found = classOf(value);
  const advice = isSequence(found)
    ? '; toList makes a list of it'
    : ', only maps, lists, strings, numbers, booleans and null can';
  return abort(`An instance of ${found.name} cannot be written as JSON${advice}.`);
}

/** What a value in a list or map is charged with: its text is put together in small pieces first. */
const workPerValue = 64;

/** Writes one value; it knows the lists and maps that it is amid of, the outermost first. */
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
    // One value may stand in many places, so that a small one becomes a text without end.
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

  /** Cells that need no change on their way never become Wren values. */
  #writeRow({ shape, cells }: Row): string {
    const leads = leadsOf(shape);
    let text = '';
    for (let index = 0; index < leads.length; index++) {
      const lead = leads[index] ?? '';
      const cell = cells[shape.positions[index] ?? 0] ?? null;
      if (typeof cell === 'string' && isShortPlain(cell)) text += `${lead}"${cell}"`;
      else text += lead + this.write(fromSql(cell));
    }
    return `${text}}`;
  }

  /** A member's name and the colon: text as it is, other simple values by their JSON text. */
  #writeName(key: Value): string {
    if (typeof key === 'string') return frequentNames.get(key) ?? serializeName(key);
    if (typeof key !== 'object' || key === wrenNull) return `"${this.write(key)}":`;
    return abort(`A map with a key of class ${classOf(key).name} cannot be written as JSON.`);
  }

  #writeList(value: WrenObject): string {
    if (!(value instanceof WrenList)) {
      return refuse(value);
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
 * Writes a value as JSON (RFC 8259), a byte string. JSON has no infinities and no NaN: they
 * become null. A number is written with as many digits as it takes to read back the same number.
 *
 * @throws WrenAbort for a value that contains itself, and for instances of other classes than
 *   Map, List, String, Num, Bool and Null; and when the text takes more memory than the run may have
 */
export function serializeJson(value: Value): string {
  return joined(new Serializer().write(value));
}
