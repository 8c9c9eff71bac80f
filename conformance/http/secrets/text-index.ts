/** Simultaneous search for many texts. */

/** The number of characters by which a text is recognized before the rest is compared. */
const gramLength = 4;

/** The number of hash values of grams. */
const hashes = 1 << 16;

/** The texts that begin with one gram, by their lengths. */
type Continuations = Map<number, Set<string>>;

/**
 * Finds the occurrences of certain texts. The time depends on the length of the searched text and
 * the number of occurrences, not on the number of texts, because a run may know thousands of
 * tokens.
 */
export class TextIndex {
  /** Texts without a whole gram. */
  readonly #short: readonly string[];
  readonly #byGram = new Map<number, Continuations>();
  /** Whether a gram may begin a text, by its hash: false at nearly all places. */
  readonly #mayBegin = new Uint8Array(hashes);

  constructor(texts: Iterable<string>) {
    const wanted = [...new Set(texts)].filter((text) => text !== '');
    this.#short = wanted.filter(({ length }) => length < gramLength);
    for (const text of wanted) if (text.length >= gramLength) this.#add(text);
  }

  #add(text: string): void {
    let gram = 0;
    for (let at = 0; at < gramLength; at += 1) gram = extend(gram, text.charCodeAt(at));
    this.#mayBegin[hash(gram)] = 1;
    const continuations: Continuations = this.#byGram.get(gram) ?? new Map();
    const texts = continuations.get(text.length) ?? new Set();
    this.#byGram.set(gram, continuations.set(text.length, texts.add(text)));
  }

  /** Yields each occurrence of each text; occurrences may overlap. */
  *find(searched: string): Generator<readonly [text: string, at: number]> {
    for (const text of this.#short) {
      for (let at = searched.indexOf(text); at >= 0; at = searched.indexOf(text, at + 1)) {
        yield [text, at];
      }
    }
    if (this.#byGram.size === 0) return;
    let gram = 0;
    for (let end = 0; end < searched.length; end += 1) {
      gram = extend(gram, searched.charCodeAt(end));
      if (this.#mayBegin[hash(gram)] === 0) continue;
      const at = end + 1 - gramLength;
      for (const [length, texts] of this.#byGram.get(gram) ?? []) {
        const text = searched.slice(at, at + length);
        if (texts.has(text)) yield [text, at];
      }
    }
  }

  /** Whether any of the texts occurs. */
  isIn(searched: string): boolean {
    return this.find(searched).next().done !== true;
  }
}

/** Adds a character to a gram, out of whose 32 bits the character before four others falls. */
function extend(gram: number, code: number): number {
  return (gram << 8) ^ code;
}

/** Fibonacci hashing (Knuth, The Art of Computer Programming, vol. 3, §6.4). */
function hash(gram: number): number {
  return Math.imul(gram, 0x9e3779b1) >>> 16;
}
