/** Suggestions for mistyped words. */

/**
 * The candidate closest to a word, when at most a third of the word's letters differ; otherwise
 * undefined. A swap of neighboring letters counts as one difference.
 */
export function closestTo(word: string, candidates: Iterable<string>): string | undefined {
  let closest: string | undefined;
  let least = Math.floor(word.length / 3) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const distance = distanceBetween(word, candidate);
    if (distance < least) [closest, least] = [candidate, distance];
  }
  return closest;
}

/** The optimal string alignment distance: insertions, deletions, substitutions and swaps. */
function distanceBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const [left = 0, up = 0, diagonal = 0] = [row[j - 1], last[j], last[j - 1]];
      let distance = Math.min(left + 1, up + 1, diagonal + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        distance = Math.min(distance, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(distance);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
