/** Wren's random numbers (`wren_opt_random.c`): equal seeds give equal sequences. */

/** Size of the state in 32-bit words. */
const words = 16;

/** Parameters of `rand` of the GNU C library, an additive generator that expands seeds in Wren. */
const longLag = 31;
const shortLag = 3;
const discarded = 310;
const firstResult = longLag + shortLag + discarded;

/** The first 16 results of C's `rand()` after `srand(seed)`. */
function expandSeed(seed: number): Uint32Array {
  const table = new Int32Array(firstResult + words);
  table[0] = seed >>> 0 === 0 ? 1 : seed;
  for (let index = 1; index < longLag; index++) {
    // The product stays below 2^46, so it is exact.
    const remainder = (16807 * (table[index - 1] as number)) % 0x7fffffff;
    table[index] = remainder < 0 ? remainder + 0x7fffffff : remainder;
  }
  for (let index = longLag; index < table.length; index++) {
    const far = table[index - longLag] as number;
    const near = table[index - shortLag] as number;
    table[index] = index < longLag + shortLag ? far : far + near;
  }
  return Uint32Array.from(table.subarray(firstResult), (word) => word >>> 1);
}

/** The generator WELL512a. */
export class RandomState {
  readonly #state: Uint32Array;
  #index = 0;

  /** @param state 16 words */
  constructor(state: Uint32Array) {
    this.#state = state;
  }

  /** Makes a generator from a seed. */
  static fromSeed(seed: number): RandomState {
    return new RandomState(expandSeed(seed));
  }

  /** Makes a generator with a random seed. */
  static fromRandomSeed(): RandomState {
    return new RandomState(crypto.getRandomValues(new Uint32Array(words)));
  }

  /** The next 32 bits. */
  next(): number {
    const near = this.#at(0);
    const far = this.#at(13);
    const mixed = near ^ far ^ (near << 16) ^ (far << 15);
    const stirred = this.#at(9) ^ (this.#at(9) >>> 11);
    const turned = mixed ^ stirred;
    this.#put(turned);
    this.#index = (this.#index + 15) & 15;
    const last = this.#at(0);
    const tempered = turned ^ ((turned << 5) & 0xda442d24);
    this.#put(last ^ mixed ^ tempered ^ (last << 2) ^ (mixed << 18) ^ (stirred << 28));
    return this.#at(0);
  }

  /** A number from 0 (inclusive) to 1 (exclusive), with 53 random bits. */
  nextFraction(): number {
    const high = this.next() * 2 ** 21;
    const low = this.next() & (2 ** 21 - 1);
    return (high + low) / 2 ** 53;
  }

  #at(distance: number): number {
    return this.#state[(this.#index + distance) & 15] as number;
  }

  #put(word: number): void {
    this.#state[this.#index] = word;
  }
}
