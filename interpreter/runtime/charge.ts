/**
 * What natives pay for their work, and the operators for the texts that they join. Work is counted
 * in bytes and elements that are read, moved or made; memory in bytes. The run looks at its budget
 * before it does what it has been charged for.
 */
import { abort } from './errors.js';
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
