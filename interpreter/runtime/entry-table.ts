/**
 * Entries by key, in the order of insertion. Keys and values are in two arrays; a JavaScript Map
 * finds the slot of a key, or a linear search if there are few. Scripts often look keys up in the
 * order of insertion, or look the same key up several times. So the slot after the last one found,
 * or that slot itself, is tried first, which is several times faster than hashing.
 *
 * Keys are compared by `===`.
 */
import { addedUncharged, chargeEntries } from './charge.js';
import { abort } from './errors.js';
import { messages } from './messages.js';
import type { Value } from './values.js';

/** Number of slots that are searched without an index. */
const searchedSlots = 8;

/** Greatest number of entries of a JavaScript Map. */
const maximumSlots = 2 ** 24 - 1;

/** Bytes of an entry: its key and value, and its part of the index. */
const bytesPerEntry = 44;

/** A table of entries. Keys and values must not be `undefined`. */
export class EntryTable {
  /** Number of entries. */
  size = 0;
  /** Undefined for a removed entry, whose slot stays empty until the table is packed. */
  private keys: (Value | undefined)[] = [];
  private values: (Value | undefined)[] = [];
  /** Slots by key, including those of removed entries; undefined while there are few slots. */
  private index: Map<Value, number> | undefined = undefined;
  /** Slot that the next search tries first. */
  private expected = 0;
  /** Distance between the slots of searches: 1 in the order of insertion, 0 for one key. */
  private stride = 1;

  /** One more than the highest slot in use. */
  get slotEnd(): number {
    return this.keys.length;
  }

  /** The key in a slot; undefined if the slot is empty. */
  keyAt(slot: number): Value | undefined {
    return slot < this.keys.length ? this.keys[slot] : undefined;
  }

  /** The value in a slot; undefined if the slot is empty. */
  valueAt(slot: number): Value | undefined {
    return slot < this.values.length ? this.values[slot] : undefined;
  }

  /** Whether there is an entry with a key. */
  has(key: Value): boolean {
    return this.size > 0 && this.find(key) !== -1;
  }

  /** The value of a key; undefined for none. */
  get(key: Value): Value | undefined {
    const slot = this.find(key);
    return slot === -1 ? undefined : this.values[slot];
  }

  /**
   * Adds or replaces an entry.
   *
   * @throws WrenAbort if the table is full, or too large for the run's memory limit
   */
  set(key: Value, value: Value): void {
    const slot = this.find(key);
    if (slot === -1) this.add(key, value);
    else this.values[slot] = value;
  }

  /** Removes an entry; returns its value, or undefined for none. */
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

  /** Removes all entries. */
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
      this.expected = expected + this.stride;
      return expected;
    }
    const slot = index === undefined ? keys.indexOf(key) : (index.get(key) ?? -1);
    // The index may contain slots of removed entries.
    if (slot === -1 || keys[slot] !== key) return -1;
    if (slot === expected - this.stride) this.stride = 0;
    else if (slot === expected - this.stride + 1) this.stride = 1;
    this.expected = slot + this.stride;
    return slot;
  }

  private add(key: Value, value: Value): void {
    const { length } = this.keys;
    if ((length & addedUncharged) === addedUncharged) chargeEntries(length, bytesPerEntry);
    if (length > 2 * this.size + searchedSlots || length >= maximumSlots) this.pack();
    const slot = this.keys.push(key) - 1;
    this.values.push(value);
    this.size++;
    this.expected = slot + 1;
    if (this.index !== undefined) this.index.set(key, slot);
    else if (slot >= searchedSlots) this.makeIndex();
  }

  /** Removes empty slots. */
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
