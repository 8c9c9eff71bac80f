/** What natives ask before they make something large. */
import { abort } from '../runtime/abort.js';
import { currentExecution } from '../runtime/execution.js';
import { messages } from '../runtime/messages.js';

/** V8 holds no longer strings than about 2^29 characters. */
const maximumLength = 2 ** 29 - 25;

/** V8 ends the process when an array grows beyond 2^27 elements; half of that grows safely. */
export const maximumCount = 2 ** 26;
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

/** Aborts when that many elements cannot be made, or the run may not have them. */
export function reserveElements(count: number): void {
  checkElements(count);
  currentExecution().reserve(count * bytesPerElement);
}

/** So many bytes or elements take a native long enough to look at the budget first. */
const longSize = 2 ** 16;

/** Called by natives that go through all of something which may be long. */
export function pollForSize(size: number): void {
  if (size >= longSize) currentExecution().poll();
}
