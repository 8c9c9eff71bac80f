/** Finds the sentences that an author may mean, by their words and by other words for the same. */

import { ownMember } from '../../kit/collections.js';

/** Words that authors write, and the words of ready-made sentences for the same. */
const translations: Readonly<Record<string, string>> = {
  response: 'answer',
  reply: 'answer',
  payload: 'body',
  content: 'body media',
  mime: 'media',
  body: '{jsonpath}',
  equals: 'is exactly',
  equal: 'is exactly',
  empty: 'no element {amount}',
  be: 'is',
  was: 'is',
  are: 'is',
  has: 'is contains matches',
  have: 'matches',
  returns: 'status is',
  includes: 'contains lists',
  include: 'contains lists',
  contain: 'contains',
  exists: 'present',
  exist: 'present absent',
  defined: 'present',
  included: 'present',
  missing: 'absent',
  undefined: 'absent',
  match: 'matches',
  like: 'matches',
  starts: 'matches {regexp}',
  begins: 'matches {regexp}',
  ends: 'matches {regexp}',
  after: '{comparison} greater',
  later: '{comparison} greater',
  newer: '{comparison} greater',
  before: '{comparison} less',
  earlier: '{comparison} less',
  older: '{comparison} less',
  regex: 'matches',
  schema: 'conforms openapi description',
  valid: 'conforms',
  list: 'lists elements',
  items: 'elements',
  item: 'element',
  entries: 'elements',
  rows: 'elements',
  members: 'elements',
  count: 'elements',
  size: 'length elements',
  all: 'every element',
  each: 'every element',
  any: 'some element',
  sorted: 'order elements',
  ordered: 'order elements',
  distinct: 'unique elements',
  duplicates: 'unique elements',
  request: 'send',
  call: 'send',
  post: 'send',
  fetch: 'send',
  upload: 'send multipart file',
  json: 'body',
  parameter: 'query',
  parameters: 'query',
  add: 'set plus',
  use: 'set',
  remove: 'drop without',
  unset: 'drop',
  save: 'remember',
  store: 'remember',
  keep: 'remember',
  capture: 'remember',
  extract: 'remember finds',
  log: 'recorded',
  note: 'recorded',
  observe: 'recorded',
  page: 'pages follow',
  pagination: 'pages follow',
  paginate: 'pages follow',
  next: 'follow',
  walk: 'follow pages',
  wait: 'send {method} {path} seconds until wait clock second',
  sleep: 'wait until clock another second',
  pause: 'wait until clock another second',
  twice: '{int} times',
  repeat: 'send {int} times',
  stream: 'read first events',
  listen: 'send read first events',
  sse: 'read first events',
  eventually: 'seconds until',
  retry: 'seconds until',
  authenticated: 'use credential',
  authorization: 'use credential bearer token',
  login: 'use credential user password',
  anonymous: 'use no credential',
  basic: 'user password',
  delete: 'clean up',
  cookie: 'header',
  authenticate: 'challenge present matches',
  redirect: 'header status',
  cleanup: 'clean up',
  supports: 'requirement applies only if',
  optional: 'requirement applies only if',
  doesn: 'not',
  isn: 'not',
};

/** Whether an author means a part of a sentence by a word, rather than a value. */
export function isWordOfSentences(text: string): boolean {
  return Object.hasOwn(translations, text) || text === 'recorded';
}

/** Words that distinguish no sentences. */
const ignored = new Set(
  'a an the of to that it its i in s t and or should must shall will then code following my this'.split(
    ' ',
  ),
);

/** Forms of arguments, and the parameters of sentences that take them. */
const argumentForms: readonly (readonly [form: RegExp, parameters: string])[] = [
  [
    /\b(?:every|each|all|some|any|no)\b(?= (?:elements?|items?|entry|entries|rows?|members?)\b)/gi,
    '{quantifier}',
  ],
  [/\$\{[^}]*\}/g, '{json} {remembered} {path}'],
  [/"(?:[^"\\]|\\.)*"/g, '{json} {string}'],
  [/(?<![\w$])\$[.[]\S*|(?<!\S)\$(?!\S)/g, '{jsonpath}'],
  [/[{[].*[}\]]/g, '{json}'],
  [/\ban? (?:array|object|string|number|integer|boolean|date-time|date|URI|UUID)\b/gi, '{type}'],
  [/\b(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b/g, '{method}'],
  [/(?<!\S)\/\^.*\/[a-z]*/g, '{regexp}'],
  [/(?<!\S)\/\S*/g, '{path}'],
  [/\b\d{3}\b/g, '{status} {json} {amount}'],
  [/-?\b\d+(?:\.\d+)?\b|\b(?:true|false|null)\b/g, '{json} {amount} {int}'],
];

const mostSentences = 3;

/** The weight of a word that no sentence has. */
const unknownWeight = 1;

/** The least likeness of a sentence, from 0 to 1, and its least share of the best likeness. */
const [leastLikeness, leastShare] = [0.3, 0.75];

/** The patterns that resemble a step most, best first; none when all differ too much. */
export function findLikelySentences(step: string, patterns: readonly string[]): readonly string[] {
  const words = wordsOfStep(step);
  const wordsByPattern = patterns.map((pattern) => [pattern, wordsOfPattern(pattern)] as const);
  const weights = weigh(wordsByPattern.map(([, all]) => all));
  const scored = wordsByPattern
    .map(([pattern, all]) => ({ pattern, likeness: compare(words, all, weights) }))
    .sort((a, b) => b.likeness - a.likeness);
  const least = Math.max(leastLikeness, leastShare * (scored[0]?.likeness ?? 0));
  return scored
    .filter(({ likeness }) => likeness >= least)
    .slice(0, mostSentences)
    .map(({ pattern }) => pattern);
}

/** For each word of a step, the words of sentences that it can stand for. */
function wordsOfStep(step: string): readonly (readonly string[])[] {
  let rest = step;
  const found: string[][] = [];
  for (const [form, parameters] of argumentForms) {
    rest = rest.replace(form, () => {
      found.push(parameters.split(' '));
      return ' ';
    });
  }
  for (const word of plainWords(rest)) {
    found.push([word, ...(ownMember(translations, word)?.split(' ') ?? [])]);
  }
  return found;
}

function wordsOfPattern(pattern: string): ReadonlySet<string> {
  const parameters = pattern.match(/\{\w+\}/g) ?? [];
  return new Set([...parameters, ...plainWords(pattern.replace(/\{\w+\}/g, ' '))]);
}

function plainWords(text: string): readonly string[] {
  const joined = text.toLowerCase().replace(/\((\p{L}+)\)/gu, '$1');
  return (joined.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !ignored.has(word));
}

/** The weight of each word: a word of few sentences distinguishes them better. */
function weigh(all: readonly ReadonlySet<string>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of all.flatMap((words) => [...words])) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return new Map([...counts].map(([word, count]) => [word, Math.log(1 + all.length / count)]));
}

/**
 * The likeness of a step and a pattern: the weight of their common words as a share of the weight
 * of all words; 0 if they share only a single argument.
 */
function compare(
  step: readonly (readonly string[])[],
  pattern: ReadonlySet<string>,
  weights: ReadonlyMap<string, number>,
): number {
  const weightOf = (word: string) => weights.get(word) ?? unknownWeight;
  const hits = step.map((alternatives) => alternatives.filter((word) => pattern.has(word)));
  const common = new Set(hits.flat());
  const matched = hits.filter((found) => found.length > 0);
  if (matched.length < 2 && ![...common].some((word) => !word.startsWith('{'))) return 0;
  const others = step.filter((_alternatives, index) => hits[index]?.length === 0);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const rest = sum(others.map((alternatives) => Math.max(...alternatives.map(weightOf))));
  return sum([...common].map(weightOf)) / (sum([...pattern].map(weightOf)) + rest);
}
