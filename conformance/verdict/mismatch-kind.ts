/** The kind of a mismatch, whatever its row and value: its aspect, and how the value changed. */
import { isCutShort } from '../http/exchange.js';
import type { Mismatch } from './outcomes.js';

/** The name of the member or the header, or else the part of the answer. */
export function aspectOf(path: string): string {
  const [place = '', ...members] = path.replace(/\[[^\]]*\]|\([^)]*\)/g, '').split('.');
  if (members.length > 0) return (members.at(-1) ?? '').split(' ')[0] ?? '';
  if (/^status/.test(place)) return 'status';
  if (place.startsWith('header ')) return place;
  if (place.startsWith('the envelope')) return 'envelope';
  return /^(the (list$|pages|other)|page \d)/.test(place) ? 'list' : 'whole';
}

/**
 * Whether a mismatch is about a member with a single value. A row is found by its id, and a list has a
 * length, whatever such values are.
 */
export function isOfValue({ path, expected }: Mismatch): boolean {
  const isMember = path.includes('.') && !/^(id|length)$/.test(aspectOf(path));
  return isMember && !/^(an (array|object)|[[{])/.test(expected);
}

/** The expected and the observed number: the same pair is the same symptom in any member. */
export function becomingOf({ expected, observed }: Mismatch): string | undefined {
  const [from, to] = [readValue(expected), readValue(observed)];
  if (typeof from !== 'number' || typeof to !== 'number') return undefined;
  return Math.abs(to - from) > 1 ? `${from} became ${to}` : undefined;
}

/** Whether a text describes an unreadable body. */
export const unreadable = /a body .*not readable as JSON/;

/** The kind of an unreadable body, by the text that describes it. */
export const unreadableAs = (text: string) => (isCutShort(text) ? 'cut short' : 'not JSON');

/** The kind of difference between expected and observed value. */
export function changeOf(mismatch: Mismatch, mismatches: readonly Mismatch[]): string {
  const { expected, observed } = mismatch;
  const [from, to] = [readValue(expected), readValue(observed)];
  if (unreadable.test(observed)) return unreadableAs(observed);
  if (mismatches.some((other) => areSwapped(mismatch, other))) return 'the value of another member';
  if (typeof from === 'number' && typeof to === 'number') return compareNumbers(from, to);
  if (typeof from === 'string' && typeof to === 'string') return compareTexts(from, to);
  return kindOf(to);
}

function areSwapped(one: Mismatch, other: Mismatch): boolean {
  const isSwapped = one.expected === other.observed && one.observed === other.expected;
  return isSwapped && aspectOf(one.path) !== aspectOf(other.path);
}

function compareNumbers(expected: number, observed: number): string {
  const isClose = Math.abs(expected - observed) < 1;
  if (isClose && !Number.isInteger(expected) && Number.isInteger(observed)) return 'a whole number';
  if (observed === 0) return 'zero';
  if (observed === -expected) return 'the other sign';
  return otherNumber;
}

/** The kind of a text that has nothing in common with the expected one. */
export const otherText = 'another text';

const otherNumber = 'another number';

/** Whether the observed value has nothing in common with the expected one. */
export function isOther(mismatch: Mismatch, mismatches: readonly Mismatch[]): boolean {
  return [otherText, otherNumber].includes(changeOf(mismatch, mismatches));
}

/** The kind of difference between two texts. */
export function compareTexts(expected: string, observed: string): string {
  if (observed === '') return 'an empty text';
  if (expected.startsWith(observed) || expected.endsWith(observed)) return 'a part of the text';
  if (isSubsequence(observed, expected)) return 'a text with gaps';
  return isSubsequence(expected, observed) ? 'a text with additions' : otherText;
}

/**
 * Whether a longer text has all characters of a text, in their order. A much
 * longer text is not a sign: most texts contain all characters of a short one.
 */
function isSubsequence(text: string, longer: string): boolean {
  if (longer.length > 2 * text.length) return false;
  let from = 0;
  for (const character of text) {
    from = longer.indexOf(character, from) + character.length;
    if (from < character.length) return false;
  }
  return true;
}

/** Reads a rendered value; words stand for a text, such as a body that is not JSON. */
export function readValue(rendered: string): unknown {
  return rendered === 'nothing' ? undefined : (readJson(rendered) ?? rendered);
}

/** Reads rendered JSON; of a cut text, its beginning, and of other cut values, the kind. */
function readJson(rendered: string): unknown {
  try {
    return JSON.parse(rendered.replace(/^(".*)…$/, '$1"'));
  } catch {
    return rendered.startsWith('{') ? {} : rendered.startsWith('[') ? [] : undefined;
  }
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  return Array.isArray(value) ? 'an array' : `of type ${typeof value}`;
}

/** The maximum length of a usual text, in characters. */
const longestUsual = 100;

/**
 * Whether an expected value is one that any target handles: a short text of letters, digits, spaces
 * and hyphens, or a positive number of moderate size with at most two decimals. Zero, `null` and an
 * empty text are unusual, for example. Undefined for other texts of ASCII characters, and for words
 * in place of a value.
 */
export function isUsualValue(rendered: string): boolean | undefined {
  const value = readJson(rendered);
  switch (typeof value) {
    case 'number':
      return value > 0 && value < 1e6 && value === Math.round(value * 100) / 100;
    case 'string':
      return isUsualText(value);
    case 'undefined':
      return undefined;
    default:
      return value !== null && value !== false;
  }
}

function isUsualText(text: string): boolean | undefined {
  if (text === '' || text.length > longestUsual || /[^ -~]/.test(text)) return false;
  return /^[\w -]+$/.test(text) ? true : undefined;
}
