/**
 * Entries by key in the order of their insertion: keys and values lie in two arrays, and a
 * JavaScript Map tells the slot of a key. Few entries are searched one by one instead. Scripts
 * often ask for keys in the order in which they were added, so the slot behind the last one that
 * was found is tried first, which is several times faster than hashing.
 *
 * Keys are compared as `===` does.
 */
import { abort } from './errors.js';
import { messages } from './messages.js';
import type { Value } from './values.js';

/** So many slots are searched without an index. */
const searchedSlots = 8;

/** What a JavaScript Map holds at most. */
const maximumSlots = 2 ** 24 - 1;

/** Entries of which none may have the key `undefined`. */
export class EntryTable {
  /** How many entries there are. */
  size = 0;
  /** Undefined where an entry was removed; its slot stays empty until the table is packed. */
  private keys: (Value | undefined)[] = [];
  private values: (Value | undefined)[] = [];
  /** Slots by key, those of removed entries included; undefined while there are few slots. */
  private index: Map<Value, number> | undefined = undefined;
  /** Where the next search begins. */
  private expected = 0;

  /** One more than the highest slot in use. */
  get slotEnd(): number {
    return this.keys.length;
  }

  /** The key in a slot; undefined when it is empty. */
  keyAt(slot: number): Value | undefined {
    return slot < this.keys.length ? this.keys[slot] : undefined;
  }

  /** The value in a slot; undefined when it is empty. */
  valueAt(slot: number): Value | undefined {
    return slot < this.values.length ? this.values[slot] : undefined;
  }

  has(key: Value): boolean {
    return this.size > 0 && this.find(key) !== -1;
  }

  get(key: Value): Value | undefined {
    const slot = this.find(key);
    return slot === -1 ? undefined : this.values[slot];
  }

  /** @throws WrenAbort when there can be no more entries */
  set(key: Value, value: Value): void {
    const slot = this.find(key);
    if (slot === -1) this.add(key, value);
    else this.values[slot] = value;
  }

  /** Removes an entry and returns its value; undefined when there was none. */
  remove(key: Value): Value | undefined {
    const slot = this.find(key);
    if (slot === -1) return undefined;
    const value = this.values[slot];
    this.keys[slot] = undefined;
    this.values[slot] = undefined;
    this.size--;
    if (this.size === 0) this.clear();
    return value;
  }

  clear(): void {
    this.size = 0;
    this.keys = [];
    this.values = [];
    this.index = undefined;
    this.expected = 0;
  }

  private find(key: Value): number {
    const { keys, expected, index } = this;
    if (expected < keys.length && keys[expected] === key) {
      this.expected = expected + 1;
      return expected;
    }
    const slot = index === undefined ? keys.indexOf(key) : (index.get(key) ?? -1);
    // The index may lead to a slot whose entry was removed.
    if (slot === -1 || keys[slot] !== key) return -1;
    this.expected = slot + 1;
    return slot;
  }

  private add(key: Value, value: Value): void {
    const { length } = this.keys;
    if (length > 2 * this.size + searchedSlots || length >= maximumSlots) this.pack();
    const slot = this.keys.push(key) - 1;
    this.values.push(value);
    this.size++;
    this.expected = slot + 1;
    if (this.index !== undefined) this.index.set(key, slot);
    else if (slot >= searchedSlots) this.makeIndex();
  }

  /** Closes the gaps that removed entries have left. */
  private pack(): void {
    const { keys, values } = this;
    if (this.size >= maximumSlots) abort(messages.tooLong('Map'));
    this.keys = keys.filter((key) => key !== undefined);
    this.values = values.filter((value) => value !== undefined);
    this.index = undefined;
    if (this.keys.length > searchedSlots) this.makeIndex();
  }

  private makeIndex(): void {
    this.index = new Map();
    for (const [slot, key] of this.keys.entries()) {
      if (key !== undefined) this.index.set(key, slot);
    }
  }
}
