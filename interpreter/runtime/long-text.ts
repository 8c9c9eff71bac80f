/** Long texts: joining, reading, comparing and building them, and what that costs. */
import { charge, checkLength } from './charge.js';
import { currentExecution } from './execution.js';

/** Shorter texts take no longer to join and compare than a step of a loop. */
export const longText = 2 ** 12;

/** Longer texts may be more than a run may have. */
const veryLongText = 2 ** 20;

/*
 * V8 puts a joined text together when somebody first reads it. Whoever joins pays nothing for that,
 * or a text that grows piece by piece would be paid for again with every piece. A native that reads
 * all of a text pays for its whole length anyway. One that reads a single byte pays as long as there
 * may be a long text that nobody has put together yet: as often as long texts were joined, and each
 * time for the longest of them. All that together is never less than what V8 has to do.
 */
let waitingJoins = 0;
let longestJoin = 0;

function checkJoin(length: number): void {
  checkLength(length);
  currentExecution().permit(length);
}

function noteJoin(length: number): void {
  if (length >= veryLongText) checkJoin(length);
  waitingJoins++;
  if (length > longestJoin) longestJoin = length;
}

/**
 * Passes on a text that was joined of others by `+`.
 *
 * @throws WrenAbort when it is longer than a string may be
 */
export function joined(text: string): string {
  if (text.length >= longText) noteJoin(text.length);
  return text;
}

function chargeJoin(): void {
  const length = longestJoin;
  waitingJoins--;
  if (waitingJoins === 0) longestJoin = 0;
  charge(length);
}

/** Called before a single byte of a text is read. */
export function touch(text: string): void {
  if (waitingJoins > 0 && text.length >= longText) chargeJoin();
}

/** Called before all of a text is read, where short ones are not worth counting. */
export function chargeLong(text: string): void {
  if (text.length >= longText) charge(text.length);
}

/** Called before a text is compared with another one of its length. */
export function chargeComparison(text: string): void {
  if (text.length >= longText) charge(2 * text.length);
}

/** Whether a text and a value are the same. */
export function sameText(one: string, other: unknown): boolean {
  // Texts of different lengths are told apart without looking into them.
  if (typeof other === 'string' && one.length === other.length) chargeComparison(one);
  return one === other;
}

/** So many pieces, or bytes in pieces, become one text before more are added. */
const piecesPerBlock = 2 ** 12;
const bytesPerBlock = 2 ** 16;

/** What a piece takes until it is part of a block, besides its bytes. */
const bytesPerPiece = 32;

/** Makes a long text of pieces, and charges the run for it as it grows. */
export class TextBuilder {
  #text = '';
  #pieces: string[] = [];
  #bytes = 0;

  /** @throws WrenAbort when the text gets too long or the run may not have it */
  add(piece: string): void {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    if (this.#pieces.length >= piecesPerBlock || this.#bytes >= bytesPerBlock) this.#closeBlock();
  }

  finish(): string {
    this.#closeBlock();
    return joined(this.#text);
  }

  #closeBlock(): void {
    checkLength(this.#text.length + this.#bytes);
    currentExecution().reserve(this.#bytes);
    charge(this.#pieces.length * bytesPerPiece);
    this.#text += this.#pieces.join('');
    this.#pieces = [];
    this.#bytes = 0;
  }
}
