/** Words and texts for people: counts, quotation, escapes, suggestions. */

/** A count with its noun: `1 requirement`, `2 requirements`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The first names of a list, and the number of the others: `a, b and 3 more` */
export function nameFirst(names: readonly string[], most = 5): string {
  const rest = names.length - most;
  return `${names.slice(0, most).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** A duration, given in milliseconds: `83 ms`, `1.5 s` */
export function formatMs(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** The text before the first separator and the text after it, which is empty without a separator. */
export function cut(text: string, separator: string): readonly [before: string, after: string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}

export function firstLineOf(text: string): string {
  return cut(text, '\n')[0];
}

/** Decodes a percent-encoded text; an invalid encoding stands for itself. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Escapes a text for a regular expression, which then matches it literally. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Shortens a text to at most `longest` characters, the last of which is then `…`. */
export function shorten(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`;
}

/** Whether a text is an http or https URL; pages link to no other, such as `javascript:`. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/**
 * Quotes a word of a command where needed: on Windows for PowerShell, elsewhere for a POSIX shell.
 *
 * @param platform as in `process.platform`
 */
export function quoteWord(word: string, platform: string = process.platform): string {
  if (/^[\w./\-\u0080-\uffff]+$/.test(word)) return word;
  const quotation = platform === 'win32' ? "''" : "'\\''";
  return `'${word.replaceAll("'", quotation)}'`;
}

/** Invisible and combining characters, except the blank. */
const invisible = /(?! )[\p{C}\p{M}\p{Z}]/gu;

/** Replaces invisible and combining characters by JSON escapes. */
export function escapeInvisible(text: string): string {
  return text.replace(invisible, asEscapes);
}

/**
 * Invisible characters that change how a text is displayed: control characters except line feed and
 * tab, bidirectional marks, zero-width characters, Unicode line separators, lone surrogates, and
 * unassigned code points.
 */
export const hidden = /(?![\n\t])[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu;

/** Replaces hidden characters by JSON escapes; unlike `escapeInvisible`, keeps combining marks. */
export function escapeHidden(text: string): string {
  return isPrintable(text) ? text : text.replace(hidden, asEscapes);
}

/** Fast path for printable ASCII, without Unicode tables. */
function isPrintable(text: string): boolean {
  return !/[^\t\n -~]/.test(text);
}

function asEscapes(character: string): string {
  const units = character.split('').map((unit) => unit.charCodeAt(0));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** Swaps the case of every letter. */
export function swapCase(text: string): string {
  return text.replace(/\p{L}/gu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/** A workflow command of GitHub Actions, which annotates a job: `::error title=a::message`. */
export function workflowCommand(
  level: 'error' | 'warning',
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const data = (text: string) => escapeHidden(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
  const given = Object.entries(properties).map(
    ([name, value]) =>
      `${name}=${data(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`,
  );
  return `::${level} ${given.join(',')}::${data(message)}`;
}

/**
 * The candidate closest to a word, when at most a third of the word's letters differ; otherwise
 * undefined. A swap of neighbouring letters counts as one difference.
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

/**
 * The optimal string alignment distance: insertions, deletions, substitutions and swaps. Commander
 * has the same function, but does not export it.
 */
function distanceBetween(a: string, b: string): number {
  const rows: number[][] = [];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 0; i <= a.length; i += 1) {
    const row: number[] = [];
    rows.push(row);
    for (let j = 0; j <= b.length; j += 1) {
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : replaced;
      const least = Math.min(at(i, j - 1) + 1, at(i - 1, j) + 1, replaced, swapped);
      row.push(i + j === 0 ? 0 : least);
    }
  }
  return at(a.length, b.length);
}
