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
 * The optimal string alignment distance: insertions, deletions, substitutions and swaps. By hand, in
 * 20 lines: commander has the same, but does not export it.
 */
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
