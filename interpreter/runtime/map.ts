/**
 * Wren's map. Keys are compared by value: numbers, strings, booleans and null, classes, ranges by
 * their ends. Values of small integer keys lie in an array, which is many times faster than
 * hashing them; all others lie in a JavaScript Map.
 *
 * Positions, which are Wren's iterators, stay valid while entries are added: even ones number the
 * array part, odd ones the other keys in the order of their insertion.
 */
import { abort } from './abort.js';
import { messages } from './messages.js';
import { type Value, WrenClass, WrenRange, WrenSequence, wrenNull } from './values.js';

/** What a JavaScript Map holds at most. */
const maximumHashed = 2 ** 24 - 1;

/** Larger keys never lie in the array part: V8 ends the process when an array grows too large. */
const arrayLimit = 2 ** 26;

/** Begins the stored form of keys that a JavaScript Map would mix up; no byte string has it. */
const encodedMark = '\u0100';
const negativeZero = `${encodedMark}-0`;

/** Whether a value may be a map's key. */
export function isKey(value: Value): boolean {
  if (typeof value !== 'object' || value === wrenNull) return true;
  return value instanceof WrenClass || value instanceof WrenRange;
}

function encodeKey(key: Value): Value {
  if (typeof key === 'number') return Object.is(key, -0) ? negativeZero : key;
  if (!(key instanceof WrenRange)) return key;
  return `${encodedMark}${key.from} ${key.to} ${key.inclusive}`;
}

function decodeKey(stored: Value): Value {
  if (typeof stored !== 'string' || !stored.startsWith(encodedMark)) return stored;
  if (stored === negativeZero) return -0;
  const [from, to, inclusive] = stored.slice(1).split(' ');
  return new WrenRange(Number(from), Number(to), inclusive === 'true');
}

/** Whether a key could lie in the array part. */
function isArrayIndex(key: Value): key is number {
  return typeof key === 'number' && key >>> 0 === key && key < arrayLimit && !Object.is(key, -0);
}

export class WrenMap extends WrenSequence {
  /** Values of the keys 0, 1, 2…; undefined where there is none. */
  private array: (Value | undefined)[] = [];
  private arrayCount = 0;
  private readonly hashed = new Map<Value, Value>();
  /** The keys of `hashed` by position: made by the first iteration, kept while it stays right. */
  private order: Value[] | undefined = undefined;
  /** Whether keys in `order` have been removed since it was made. */
  private orderHasGaps = false;

  get count(): number {
    return this.arrayCount + this.hashed.size;
  }

  get(key: Value): Value | undefined {
    if (typeof key === 'string') return this.hashed.get(key);
    if (isArrayIndex(key)) {
      const value = key < this.array.length ? this.array[key] : undefined;
      return value !== undefined || this.hashed.size === 0 ? value : this.hashed.get(key);
    }
    return this.hashed.get(encodeKey(key));
  }

  set(key: Value, value: Value): void {
    if (typeof key === 'string') this.setHashed(key, value);
    else if (!isArrayIndex(key)) this.setHashed(encodeKey(key), value);
    else if (this.belongsInArray(key)) this.setArray(key, value);
    else this.setHashed(key, value);
  }

  /** Removes a key and returns its value; undefined when it was not there. */
  remove(key: Value): Value | undefined {
    if (isArrayIndex(key) && key < this.array.length && this.array[key] !== undefined) {
      return this.removeFromArray(key);
    }
    const stored = encodeKey(key);
    const value = this.hashed.get(stored);
    if (value !== undefined) {
      this.hashed.delete(stored);
      this.orderHasGaps = true;
    }
    return value;
  }

  clear(): void {
    this.array = [];
    this.arrayCount = 0;
    this.hashed.clear();
    this.order = undefined;
  }

  /** Calls a function with every key and its value: much faster than a walk over the positions. */
  forEach(visit: (key: Value, value: Value) => void): void {
    for (const [key, value] of this.array.entries()) {
      if (value !== undefined) visit(key, value);
    }
    this.hashed.forEach((value, stored) => {
      visit(decodeKey(stored), value);
    });
  }

  /** One more than the highest position in use. */
  get positionEnd(): number {
    return 2 * Math.max(this.array.length, this.keyOrder().length);
  }

  /** The first position in use from `start` on, or -1. */
  positionFrom(start: number): number {
    const end = this.positionEnd;
    for (let position = start; position < end; position++) {
      if (this.isUsed(position)) return position;
    }
    return -1;
  }

  /** The key at a position; undefined when there is none. */
  keyAt(position: number): Value | undefined {
    if (!this.isUsed(position)) return undefined;
    const index = position >> 1;
    const stored = (position & 1) === 0 ? index : this.keyOrder()[index];
    return stored === undefined ? undefined : decodeKey(stored);
  }

  /** The value at a position; undefined when there is none. */
  valueAt(position: number): Value | undefined {
    const index = position >> 1;
    if ((position & 1) === 0) return this.array[index];
    const stored = this.keyOrder()[index];
    return stored === undefined ? undefined : this.hashed.get(stored);
  }

  private isUsed(position: number): boolean {
    const index = position >> 1;
    if ((position & 1) === 0) return index < this.array.length && this.array[index] !== undefined;
    const order = this.keyOrder();
    if (index >= order.length) return false;
    return !this.orderHasGaps || this.valueAt(position) !== undefined;
  }

  /** At least half of the array part is in use, or about to be. */
  private belongsInArray(key: number): boolean {
    if (key < this.array.length && this.array[key] !== undefined) return true;
    if (this.hashed.size > 0 && this.hashed.has(key)) return false;
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

  private setHashed(stored: Value, value: Value): void {
    const { hashed, order } = this;
    if (hashed.size >= maximumHashed && !hashed.has(stored)) abort(messages.tooLong('Map'));
    if (order !== undefined && !hashed.has(stored)) {
      // A key that was removed and comes back would stand in two places.
      if (this.orderHasGaps) this.order = undefined;
      else order.push(stored);
    }
    hashed.set(stored, value);
  }

  private keyOrder(): Value[] {
    if (this.order === undefined) {
      this.order = [...this.hashed.keys()];
      this.orderHasGaps = false;
    }
    return this.order;
  }
}
