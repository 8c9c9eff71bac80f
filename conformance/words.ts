/** A number with what it counts: `1 requirement`, `2 requirements`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** What a reader does not see, or takes for a part of the character before it; but for the blank. */
const invisible = /(?! )[\p{C}\p{M}\p{Z}]/gu;

/** A text with escape sequences, as in JSON, for all that cannot be seen. */
export function escapeInvisible(text: string): string {
  return text.replace(invisible, (character) => {
    const units = character.split('').map((unit) => unit.charCodeAt(0));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  });
}

/** The other case for every letter that has one. */
export function swapCase(text: string): string {
  return text.replace(/\p{L}/gu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
