/** Finds the text that an author probably meant. */

/** The candidate with the most words in common; undefined when it has few of them. */
export function findNearest(text: string, candidates: readonly string[]): string | undefined {
  const words = wordsOf(text);
  const scored = candidates
    .map((candidate) => ({ candidate, score: likeness(words, wordsOf(candidate)) }))
    .sort((a, b) => b.score - a.score);
  const [best] = scored;
  return best === undefined || best.score < 0.5 ? undefined : best.candidate;
}

/** The words of a text, without quoted texts and parameters. */
function wordsOf(text: string): ReadonlySet<string> {
  const plain = text.toLowerCase().replace(/"[^"]*"|\{[^}]*\}|\S*[/$]\S*/g, ' ');
  return new Set(plain.match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** From 0, no common words, to 1, the same words. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((word) => b.has(word)).length;
  return common === 0 ? 0 : common / (a.size + b.size - common);
}
