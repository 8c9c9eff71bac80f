/**
 * Mismatches as data: the place, the kind of difference, the expected and the observed value, and
 * the exchange that shows them. Verdicts and causes compare these values; only mismatch-text.ts
 * makes words of them, so no verdict depends on words.
 */
import { isNumber } from '../http/exact-number.js';
import type { Exchange, UnreadableBody } from '../http/exchange.js';

/** The steps from a JSON document to a value in it: names of members, and indexes. */
export type Location = readonly (string | number)[];

/** The part of the target's behaviour that a mismatch is about. */
export interface Place {
  readonly part: /** The status of an answer. */
    | 'status'
    /** A header of an answer; `name` is its name in lower case. */
    | 'header'
    /** A value in the body of an answer. */
    | 'body'
    /** A value of a row, as answers after a change show it; `name` is the view: `the row read`. */
    | 'row'
    /** The rows or elements that a list has, maybe on several pages; `name` is the list. */
    | 'list'
    /** An answer as a whole. */
    | 'answer'
    /** Several answers together. */
    | 'answers'
    /** An envelope around the content of a body. */
    | 'envelope'
    /** A value that the scenario remembers; `name` is its name. */
    | 'remembered'
    /** Words of an author, which only people understand: `name`. */
    | 'text';
  readonly name?: string;
  /** In the JSON document; empty for the whole. */
  readonly location: Location;
}

/** The status of an answer. */
export const atStatus: Place = { part: 'status', location: [] };

/** An answer as a whole. */
export const inAnswer: Place = { part: 'answer', location: [] };

/** Several answers together. */
export const inAnswers: Place = { part: 'answers', location: [] };

/** An envelope around the content of a body. */
export const atEnvelope: Place = { part: 'envelope', location: [] };

/** A header of an answer. */
export function atHeader(name: string): Place {
  return { part: 'header', name: name.toLowerCase(), location: [] };
}

/** A value in the body of an answer; the whole body without steps. */
export function inBody(...location: Location): Place {
  return { part: 'body', location };
}

/**
 * A row, or a value in it, as an answer after a change shows it.
 *
 * @param view in words: `the row read`
 */
export function inRow(view: string, ...location: Location): Place {
  return { part: 'row', name: view, location };
}

/**
 * The rows that a list has.
 *
 * @param name in words: `the list`, `page 2 of 3`
 */
export function inList(name: string): Place {
  return { part: 'list', name, location: [] };
}

/** The place of a member or element of the value at a place. */
export function within(place: Place, ...steps: Location): Place {
  return { ...place, location: [...place.location, ...steps] };
}

/** The ways in which behaviour differs. */
export const mismatchKinds = [
  /** Nothing is there. */
  'absent',
  /** Something is there that should not be. */
  'extra',
  /** A value has another type. */
  'type',
  /** A value of the due type differs from the expected value, or does not meet a condition. */
  'value',
  /** Elements are in another order. */
  'order',
  /** There are more or fewer elements. */
  'count',
  /** Words of an author: nothing is known but that there is a difference. */
  'text',
] as const;

export type MismatchKind = (typeof mismatchKinds)[number];

/** The types of JSON values. */
export type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** A value; undefined for nothing. */
interface SeenValue {
  readonly is: 'value';
  readonly value: unknown;
  /** The digits of a number that is recorded as the nearest one of JavaScript. */
  readonly digits?: string;
}

/** What should have been observed. */
export type Expected = (
  | SeenValue
  | /** Any value of a type, maybe with a further condition. */ {
      readonly is: 'type';
      readonly type: JsonType;
      readonly words: string;
    }
  | /** One of these statuses, or one outside them. */ {
      readonly is: 'status';
      /** Statuses and their classes: `204`, `4xx` */
      readonly statuses: readonly string[];
      readonly isExcluded: boolean;
    }
  | /** A condition, in words that follow "expected". */ {
      readonly is: 'condition';
      readonly words: string;
    }
) & {
  /** Words after the expectation, for readers: `as it was sent`. */
  readonly note?: string;
};

/** What was observed. */
export type Observed =
  | SeenValue
  | UnreadableBody
  | /** Words that follow "observed". */ { readonly is: 'words'; readonly words: string };

/**
 * A difference between expected and observed behaviour.
 *
 * @typeParam Shown the reference to an exchange: in a case, its index
 */
export interface Mismatch<Shown = Exchange> {
  readonly place: Place;
  readonly kind: MismatchKind;
  readonly expected: Expected;
  readonly observed: Observed;
  /** The exchange that shows it. Default: the exchange that the failure is about. */
  readonly exchange?: Shown;
  /** The change whose effect was looked at. */
  readonly after?: Shown;
}

/** A mismatch as it is recorded: exchanges are named by their indexes in the case. */
export type RecordedMismatch = Mismatch<number>;

/** A mismatch of an author who only has texts. It explains nothing but itself. */
export interface TextMismatch {
  readonly path: string;
  /** In words, or JSON. */
  readonly expected: string;
  readonly observed: string;
}

/** A value that should be there. */
export function exactly(value: unknown): Expected {
  return { is: 'value', value };
}

/** A condition in words that follow "expected". */
export function condition(words: string): Expected {
  return { is: 'condition', words };
}

/** One of some statuses: `204`, `4xx`. */
export function oneOfStatuses(...statuses: readonly string[]): Expected {
  return { is: 'status', statuses, isExcluded: false };
}

/** Any status but these: `204`, `4xx`. */
export function noneOfStatuses(...statuses: readonly string[]): Expected {
  return { is: 'status', statuses, isExcluded: true };
}

/** An observation in words, in place of a value. */
export function inWords(words: string): Observed {
  return { is: 'words', words };
}

/**
 * Returns a mismatch.
 *
 * @param place words make it a mismatch that explains nothing but itself
 * @param expected words are a condition
 * @param observed the value; undefined for nothing
 */
export function mismatch(
  place: Place | string,
  expected: Expected | string,
  observed: unknown,
): Mismatch {
  const due = typeof expected === 'string' ? condition(expected) : expected;
  return differing(place, due, { is: 'value', value: observed });
}

/** Returns a mismatch whose observation may be in words. */
export function differing(
  place: Place | string,
  expected: Expected,
  observed: Observed,
  kind?: MismatchKind,
): Mismatch {
  if (typeof place === 'string') {
    const words: Place = { part: 'text', name: place, location: [] };
    return { place: words, kind: 'text', expected, observed };
  }
  const isText = place.part === 'text';
  return {
    place,
    kind: isText ? 'text' : (kind ?? kindOf(expected, observed)),
    expected,
    observed,
  };
}

function kindOf(expected: Expected, observed: Observed): MismatchKind {
  if (observed.is !== 'value') return 'value';
  if (observed.value === undefined) return 'absent';
  const [due, type] = [typeDue(expected), typeOf(observed.value)];
  if (due === 'nothing') return 'extra';
  return due === undefined || due === type ? 'value' : 'type';
}

/** The type that a value should have; undefined when the expectation tells none. */
function typeDue(expected: Expected): JsonType | 'nothing' | undefined {
  if (expected.is === 'type') return expected.type;
  return expected.is === 'value' ? typeOf(expected.value) : undefined;
}

/** The JSON type of a value, whose numbers may have any number of digits. */
export function typeOf(value: unknown): JsonType | 'nothing' {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isNumber(value)) return 'number';
  const type = typeof value;
  return type === 'string' || type === 'boolean' ? type : 'object';
}

/** Names the exchange that shows mismatches, unless they name one. */
export function shownBy(exchange: Exchange, mismatches: readonly Mismatch[]): Mismatch[] {
  return mismatches.map((one) => ({ exchange, ...one }));
}

/** Names the change whose effect was looked at. */
export function seenAfter(change: Exchange, mismatches: readonly Mismatch[]): Mismatch[] {
  return mismatches.map((one) => ({ ...one, after: change }));
}

/** A mismatch of texts as data. */
export function fromText(one: Mismatch | TextMismatch): Mismatch {
  if (!('path' in one)) return one;
  return differing(one.path, condition(one.expected), inWords(one.observed));
}

/** Whether nothing was observed where something should be. */
export function isAbsent({ observed }: Pick<RecordedMismatch, 'observed'>): boolean {
  return observed.is === 'value' && observed.value === undefined;
}

/** Whether an expectation of a status allows this one. */
export function allowsStatus(expected: Expected, status: number): boolean {
  if (expected.is !== 'status') return false;
  const isNamed = [String(status), `${Math.floor(status / 100)}xx`].some((one) =>
    expected.statuses.includes(one),
  );
  return isNamed !== expected.isExcluded;
}
