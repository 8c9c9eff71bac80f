/** The kind of a mismatch, whatever its row and value: its aspect, and how the value changed. */
import {
  type Expected,
  type Observed,
  type RecordedMismatch,
  typeOf,
} from '../mismatches/mismatch.js';

/** The name of the member that a mismatch is about, or else undefined. */
function memberOf({ place }: RecordedMismatch): string | undefined {
  return place.location.findLast((step) => typeof step === 'string');
}

/** Whether a mismatch is about the id of a row or resource. */
export function isOfId(one: RecordedMismatch): boolean {
  return one.kind !== 'count' && memberOf(one) === 'id';
}

/** What was looked at, whatever the answer: a member, a header, or a part of the answer. */
export function aspectOf(one: RecordedMismatch): string {
  const { part, name } = one.place;
  if (one.kind === 'count') return 'count';
  const member = memberOf(one);
  if (member !== undefined) return `member ${member}`;
  if (part === 'header') return `header ${name}`;
  return part === 'status' || part === 'envelope' || part === 'list' ? part : 'whole';
}

/**
 * Whether a mismatch is about a member with a single value. A row is found by its id, and a list has a
 * length, whatever such values are.
 */
export function isOfValue(one: RecordedMismatch): boolean {
  const isMember = memberOf(one) !== undefined && !isOfId(one) && one.kind !== 'count';
  return isMember && !isContainer(typeDue(one.expected));
}

/** Whether a type is that of a value with parts. */
export const isContainer = (type: string | undefined) => type === 'array' || type === 'object';

/** The type of the expected value; undefined when the expectation tells none. */
function typeDue(expected: Expected): string | undefined {
  if (expected.is === 'type') return expected.type;
  return expected.is === 'value' ? typeOf(expected.value) : undefined;
}

/** The value of an expectation or observation; undefined for words and for nothing. */
export function valueIn(side: Expected | Observed): unknown {
  const value = side.is === 'value' ? side.value : undefined;
  return typeof value === 'bigint' ? Number(value) : value;
}

/** The expected and the observed number: the same pair is the same symptom in any member. */
export function becomingOf({ expected, observed }: RecordedMismatch): string | undefined {
  const [from, to] = [valueIn(expected), valueIn(observed)];
  if (typeof from !== 'number' || typeof to !== 'number') return undefined;
  return Math.abs(to - from) > 1 ? `${from} became ${to}` : undefined;
}

/** The kind of difference between expected and observed value. */
export function changeOf(one: RecordedMismatch, mismatches: readonly RecordedMismatch[]): string {
  const { expected, observed } = one;
  if (observed.is === 'unreadable') return observed.how;
  if (mismatches.some((other) => areSwapped(one, other))) return 'the value of another member';
  const [from, to] = [valueIn(expected), valueIn(observed)];
  // Whether a type or a value is expected, a value of another type is the same fault.
  if (one.kind === 'type') return kindOf(to);
  if (typeof from === 'number' && typeof to === 'number') return compareNumbers(from, to);
  if (typeof from === 'string' && typeof to === 'string') return compareTexts(from, to);
  if (observed.is === 'words') return otherText;
  if (expected.is !== 'value' && typeof to === 'string') return to === '' ? noText : otherText;
  return kindOf(to);
}

function areSwapped(one: RecordedMismatch, other: RecordedMismatch): boolean {
  const [from, to] = [valueIn(one.expected), valueIn(one.observed)];
  if (isContainer(typeOf(from)) || from === undefined || to === undefined) return false;
  const isSwapped = from === valueIn(other.observed) && to === valueIn(other.expected);
  return isSwapped && aspectOf(one) !== aspectOf(other);
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

const noText = 'an empty text';

const otherNumber = 'another number';

/** Whether the observed value has nothing in common with the expected one. */
export function isOther(
  mismatch: RecordedMismatch,
  mismatches: readonly RecordedMismatch[],
): boolean {
  return [otherText, otherNumber].includes(changeOf(mismatch, mismatches));
}

/** The kind of difference between two texts. */
export function compareTexts(expected: string, observed: string): string {
  if (observed === '') return noText;
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

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  return Array.isArray(value) ? 'an array' : `of type ${typeof value}`;
}

/** The maximum length of a usual text, in characters. */
const longestUsual = 100;

/**
 * Whether every target can be expected to handle a value: a short text of letters, digits, spaces
 * and hyphens, or a positive number of moderate size with at most two decimals. False for zero,
 * `null` and an empty text, for example. Undefined for other ASCII texts, and for words in place of a
 * value.
 */
export function isUsualValue(expected: Expected): boolean | undefined {
  const value = valueIn(expected);
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
