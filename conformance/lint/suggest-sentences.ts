/** Explains why no sentence matches a step, and finds the sentences that its author may mean. */
import { mustExist } from '../../kit/invariant.js';
import { escapeRegExp } from '../../kit/words.js';
import { parameterTypes } from '../sentences/values/parameter-types.js';
import { findLikelySentences, isWordOfSentences } from './likely-sentences.js';

/** The parameters of ready-made sentences in words, with what their authors often miss. */
const parametersInWords: Readonly<Record<string, string>> = {
  json: 'JSON; a text has double quotes',
  jsonpath: 'a JSONPath, such as $.items[0].id',
  method: 'a method in capitals, such as GET',
  path: 'a path that begins with a slash or a placeholder',
  regexp: 'a regular expression between slashes, such as /^a+$/',
  header: 'the name of a header',
  scheme: 'a scheme without quotes, such as Bearer',
  mediatype: 'a media type, such as text/plain',
  status: 'a status, such as 200, 4xx or "a success", or several, as in "200 or 204"',
  amount: 'a number, such as "3", "no" or "at least 3", or a placeholder, such as ${$.total}',
  remembered: 'a placeholder, such as ${id}',
  string: 'a name in double quotes',
  measure: 'a value to compute, such as length, base64, SHA-1 in base64, or SHA-256 in hex',
  int: 'a whole number',
  word: 'one word',
};

/** Parameters that are words of the sentence, rather than values of its author. */
const wordParameters: ReadonlySet<string> = new Set(['quantifier', 'comparison', 'order', 'type']);

const regexps = new Map<string, string>([
  ...parameterTypes.map(
    ({ name, regexp }) =>
      [name, regexp instanceof RegExp ? regexp.source : String(regexp)] as const,
  ),
  ['string', '"(?:[^"\\\\]|\\\\.)*"'],
  ['int', '-?\\d+'],
  ['word', '\\S+'],
]);

/** An argument that does not have the form of its parameter. */
interface Misfit {
  readonly parameter: string;
  readonly argument: string;
}

/** A sentence that shares the words of a step, but takes other arguments. */
interface NearMatch {
  readonly pattern: string;
  readonly misfits: readonly Misfit[];
  readonly literalLength: number;
}

/**
 * Returns advice on a step that no sentence matches, which continues `no sentence matches "…"`.
 *
 * @param patterns the patterns of all sentences
 * @returns an empty text when no sentence resembles the step
 */
export function explainUndefined(text: string, patterns: readonly string[]): string {
  const near = patterns
    .flatMap((pattern) => matchLoosely(text, pattern) ?? [])
    .sort((a, b) => a.misfits.length - b.misfits.length || b.literalLength - a.literalLength);
  const [best] = near;
  if (best !== undefined) return `: ${describeMisfits(best)}`;
  const found = findLikelySentences(text, patterns).map((pattern) => `"${pattern}"`);
  if (found.length === 0) return '';
  const last = found.pop();
  if (found.length === 0) return `; the nearest is ${last}`;
  return `; the nearest are ${found.join(', ')} and ${last}`;
}

/** Undefined unless the text has the words of the pattern, and an argument that fits. */
function matchLoosely(text: string, pattern: string): NearMatch | undefined {
  const parts = pattern.split(/\{(\w+)\}/);
  const source = parts.map((part, index) => (index % 2 === 0 ? literalOf(part) : argumentOf(part)));
  const found = new RegExp(`^${source.join('')}$`, 's').exec(text);
  if (found === null) return undefined;
  const parameters = parts.filter((part, index) => index % 2 === 1 && !wordParameters.has(part));
  const misfits = parameters.flatMap((parameter, index) => {
    const argument = mustExist(found[index + 1], 'argument in a sentence');
    return fits(argument, parameter) ? [] : [{ parameter, argument }];
  });
  const words =
    parts
      .filter((_part, index) => index % 2 === 0)
      .join(' ')
      .match(/\p{L}+/gu) ?? [];
  // "{jsonpath} is {json}" has the words of too many texts.
  if (misfits.length === parameters.length && words.length < 3) return undefined;
  if (misfits.length === 0 || !misfits.every(isSlip)) return undefined;
  return { pattern, misfits, literalLength: words.join('').length };
}

/** Optional letters in round brackets stay optional: `element(s)`. */
function literalOf(part: string): string {
  return part
    .split(/\(([^)]*)\)/)
    .map((piece, index) => (index % 2 === 0 ? escapeRegExp(piece) : `(?:${escapeRegExp(piece)})?`))
    .join('');
}

function argumentOf(parameter: string): string {
  return wordParameters.has(parameter) ? `(?:${regexps.get(parameter)})` : '(.+?)';
}

function fits(argument: string, parameter: string): boolean {
  const source = regexps.get(parameter);
  return source === undefined || new RegExp(`^(?:${source})$`, 's').test(argument);
}

/** Beginnings of names of what can be computed, as authors write them. */
const isMeasure = /^(?:decoded |number|size|len|sha|md5|crc|hash|digest|checksum|base|hex|url)/i;

/** A path whose query is not encoded: `/todos?filter=title eq "a"`. */
const hasBlanksInQuery = /^[/$]\S*\?\S+=\S*\s/;

/** Whether an argument is a value in a wrong form, rather than words of another sentence. */
function isSlip({ parameter, argument }: Misfit): boolean {
  if (isWordOfSentences(argument)) return false;
  if (parameter === 'jsonpath' || parameter === 'remembered')
    return /^\$(?:\S*|.*\[.*)$/.test(argument);
  if (parameter === 'measure') return isMeasure.test(argument);
  if (parameter === 'path' && hasBlanksInQuery.test(argument)) return true;
  return !/\s/.test(argument) || listOf(argument, parameter) !== undefined;
}

function describeMisfits({ pattern, misfits }: NearMatch): string {
  const reasons = misfits.map(
    ({ parameter, argument }) =>
      `${argument} is not ${parametersInWords[parameter] ?? `{${parameter}}`}${remedyFor(argument, parameter)}`,
  );
  return `in "${pattern}", ${reasons.join(', and ')}`;
}

/** The way to encode a query, or to state several values where a sentence has one. */
function remedyFor(argument: string, parameter: string): string {
  if (parameter === 'path' && hasBlanksInQuery.test(argument)) {
    return '; encode its blanks as %20, or write the query below "with the query:", which encodes it';
  }
  const word = listOf(argument, parameter);
  if (word === 'and') return '; write a sentence for each value';
  return word === 'or' ? '; "one of these holds:" states alternatives' : '';
}

/** The word between values that each fit; undefined for any other argument. */
function listOf(argument: string, parameter: string): string | undefined {
  const [, first = '', word, rest = ''] = /^(.+?),? (and|or) (.+)$/s.exec(argument) ?? [];
  return fits(first, parameter) && fits(rest, parameter) ? word : undefined;
}
