/** A number with what it counts: `1 requirement`, `2 requirements`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** What a reader does not see, or takes for a part of the character before it; but for the blank. */
const invisible = /(?! )[\p{C}\p{M}\p{Z}]/gu;

/** A text with escape sequences, as in JSON, for all that cannot be seen. */
export function escapeInvisible(text: string): string {
  return text.replace(invisible, asEscapes);
}

/**
 * What changes how a text looks or is read without being seen itself: control characters but for line
 * feed and tab, marks of direction, characters without width, other ends of lines, halves of pairs,
 * and what no font has.
 */
export const hidden = /(?![\n\t])[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu;

/** A text that looks like what it is; letters with marks stay, unlike in `escapeInvisible`. */
export function escapeHidden(text: string): string {
  return isPrintable(text) ? text : text.replace(hidden, asEscapes);
}

/** Nearly all texts are ASCII, for which no tables of Unicode have to be asked. */
function isPrintable(text: string): boolean {
  return !/[^\t\n -~]/.test(text);
}

function asEscapes(character: string): string {
  const units = character.split('').map((unit) => unit.charCodeAt(0));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** The other case for every letter that has one. */
export function swapCase(text: string): string {
  return text.replace(/\p{L}/gu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
