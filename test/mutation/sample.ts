/**
 * Takes some of many, in their order: the same ones for the same seed.
 *
 * @param count how many; all when there are fewer
 */
export function takeSample<T>(items: readonly T[], count: number, seed: number): T[] {
  const random = randomNumbers(seed);
  const drawn = items.map((_item, index) => ({ index, draw: random() }));
  const chosen = drawn.sort((a, b) => a.draw - b.draw).slice(0, count);
  const indexes = new Set(chosen.map(({ index }) => index));
  return items.filter((_item, index) => indexes.has(index));
}

/** Numbers from 0 up to 1, by xorshift. */
function randomNumbers(seed: number): () => number {
  let state = (seed * 2654435761) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
