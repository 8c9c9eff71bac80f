/**
 * Entries by key in the order of their insertion: keys and values lie in two arrays, and indexes
 * tell the slot of a key. Few entries are searched one by one instead. Scripts often ask for keys
 * in the order in which they were added, or for a key again, so the slot behind the last one that
 * was found and that one are tried first, which is several times faster than hashing.
 *
 * Keys are compared as `===` does.
 */
import { abort } from './abort.js';
import { messages } from './messages.js';
import { longestIndexed, TextIndex } from './text-index.js';
import type { Value } from './values.js';

/** So many slots are searched without an index. */
const searchedSlots = 8;

/** What a JavaScript Map holds at most. */
const maximumSlots = 2 ** 24 - 1;

function isShortText(key: Value): key is string {
  return typeof key === 'string' && key.length <= longestIndexed;
}

/** Entries of which none may have the key `undefined`. */
export class EntryTable {
  /** How many entries there are. */
  size = 0;
  /** Undefined where an entry was removed; its slot stays empty until the table is packed. */
  private keys: (Value | undefined)[] = [];
  private values: (Value | undefined)[] = [];
  /**
   * The slots of short texts, and those of all other keys; slots of removed entries may be among
   * them. Undefined while there are few slots.
   */
  private texts: TextIndex | undefined = undefined;
  private others: Map<Value, number> | undefined = undefined;
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
    this.dropIndexes();
    this.expected = 0;
  }

  private find(key: Value): number {
    const { keys, expected } = this;
    if (expected < keys.length && keys[expected] === key) {
      this.expected = expected + 1;
      return expected;
    }
    if (expected > 0 && expected <= keys.length && keys[expected - 1] === key) return expected - 1;
    const slot = this.search(key);
    // An index may lead to a slot whose entry was removed.
    if (slot === -1 || keys[slot] !== key) return -1;
    this.expected = slot + 1;
    return slot;
  }

  private search(key: Value): number {
    const { keys, texts, others } = this;
    if (texts === undefined || others === undefined) return keys.indexOf(key);
    return isShortText(key) ? texts.find(key, keys) : (others.get(key) ?? -1);
  }

  private add(key: Value, value: Value): void {
    const { length } = this.keys;
    if (length > 2 * this.size + searchedSlots || length >= maximumSlots) this.pack();
    const slot = this.keys.push(key) - 1;
    this.values.push(value);
    this.size++;
    this.expected = slot + 1;
    if (this.texts === undefined && slot >= searchedSlots) this.makeIndexes();
    else this.addToIndex(key, slot);
  }

  /** Closes the gaps that removed entries have left. */
  private pack(): void {
    const { keys, values } = this;
    if (this.size >= maximumSlots) abort(messages.tooLong('Map'));
    this.keys = keys.filter((key) => key !== undefined);
    this.values = values.filter((value) => value !== undefined);
    this.dropIndexes();
    if (this.keys.length > searchedSlots) this.makeIndexes();
  }

  private dropIndexes(): void {
    this.texts = undefined;
    this.others = undefined;
  }

  private makeIndexes(): void {
    this.texts = new TextIndex();
    this.others = new Map();
    for (const [slot, key] of this.keys.entries()) {
      if (key !== undefined) this.addToIndex(key, slot);
    }
  }

  private addToIndex(key: Value, slot: number): void {
    if (isShortText(key)) this.texts?.add(key, slot);
    else this.others?.set(key, slot);
  }
}
