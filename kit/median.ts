/** The middle one of some numbers, the greater of two in the middle; undefined when there are none. */
export function medianOf(values: readonly number[]): number | undefined {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
