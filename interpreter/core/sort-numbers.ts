/** Sorts numbers in pieces, with charges between them. */
import { charge, reserveElements } from '../runtime/charge.js';

/** Count of numbers that are sorted between two polls, in some milliseconds. */
const runLength = 2 ** 15;

/** Work per number: about one comparison per bit of the count. */
const workPerNumber = 16;

const ascending = (one: number, other: number): number => one - other;

/**
 * Sorts numbers in place. Equal numbers, such as 0 and -0, keep their order. There must be no NaN.
 */
export function sortNumbers(numbers: number[]): void {
  const count = numbers.length;
  if (count <= runLength) {
    charge(count * workPerNumber);
    numbers.sort(ascending);
    return;
  }
  reserveElements(2 * count);
  let sorted = sortRuns(numbers);
  let spare: Float64Array = new Float64Array(count);
  for (let width = runLength; width < count; width *= 2) {
    for (let start = 0; start < count; start += 2 * width) mergeRuns(sorted, spare, start, width);
    [sorted, spare] = [spare, sorted];
  }
  for (let index = 0; index < count; index++) numbers[index] = sorted[index] as number;
}

function sortRuns(numbers: readonly number[]): Float64Array {
  const sorted = new Float64Array(numbers.length);
  for (let start = 0; start < numbers.length; start += runLength) {
    charge(runLength * workPerNumber);
    sorted.set(numbers.slice(start, start + runLength).sort(ascending), start);
  }
  return sorted;
}

/** Merges two adjacent runs of `width` numbers; the second may be shorter or empty. */
function mergeRuns(source: Float64Array, target: Float64Array, start: number, width: number): void {
  const middle = Math.min(start + width, source.length);
  const end = Math.min(start + 2 * width, source.length);
  charge(end - start);
  let left = start;
  let right = middle;
  for (let index = start; index < end; index++) {
    const [one = 0, other = 0] = [source[left], source[right]];
    const takesLeft = left < middle && (right >= end || one <= other);
    target[index] = takesLeft ? one : other;
    if (takesLeft) left++;
    else right++;
  }
}
