/** The median; of an even count, the greater of the two middle values; undefined for no values. */
export function medianOf(values: readonly number[]): number | undefined {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
