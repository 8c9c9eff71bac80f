/**
 * Measures several contestants in turns, in reversed order every other time, so that a slow spell
 * of the machine hits all of them alike.
 *
 * @returns for each contestant, in the order given, its measurements
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
