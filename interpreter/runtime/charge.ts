/**
 * What natives pay for their work, and the operators for the texts that they join. Work is counted
 * in bytes and elements that are read, moved or made; memory in bytes. The run looks at its budget
 * before it does what it has been charged for.
 */
import { abort } from './abort.js';
import { currentExecution } from './execution.js';
import { messages } from './messages.js';

/**
 * Bytes of the longest string: a quarter of what V8 can hold, so that no text that natives make of
 * one or two others comes near to the engine's own limit.
 */
export const maximumLength = 2 ** 27;

/**
 * V8 ends the process when an array grows beyond 2^27 elements. It makes a new array, half as large
 * again, when one has grown, so that both take memory for a moment: some 670 MB at this number.
 */
export const maximumCount = 2 ** 25;
const bytesPerElement = 8;

/** Aborts when a string cannot have that length. */
export function checkLength(length: number): void {
  if (length > maximumLength) abort(messages.tooLong('String'));
}

/** Aborts when a string of that length cannot be made, or the run may not have it. */
export function reserveLength(length: number): void {
  checkLength(length);
  currentExecution().reserve(length);
}

/** Aborts when a list cannot have that many elements. */
export function checkElements(count: number): void {
  if (count > maximumCount) abort(messages.tooLong('List'));
}

/** What an element takes for a moment when a list is made anew because it has grown. */
const bytesPerGrowth = 16;

/** Called now and then when elements are added one by one: the list may be made anew soon. */
export function chargeGrowth(count: number): void {
  checkElements(count);
  currentExecution().permit(count * bytesPerElement);
  charge(count * bytesPerGrowth);
}

/** Aborts when that many elements cannot be made, or the run may not have them. */
export function reserveElements(count: number): void {
  checkElements(count);
  currentExecution().reserve(count * bytesPerElement);
  charge(count * bytesPerGrowth);
}

/** Called before so many bytes or elements are read or moved. */
export function charge(units: number): void {
  currentExecution().work(units);
}

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
