import { sha256 } from '../sha256.js';

/** How many texts are remembered, and how long they may be. */
const [mostTexts, longestText] = [256, 128];

/**
 * Hashes of short texts that were hashed lately. Scripts hash the key or token of every request, and
 * most clients send the same one again: to hash it each time takes 6 % of a read by id.
 *
 * The texts stay in memory only, as those of requests do.
 */
export class RecentHashes {
  readonly #hashes = new Map<string, string>();

  /** The SHA-256 in hexadecimal of a text, which is hashed as UTF-8. */
  find(text: string): string {
    if (text.length > longestText) return sha256(text);
    const known = this.#hashes.get(text);
    if (known !== undefined) return known;
    const hash = sha256(text);
    if (this.#hashes.size >= mostTexts) this.#hashes.clear();
    // A copy: a part of a larger text would keep the whole of it in memory.
    this.#hashes.set(Buffer.from(text).toString(), hash);
    return hash;
  }
}
