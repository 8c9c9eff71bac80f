/**
 * The texts by which a run recognizes its own data. No other file knows their format: a text is the
 * run's marker, a hyphen and a number, such as `touchstone-5f0c93ab-17`; a word has the same in 12
 * characters, such as `u0qfzr9y000h`. Suites may put up to six characters between marker and number.
 */
import { createHash, randomBytes } from 'node:crypto';
import { escapeRegExp } from '../../kit/words.js';

/** A marker for a new run, unlike that of any other. */
export function createMarker(): string {
  return `touchstone-${randomBytes(4).toString('hex')}`;
}

/** A unique text of a run. */
export function textWith(marker: string, number: number): string {
  return `${marker}-${number}`;
}

/** What the unique words of a run begin with: the digits of its marker, in fewer characters. */
function wordMarkerOf(marker: string): string {
  return `u${Number.parseInt(marker.slice(-8), 16).toString(36).padStart(7, '0')}`;
}

/** A unique word of 12 characters. */
export function wordWith(marker: string, number: number): string {
  return wordMarkerOf(marker) + number.toString(36).padStart(4, '0');
}

/**
 * A text of the form of another one, with other letters and digits.
 *
 * @param seed determines them
 */
export function textLike(form: string, seed: string): string {
  const digest = createHash('sha256').update(`${form} ${seed}`).digest();
  return [...form]
    .map((letter, index) => {
      const alphabet = alphabets.find((one) => one.includes(letter));
      const byte = digest[index % digest.length] ?? 0;
      return alphabet === undefined ? letter : alphabet[byte % alphabet.length];
    })
    .join('');
}

const alphabets = ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz', '0123456789'];

/** The text or word of any run, with its marker in a group. */
const textOfAnyRun = /(touchstone-[\da-f]{8})-\d+|\b(u[\da-z]{7})[\da-z]{4}\b/g;

/** A text in which the texts and words of all runs have lost their numbers. */
export function withoutNumbers(text: string): string {
  return text.replace(textOfAnyRun, '$1$2');
}

/** Matches the texts of a run: its marker with what follows up to a number, and the number. */
export function numberedTexts(marker: string): RegExp {
  return new RegExp(`(${escapeRegExp(marker)}\\D{1,6})(\\d+)`, 'g');
}

/** A text in which all texts and words of a run have another number, of at least seven digits. */
export function renumber(text: string, marker: string, number: number): string {
  const words = new RegExp(`(${escapeRegExp(wordMarkerOf(marker))})[\\da-z]{4}`, 'g');
  return text
    .replace(words, `$1${number.toString(36).slice(-4)}`)
    .replace(numberedTexts(marker), `$1${number}`);
}

/** A text in which placeholders stand for the texts and words of a run. */
export function withPlaceholders(text: string, marker: string): string {
  const words = new RegExp(`${wordMarkerOf(marker)}[\\da-z]{4}`, 'g');
  return text
    .replace(new RegExp(`${escapeRegExp(marker)}(?:-\\d+)?`, 'g'), '${unique}')
    .replace(words, '${unique-word}');
}

/** The texts and words of a run in a text, in any case, with the letters and digits that follow. */
export function findOwnTexts(text: string, marker: string): readonly string[] {
  const markers = [marker, wordMarkerOf(marker)].map(escapeRegExp).join('|');
  return [...text.matchAll(new RegExp(`(?:${markers})[\\w-]*`, 'gi'))].map(([found]) => found);
}

/** Whether a text is nothing but the marker, or a text or word of the run. */
export function isOwnText(text: string, marker: string): boolean {
  const rest = text.replace(marker, '').replace(wordMarkerOf(marker), '');
  return /^(?:-\d+|[\da-z]{4})?$/.test(rest);
}

/** The forms of the marker and of that of words, by the marker: every request looks for them. */
const formsByMarker = new Map<string, readonly string[]>();

/** Whether a text contains a run's marker, or that of its words, plain or in base64. */
export function containsMarker(text: string, marker: string): boolean {
  const forms =
    formsByMarker.get(marker) ?? [marker, wordMarkerOf(marker)].flatMap((one) => formsOf(one));
  formsByMarker.set(marker, forms);
  return forms.some((one) => text.includes(one));
}

/** Whether a text contains another one, plain or in base64. */
export function containsEncoded(text: string, part: string): boolean {
  return formsOf(part).some((one) => text.includes(one));
}

const formsOf = (text: string): readonly string[] => [text, ...inBase64(text)];

/**
 * The digits that a text has inside longer texts in base64 or base64url (RFC 4648), for each place
 * among groups of three bytes, without those that other bytes influence.
 */
function inBase64(text: string): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.from(' '.repeat(before) + text);
    const [start, end] = [Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3)];
    return (['base64', 'base64url'] as const).map((one) => bytes.toString(one).slice(start, end));
  });
}
