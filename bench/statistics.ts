/** The median; of an even count, the mean of the two middle values. */
export function median(values: readonly number[]): number {
  return (quantile(values, 0.5, Math.floor) + quantile(values, 0.5, Math.ceil)) / 2;
}

/** The percentile: the smallest value that at least `share` (0 to 1) of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = sortNumbers(values);
  return at(sorted, Math.max(0, Math.ceil(share * sorted.length) - 1));
}

/** The geometric mean, as ratios need it: that of 2 and 1/2 is 1. */
export function geometricMean(ratios: readonly number[]): number {
  const logarithms = ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0);
  return Math.exp(logarithms / ratios.length);
}

function quantile(
  values: readonly number[],
  share: number,
  round: (index: number) => number,
): number {
  return at(sortNumbers(values), round(share * (values.length - 1)));
}

function sortNumbers(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b);
}

function at(sorted: readonly number[], index: number): number {
  const value = sorted[index];
  if (value === undefined) throw new Error('An empty list has no median and no percentile.');
  return value;
}

/**
 * Measures several contestants in turns, in reversed order every other time, so that a slow phase
 * of the machine affects all of them alike.
 *
 * @returns the measurements of each contestant, in the given order
 */
export async function interleave<const Contestants extends readonly unknown[], Measurement>(
  contestants: Contestants,
  turns: number,
  measure: (contestant: Contestants[number]) => Promise<Measurement>,
): Promise<{ [Place in keyof Contestants]: Measurement[] }> {
  const all = contestants.map((contestant) => ({ contestant, times: [] as Measurement[] }));
  for (let turn = 0; turn < turns; turn++) {
    for (const { contestant, times } of turn % 2 === 0 ? all : all.toReversed()) {
      times.push(await measure(contestant));
    }
  }
  return all.map(({ times }) => times) as { [Place in keyof Contestants]: Measurement[] };
}
