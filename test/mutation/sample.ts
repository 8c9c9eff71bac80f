/**
 * Takes a random sample that depends on the seed only, in the order of the items.
 *
 * @param count size of the sample; all items if there are fewer
 */
export function takeSample<T>(items: readonly T[], count: number, seed: number): T[] {
  const random = randomNumbers(seed);
  const drawn = items.map((_item, index) => ({ index, draw: random() }));
  const chosen = drawn.sort((a, b) => a.draw - b.draw).slice(0, count);
  const indexes = new Set(chosen.map(({ index }) => index));
  return items.filter((_item, index) => indexes.has(index));
}

/** Random numbers in [0, 1), by xorshift. */
function randomNumbers(seed: number): () => number {
  let state = (seed * 2654435761) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
