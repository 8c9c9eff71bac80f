/** The growth of lists to which elements are added one by one. */
import { chargeGrowth } from './charge.js';
import type { Value } from './values.js';

/** Mask for the number of additions to a list between two charges. */
export const addedUncharged = 2 ** 12 - 1;

/** Lengths between which growing lists get more capacity than the engine gives them. */
const shortestLong = 2 ** 14;
const longestDoubled = 2 ** 22;

/**
 * Charges for the growth of a list, now and then while elements are added. The engine enlarges a
 * full array by half, so most of the growth of a long array is copying; here its capacity is
 * doubled. Restoring the length keeps the capacity unless more than half of it is free, as may
 * happen the first time.
 */
export function noteGrowth(items: Value[]): void {
  const count = items.length;
  chargeGrowth(count);
  if ((count & (count - 1)) !== 0 || count < shortestLong || count > longestDoubled) return;
  for (let time = 0; time < 2; time++) {
    items.length = 2 * count;
    items.length = count;
  }
}
