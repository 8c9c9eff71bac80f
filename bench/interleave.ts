/**
 * Measures several contestants in turns, in reversed order every other time, so that a slow phase
 * of the machine affects all of them alike.
 *
 * @returns the measurements of each contestant, in the given order
 */
export async function interleave<Contestant, Measurement>(
  contestants: readonly Contestant[],
  turns: number,
  measure: (contestant: Contestant) => Promise<Measurement>,
): Promise<Measurement[][]> {
  const measurements = contestants.map((): Measurement[] => []);
  for (let turn = 0; turn < turns; turn++) {
    const order = [...contestants.entries()];
    if (turn % 2 === 1) order.reverse();
    for (const [index, contestant] of order) {
      measurements[index]?.push(await measure(contestant));
    }
  }
  return measurements;
}
