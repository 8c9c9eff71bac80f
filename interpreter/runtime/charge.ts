/**
 * Charges of natives to the budget. Work is counted in bytes and elements that are read, moved or
 * made; memory is counted in bytes. Natives charge before they work.
 */
import { abort } from './errors.js';
import { currentExecution } from './execution.js';
import { messages } from './messages.js';

/**
 * Greatest length of a string in bytes: a quarter of V8's limit, so that no string that natives
 * make from one or two others comes near that limit.
 */
const maximumLength = 2 ** 27;

/**
 * Greatest number of elements of a list. V8 ends the process when an array grows beyond 2^27
 * elements. A growing array is copied into one half as large again; at this limit both take about
 * 670 MB.
 */
const maximumCount = 2 ** 25;
const bytesPerElement = 8;

/** @throws WrenAbort if a length exceeds that of strings */
export function checkLength(length: number): void {
  if (length > maximumLength) abort(messages.tooLong('String'));
}

/**
 * Reserves memory for a string.
 *
 * @throws WrenAbort if the length exceeds that of strings or the run's memory limit
 */
export function reserveLength(length: number): void {
  checkLength(length);
  currentExecution().reserve(length);
}

/** @throws WrenAbort if a count exceeds that of lists */
export function checkElements(count: number): void {
  if (count > maximumCount) abort(messages.tooLong('List'));
}

/** Bytes per element while a growing array is copied. */
const bytesPerGrowth = 16;

/**
 * Charges for the growth of a list. Called now and then while elements are added one by one.
 *
 * @throws WrenAbort if the count exceeds that of lists, or the run exceeds a limit
 */
export function chargeGrowth(count: number): void {
  checkElements(count);
  currentExecution().permit(count * bytesPerElement);
  charge(count * bytesPerGrowth);
}

/** Mask for the number of additions to a map between two charges. */
export const addedUncharged = 2 ** 14 - 1;

/**
 * Charges for the growth of a map. Called now and then while entries are added one by one.
 *
 * @param bytesPerEntry while the map keeps its size; a growing one takes about three times as much
 * @throws WrenAbort if the run exceeds a limit
 */
export function chargeEntries(count: number, bytesPerEntry: number): void {
  currentExecution().permit(count * bytesPerEntry);
  charge(count * bytesPerGrowth);
}

/**
 * Reserves memory for the elements of a list, and charges for making them.
 *
 * @throws WrenAbort if the count exceeds that of lists, or the run exceeds a limit
 */
export function reserveElements(count: number): void {
  checkElements(count);
  currentExecution().reserve(count * bytesPerElement);
  charge(count * bytesPerGrowth);
}

/**
 * Charges the current run for work, in bytes or elements that the caller is about to read or move.
 *
 * @throws WrenAbort if the run exceeded its time or memory limit, or was cancelled
 */
export function charge(units: number): void {
  currentExecution().work(units);
}

/** Work per step of the compiler, which takes up to some microseconds. */
const workPerStep = 64;

/**
 * Charges a step of the compiler: a token, or a visit of a node of a tree. It is called for each of
 * them, so that no construct of the grammar is compiled without polls.
 *
 * @param length of the text that the step reads, in bytes
 */
export function chargeStep(length = 0): void {
  currentExecution().work(workPerStep + length);
}
