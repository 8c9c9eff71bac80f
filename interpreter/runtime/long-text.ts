/** Long strings: the charges for joining, reading, comparing and building them. */
import { charge, checkLength } from './charge.js';
import { currentExecution } from './execution.js';

/** Shorter strings take no longer to join and compare than an iteration of a loop. */
export const longText = 2 ** 12;

/** Longer strings may exceed the memory limit of a run. */
const veryLongText = 2 ** 20;

/*
 * V8 flattens a joined string when it is first read. Joining is not charged, since a string that
 * grows piece by piece would be charged again with every piece. A native that reads a whole string
 * is charged for its length anyway. A native that reads a single byte is charged while there may be
 * long strings that V8 has not flattened: once per join of long strings, each time for the longest
 * of them. The sum is never less than V8's work.
 */
let pendingJoins = 0;
let longestJoin = 0;

function checkJoin(length: number): void {
  checkLength(length);
  currentExecution().permit(length);
}

function noteJoin(length: number): void {
  if (length >= veryLongText) checkJoin(length);
  pendingJoins++;
  if (length > longestJoin) longestJoin = length;
}

/**
 * Checks and returns a string that the caller joined by `+`.
 *
 * @param text a byte string
 * @throws WrenAbort if the string is too long, or exceeds the run's memory limit
 */
export function joined(text: string): string {
  if (text.length >= longText) noteJoin(text.length);
  return text;
}

function chargeJoin(): void {
  const length = longestJoin;
  pendingJoins--;
  if (pendingJoins === 0) longestJoin = 0;
  charge(length);
}

/** Charges for flattening a string. Called before a single byte of it is read. */
export function touch(text: string): void {
  if (pendingJoins > 0 && text.length >= longText) chargeJoin();
}

/**
 * Charges the current run for reading a whole string; short strings are free.
 *
 * @throws WrenAbort if the run exceeded its time or memory limit, or was cancelled
 */
export function chargeLong(text: string): void {
  if (text.length >= longText) charge(text.length);
}

/** Charges for comparing a string with another of its length. */
export function chargeComparison(text: string): void {
  if (text.length >= longText) charge(2 * text.length);
}

/** Whether a value is a string with the same bytes. */
export function sameText(one: string, other: unknown): boolean {
  // Strings of different lengths are compared without reading them.
  if (typeof other === 'string' && one.length === other.length) chargeComparison(one);
  return one === other;
}

/** Number of pieces, and of their bytes, after which pieces are joined into a block. */
const piecesPerBlock = 2 ** 12;
const bytesPerBlock = 2 ** 16;

/** Memory of a piece besides its bytes, until it is part of a block. */
const bytesPerPiece = 32;

/** Builds a long byte string from pieces, and charges the current run for it as it grows. */
export class TextBuilder {
  #text = '';
  #pieces: string[] = [];
  #bytes = 0;

  /**
   * Appends a piece, a byte string.
   *
   * @throws WrenAbort if the string is too long, or the run exceeds a limit
   */
  add(piece: string): void {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    if (this.#pieces.length >= piecesPerBlock || this.#bytes >= bytesPerBlock) this.#closeBlock();
  }

  /**
   * Returns the string.
   *
   * @throws WrenAbort if the string is too long, or the run exceeds a limit
   */
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
