/**
 * Patterns: JSON in which strings that begin with `#` stand for types and conditions.
 * `docs/sentences.md` describes the whole language.
 */

import { memberOf } from '../../../kit/collections.js';
import { isObject } from '../../http/json.js';
import {
  condition,
  differing,
  type Expected,
  exactly,
  type Mismatch,
  mismatch,
  type Place,
  within,
} from '../../mismatches/mismatch.js';
import {
  describeExpected,
  describePlace,
  describeSteps,
  render,
} from '../../mismatches/mismatch-text.js';
import { anArray, anObject } from '../../verdict/compare.js';
import { SuiteMistake } from '../../verdict/outcomes.js';
import { namedType } from './named-types.js';
import { type RegExpTemplate, readRegExp } from './regular-expressions.js';
import type { PlaceholderValues } from './templates.js';
import { Bytes, fillTemplate, fillText, type JsonTemplate, Placeholder } from './templates.js';

/** A value to be matched. */
export interface Candidate {
  readonly place: Place;
  /** Undefined when there is none. */
  readonly observed: unknown;
  /** The value at the same location of the latest request. */
  readonly sent: unknown;
}

/** The context of a match. */
export interface Matching {
  readonly world: PlaceholderValues;
  /** Whether objects may have members that the pattern does not name. */
  readonly isOpen: boolean;
}

/** Returns all differences between a value and the pattern. */
export type Pattern = (candidate: Candidate, matching: Matching) => readonly Mismatch[];

/** @throws SuiteMistake for an unknown type or an invalid regular expression */
export function readPattern(template: JsonTemplate): Pattern {
  if (typeof template === 'string') return readText(template);
  if (Array.isArray(template)) return readArray(template);
  if (isObject(template) && !(template instanceof Placeholder)) return readObject(template);
  return (candidate, matching) => {
    return valuePattern(fillTemplate(template, matching.world))(candidate, matching);
  };
}

/** The pattern of a value that was filled in, whose strings may begin with `#`. */
function valuePattern(value: unknown): Pattern {
  if (Array.isArray(value)) {
    const patterns = value.map(valuePattern);
    return (candidate, matching) =>
      Array.isArray(candidate.observed)
        ? matchElements(patterns, candidate, matching)
        : [mismatch(candidate.place, exactly(value), candidate.observed)];
  }
  if (isObject(value) && !(value instanceof Bytes)) {
    const members = Object.entries(value).map(
      ([name, part]) => [name, valuePattern(part)] as const,
    );
    return (candidate, matching) =>
      isObject(candidate.observed)
        ? matchMembers(members, candidate, matching)
        : [mismatch(candidate.place, exactly(value), candidate.observed)];
  }
  return ({ place, observed }) =>
    isSame(value, observed) ? [] : [mismatch(place, exactly(value), observed)];
}

/** Equality of JSON values. The order of members is ignored; types are compared. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a instanceof Bytes && b instanceof Bytes) return a.data.equals(b.data);
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => isSame(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return a === b;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]));
}

function readObject(template: Readonly<Record<string, JsonTemplate>>): Pattern {
  const members = Object.entries(template).map(
    ([name, part]) => [name, readPattern(part)] as const,
  );
  return (candidate, matching) => {
    const { place, observed } = candidate;
    if (!isObject(observed)) return [mismatch(place, anObject.expected, observed)];
    const wanted = members.map(
      ([name, pattern]) => [fillText(name, matching.world), pattern] as const,
    );
    return matchMembers(wanted, candidate, matching);
  };
}

/** The differences of an object; members that no pattern names are one unless the match is open. */
function matchMembers(
  wanted: readonly (readonly [name: string, pattern: Pattern])[],
  candidate: Candidate,
  matching: Matching,
): Mismatch[] {
  const names = new Set(wanted.map(([name]) => name));
  const all = Object.entries(candidate.observed as Readonly<Record<string, unknown>>);
  const others = matching.isOpen ? [] : all.filter(([name]) => !names.has(name));
  return [
    ...wanted.flatMap(([name, pattern]) => pattern(partOf(candidate, name), matching)),
    ...others.map(([name, value]) =>
      mismatch(within(candidate.place, name), exactly(undefined), value),
    ),
  ];
}

/** The differences of an array, which has an element for each pattern. */
function matchElements(
  patterns: readonly Pattern[],
  candidate: Candidate,
  matching: Matching,
): Mismatch[] {
  const { length } = candidate.observed as readonly unknown[];
  if (length !== patterns.length) {
    const expected = exactly(patterns.length);
    return [differing(candidate.place, expected, { is: 'value', value: length }, 'count')];
  }
  return patterns.flatMap((pattern, index) => pattern(partOf(candidate, index), matching));
}

/** An array that begins with this contains the pattern of all elements as its second element. */
const every = '#every';

/** An array that begins with this contains alternative patterns for one value. */
const either = '#either';

function readArray(template: readonly JsonTemplate[]): Pattern {
  const [first, ...rest] = template;
  if (first === either) return readAlternatives(rest);
  const patterns = (first === every ? rest : template).map(readPattern);
  const [each] = patterns;
  if (first === every && (each === undefined || patterns.length > 1)) {
    throw new SuiteMistake(
      `In an array, "${every}" must be followed by one pattern: ["${every}", {…}].`,
    );
  }
  return (candidate, matching) => {
    const { place, observed } = candidate;
    if (!Array.isArray(observed)) return [mismatch(place, anArray.expected, observed)];
    if (first !== every || each === undefined) return matchElements(patterns, candidate, matching);
    return observed.flatMap((_item, index) => each(partOf(candidate, index), matching));
  };
}

function readAlternatives(templates: readonly JsonTemplate[]): Pattern {
  if (templates.length < 2) {
    throw new SuiteMistake(
      `In an array, "${either}" must be followed by two or more patterns: ["${either}", 1, {…}].`,
    );
  }
  const patterns = templates.map(readPattern);
  return (candidate, matching) => {
    const found = patterns.map((pattern) => pattern(candidate, matching));
    if (found.some((mismatches) => mismatches.length === 0)) return [];
    const { place, observed } = candidate;
    const expected = found.map((mismatches) => describeWithin(mismatches, place)).join(', or ');
    return [mismatch(place, expected, observed)];
  };
}

/** The expectations of an alternative for a value and its parts: `a string in b and 2 in c`. */
function describeWithin(mismatches: readonly Mismatch[], { location }: Place): string {
  const all = mismatches.map((one) => {
    const expected = describeExpected(one.expected);
    const inside = describeSteps(one.place.location.slice(location.length));
    return inside === '' ? expected : `${expected} in ${inside}`;
  });
  return all.join(' and ');
}

function partOf({ place, observed, sent }: Candidate, step: string | number): Candidate {
  return {
    place: within(place, step),
    observed: memberOf(observed, step),
    sent: memberOf(sent, step),
  };
}

/** One of the conditions that a string of a pattern allows. */
interface Alternative {
  expect(candidate: Candidate, matching: Matching): Expected;
  holds(candidate: Candidate, matching: Matching): boolean;
}

function readText(text: string): Pattern {
  if (!text.startsWith('#')) {
    return (candidate, matching) =>
      valuePattern(fillText(text, matching.world))(candidate, matching);
  }
  if (text === '#sent') return matchSent;
  const alternatives = text.split(/ or (?=#)/).map(readAlternative);
  return (candidate, matching) => {
    if (alternatives.some((one) => one.holds(candidate, matching))) return [];
    const all = alternatives.map((one) => one.expect(candidate, matching));
    const [only, ...others] = all;
    const isOnly = only !== undefined && others.length === 0;
    const expected = isOnly ? only : condition(all.map(describeExpected).join(' or '));
    return [mismatch(candidate.place, expected, candidate.observed)];
  };
}

function readAlternative(text: string): Alternative {
  if (text.startsWith('##')) return aLiteral(text.slice(1));
  if (text.startsWith('#/')) return aMatch(readRegExp(text.slice(1)));
  if (text.startsWith('#contains ')) return aPart(text.slice('#contains '.length));
  if (text.startsWith('#one of ')) return oneOf(text.slice('#one of '.length).split(/\s*,\s*/));
  const [, name = '', optional = ''] = /^#(.*?)(\??)$/s.exec(text) ?? [];
  const type = name === 'sent' ? theSent : aType(name);
  return optional === '' ? type : orAbsent(type);
}

function aType(name: string): Alternative {
  const { expected, holds } = namedType(name);
  return { expect: () => expected, holds: ({ observed }) => holds(observed) };
}

const sentNote = 'as it was sent';

const theSent: Alternative = {
  expect: ({ sent }) => ({ ...exactly(sent), note: sentNote }),
  holds: (candidate, matching) => matchSent(candidate, matching).length === 0,
};

/** The differences from the sent value, with their places in it. */
function matchSent(candidate: Candidate, matching: Matching): readonly Mismatch[] {
  const { place, sent } = candidate;
  if (sent === undefined) {
    throw new SuiteMistake(`No ${describePlace(place)} was sent that "#sent" could stand for.`);
  }
  const found = valuePattern(sent)(candidate, matching);
  return found.map((one) => ({ ...one, expected: { ...one.expected, note: sentNote } }));
}

function orAbsent({ expect, holds }: Alternative): Alternative {
  return {
    expect: (candidate, matching) =>
      condition(`${describeExpected(expect(candidate, matching))} or nothing`),
    holds: (candidate, matching) => candidate.observed === undefined || holds(candidate, matching),
  };
}

function aLiteral(text: string): Alternative {
  return {
    expect: (_candidate, { world }) => exactly(fillText(text, world)),
    holds: ({ observed }, { world }) => observed === fillText(text, world),
  };
}

function aMatch(expression: RegExpTemplate): Alternative {
  return {
    expect: (_candidate, { world }) => condition(`a string that matches ${expression.fill(world)}`),
    holds: ({ observed }, { world }) =>
      typeof observed === 'string' && expression.fill(world).test(observed),
  };
}

function aPart(text: string): Alternative {
  return {
    expect: (_candidate, { world }) =>
      condition(`a string that contains ${render(fillText(text, world))}`),
    holds: ({ observed }, { world }) =>
      typeof observed === 'string' && observed.includes(fillText(text, world)),
  };
}

function oneOf(texts: readonly string[]): Alternative {
  const filled = (world: PlaceholderValues) => texts.map((text) => fillText(text, world));
  return {
    expect: (_candidate, { world }) => condition(`one of ${filled(world).map(render).join(', ')}`),
    holds: ({ observed }, { world }) => filled(world).some((text) => text === observed),
  };
}
