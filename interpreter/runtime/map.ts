/**
 * Wren's map. Keys are compared by value: numbers, strings, booleans and null, classes, ranges by
 * their ends. Values of small integer keys lie in an array, which is many times faster than
 * hashing them; all others lie in a table.
 *
 * Positions, which are Wren's iterators, stay valid while entries are added: even ones number the
 * array part, odd ones the other keys in the order of their insertion.
 */
import { EntryTable } from './entry-table.js';
import { type Value, WrenClass, WrenRange, WrenSequence, wrenNull } from './values.js';

/** Larger keys never lie in the array part: V8 ends the process when an array grows too large. */
const arrayLimit = 2 ** 26;

/** Begins the stored form of keys that `===` does not compare rightly; no byte string has it. */
const encodedMark = '\u0100';
const negativeZero = `${encodedMark}-0`;
const notNumber = `${encodedMark}nan`;

/** Whether a value may be a map's key. */
export function isKey(value: Value): boolean {
  if (typeof value !== 'object' || value === wrenNull) return true;
  return value instanceof WrenClass || value instanceof WrenRange;
}

function encodeNumber(key: number): Value {
  if (Number.isNaN(key)) return notNumber;
  return Object.is(key, -0) ? negativeZero : key;
}

function encodeKey(key: Value): Value {
  if (typeof key === 'number') return encodeNumber(key);
  if (!(key instanceof WrenRange)) return key;
  return `${encodedMark}${key.from} ${key.to} ${key.inclusive}`;
}

function decodeKey(stored: Value): Value {
  if (typeof stored !== 'string' || !stored.startsWith(encodedMark)) return stored;
  if (stored === negativeZero) return -0;
  if (stored === notNumber) return Number.NaN;
  const [from, to, inclusive] = stored.slice(1).split(' ');
  return new WrenRange(Number(from), Number(to), inclusive === 'true');
}

/** Whether a key could lie in the array part. */
function isArrayIndex(key: Value): key is number {
  return typeof key === 'number' && key >>> 0 === key && key < arrayLimit && !Object.is(key, -0);
}

/** A map; its methods do not check that a key can be one, which `isKey` tells. */
export class WrenMap extends WrenSequence {
  /** Values of the keys 0, 1, 2…; undefined where there is none. */
  private array: (Value | undefined)[] = [];
  private arrayCount = 0;
  private readonly others = new EntryTable();

  get count(): number {
    return this.arrayCount + this.others.size;
  }

  get(key: Value): Value | undefined {
    if (typeof key === 'string') return this.others.get(key);
    if (isArrayIndex(key)) {
      const value = key < this.array.length ? this.array[key] : undefined;
      return value !== undefined || this.others.size === 0 ? value : this.others.get(key);
    }
    return this.others.get(encodeKey(key));
  }

  /** @throws WrenAbort when there can be no more entries */
  set(key: Value, value: Value): void {
    if (typeof key === 'string') this.others.set(key, value);
    else if (!isArrayIndex(key)) this.others.set(encodeKey(key), value);
    else if (this.belongsInArray(key)) this.setArray(key, value);
    else this.others.set(key, value);
  }

  /** Removes a key and returns its value; undefined when it was not there. */
  remove(key: Value): Value | undefined {
    if (isArrayIndex(key) && key < this.array.length && this.array[key] !== undefined) {
      return this.removeFromArray(key);
    }
    return this.others.remove(encodeKey(key));
  }

  clear(): void {
    this.array = [];
    this.arrayCount = 0;
    this.others.clear();
  }

  /** Calls a function with every key and its value: much faster than a walk over the positions. */
  forEach(visit: (key: Value, value: Value) => void): void {
    for (const [key, value] of this.array.entries()) {
      if (value !== undefined) visit(key, value);
    }
    const { others } = this;
    for (let slot = 0; slot < others.slotEnd; slot++) {
      const stored = others.keyAt(slot);
      const value = others.valueAt(slot);
      if (stored !== undefined && value !== undefined) visit(decodeKey(stored), value);
    }
  }

  /** One more than the highest position in use. */
  get positionEnd(): number {
    return 2 * Math.max(this.array.length, this.others.slotEnd);
  }

  /** The first position in use from `start` on, or -1. */
  positionFrom(start: number): number {
    const end = this.positionEnd;
    for (let position = start; position < end; position++) {
      if (this.valueAt(position) !== undefined) return position;
    }
    return -1;
  }

  /** The key at a position; undefined when there is none. */
  keyAt(position: number): Value | undefined {
    const index = position >> 1;
    if ((position & 1) === 0) return this.valueAt(position) === undefined ? undefined : index;
    const stored = this.others.keyAt(index);
    return stored === undefined ? undefined : decodeKey(stored);
  }

  /** The value at a position; undefined when there is none. */
  valueAt(position: number): Value | undefined {
    const index = position >> 1;
    if ((position & 1) === 1) return this.others.valueAt(index);
    return index < this.array.length ? this.array[index] : undefined;
  }

  /** At least half of the array part is in use, or about to be. */
  private belongsInArray(key: number): boolean {
    if (key < this.array.length && this.array[key] !== undefined) return true;
    if (this.others.size > 0 && this.others.has(key)) return false;
    return key < this.array.length || key < 2 * this.arrayCount + 8;
  }

  private setArray(key: number, value: Value): void {
    const array = this.array;
    while (array.length <= key) array.push(undefined);
    if (array[key] === undefined) this.arrayCount++;
    array[key] = value;
  }

  private removeFromArray(key: number): Value | undefined {
    const value = this.array[key];
    this.array[key] = undefined;
    this.arrayCount--;
    if (this.arrayCount === 0) this.array = [];
    return value;
  }
}
