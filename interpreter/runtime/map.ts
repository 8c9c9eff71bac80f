/**
 * Wren's map. Keys are numbers, strings, booleans, null, classes, and ranges, compared by value.
 * The values of small integer keys are in an array, which is many times faster than hashing; all
 * others are in a table.
 *
 * Positions, which are Wren's iterators, stay valid while entries are added: even positions number
 * the array, odd positions the table in the order of insertion.
 */
import { addedUncharged, chargeEntries } from './charge.js';
import { EntryTable } from './entry-table.js';
import { type Value, WrenClass, WrenRange, WrenSequence, wrenNull } from './values.js';

/** Larger keys are never in the array, since V8 ends the process when an array grows too large. */
const arrayLimit = 2 ** 26;

/** Bytes of an element of the array. */
const bytesPerElement = 8;

/** Prefix of the stored form of keys that `===` compares wrongly; no byte string contains it. */
const encodedMark = '\u0100';
const negativeZero = `${encodedMark}-0`;
const notNumber = `${encodedMark}nan`;

/** Whether a value can be the key of a map: a number, string, boolean, null, class or range. */
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

/** Whether a key may be in the array. */
function isArrayIndex(key: Value): key is number {
  return typeof key === 'number' && key >>> 0 === key && key < arrayLimit && !Object.is(key, -0);
}

/**
 * A Map of Wren. Keys are compared like Wren's `==`, except that 0 and -0 differ and NaN equals
 * itself. The methods do not check keys: callers must check them by `isKey`.
 */
export class WrenMap extends WrenSequence {
  /** Values of the keys 0, 1, 2…; undefined for missing keys. */
  private array: (Value | undefined)[] = [];
  private arrayCount = 0;
  private readonly others = new EntryTable();

  /** Number of entries. */
  get count(): number {
    return this.arrayCount + this.others.size;
  }

  /** The value of a key; undefined for none. */
  get(key: Value): Value | undefined {
    if (typeof key === 'string') return this.others.get(key);
    if (isArrayIndex(key)) {
      const value = key < this.array.length ? this.array[key] : undefined;
      return value !== undefined || this.others.size === 0 ? value : this.others.get(key);
    }
    return this.others.get(encodeKey(key));
  }

  /**
   * Adds or replaces an entry.
   *
   * @throws WrenAbort if the map is full, at about 16 million entries, or too large for the run's
   *   memory limit
   */
  set(key: Value, value: Value): void {
    if (typeof key === 'string') this.others.set(key, value);
    else if (!isArrayIndex(key)) this.others.set(encodeKey(key), value);
    else if (this.belongsInArray(key)) this.setArray(key, value);
    else this.others.set(key, value);
  }

  /** Removes an entry; returns its value, or undefined for none. */
  remove(key: Value): Value | undefined {
    if (isArrayIndex(key) && key < this.array.length && this.array[key] !== undefined) {
      return this.removeFromArray(key);
    }
    return this.others.remove(encodeKey(key));
  }

  /** Removes all entries. */
  clear(): void {
    this.array = [];
    this.arrayCount = 0;
    this.others.clear();
  }

  /** Calls a function with each key and value. Much faster than iterating over positions. */
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

  /** One more than the highest position in use; for iterators. */
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

  /** The key at a position; undefined for none. */
  keyAt(position: number): Value | undefined {
    const index = position >> 1;
    if ((position & 1) === 0) return this.valueAt(position) === undefined ? undefined : index;
    const stored = this.others.keyAt(index);
    return stored === undefined ? undefined : decodeKey(stored);
  }

  /** The value at a position; undefined for none. */
  valueAt(position: number): Value | undefined {
    const index = position >> 1;
    if ((position & 1) === 1) return this.others.valueAt(index);
    return index < this.array.length ? this.array[index] : undefined;
  }

  /** Whether a key goes to the array, of which about half must be in use. */
  private belongsInArray(key: number): boolean {
    if (key < this.array.length && this.array[key] !== undefined) return true;
    if (this.others.size > 0 && this.others.has(key)) return false;
    return key < this.array.length || key < 2 * this.arrayCount + 8;
  }

  private setArray(key: number, value: Value): void {
    const array = this.array;
    while (array.length <= key) {
      const length = array.push(undefined);
      if ((length & addedUncharged) === 0) chargeEntries(length, bytesPerElement);
    }
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
