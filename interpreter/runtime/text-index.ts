/**
 * Slots by short texts: a hash table that takes half of the time in which a JavaScript Map finds
 * texts that were just made. V8 keeps the hash of a text in the text, so that long ones are better
 * off in such a Map.
 */
import { charge } from './charge.js';

/** Longer texts are not for this index: each search reads all of a text. */
export const longestIndexed = 64;

/** Both differ from process to process, so that nobody can choose texts with the same hash. */
const seed = Math.floor(Math.random() * 2 ** 32) | 0;
const factor = Math.floor(Math.random() * 2 ** 32) | 1;

function hashOf(text: string): number {
  let hash = seed;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(((hash << 5) | (hash >>> 27)) ^ text.charCodeAt(index), factor);
  }
  return hash ^ (hash >>> 15);
}

/** More places than this in a search have to be paid for. */
const freePlaces = 32;

/** Knows in which slot of a list of keys a text lies. */
export class TextIndex {
  /** For each place a hash and 1 + the slot of a text that has it; two zeros for an empty place. */
  private places = new Int32Array(64);
  private count = 0;
  /** What was searched last, which is often what is added next. */
  private sought = '';
  private soughtHash = hashOf('');

  /** The slot in which `keys` holds a text; -1 when it is not there. */
  find(text: string, keys: readonly unknown[]): number {
    const { places } = this;
    const hash = hashOf(text);
    this.sought = text;
    this.soughtHash = hash;
    const mask = places.length - 2;
    let place = (hash << 1) & mask;
    let visited = 0;
    let slot = (places[place + 1] ?? 0) - 1;
    while (slot !== -1 && !(places[place] === hash && keys[slot] === text)) {
      visited++;
      place = (place + 2) & mask;
      slot = (places[place + 1] ?? 0) - 1;
    }
    if (visited > freePlaces) charge(visited);
    return slot;
  }

  /** Adds a text that `find` does not find. */
  add(text: string, slot: number): void {
    this.count++;
    if (4 * this.count > this.places.length) this.grow();
    this.put(text === this.sought ? this.soughtHash : hashOf(text), slot + 1);
  }

  private put(hash: number, entry: number): void {
    const { places } = this;
    const mask = places.length - 2;
    let place = (hash << 1) & mask;
    while (places[place + 1] !== 0) place = (place + 2) & mask;
    places[place] = hash;
    places[place + 1] = entry;
  }

  private grow(): void {
    const { places } = this;
    this.places = new Int32Array(2 * places.length);
    for (let place = 0; place < places.length; place += 2) {
      const entry = places[place + 1] ?? 0;
      if (entry !== 0) this.put(places[place] ?? 0, entry);
    }
  }
}
