/** Requirements and cases to judge. */
import {
  atHeader,
  atStatus,
  condition,
  differing,
  type Expected,
  exactly,
  inAnswers,
  inBody,
  inList,
  inRow,
  inWords,
  type Observed,
  oneOfStatuses,
  type Place,
} from '../../../conformance/mismatches/mismatch.js';
import type { Target } from '../../../conformance/servers/target.js';
import type { Requirement } from '../../../conformance/suite/requirements.js';
import { type Case, OpenCase } from '../../../conformance/verdict/case.js';
import { anArray, anObject, aText, present } from '../../../conformance/verdict/compare.js';
import { Violation } from '../../../conformance/verdict/outcomes.js';
import { judgeAll, type TallyInput } from '../../../conformance/verdict/tally.js';

/** A requirement of class api and profile basic. */
export function requirement(id: string, fields: Partial<Requirement> = {}): Requirement {
  const defaults = { section: '4.1', also: [], class: 'api', level: 'must', needs: [] } as const;
  return { id, ...defaults, profiles: ['basic'], statement: `${id} holds.`, ...fields };
}

/** A case as the error that a step throws makes it. */
export function record(id: string, result: 'passed' | Error, server = 'basic'): Case {
  const start = { requirement: id, scenario: id, feature: 'f.feature', line: 3 };
  return { ...new OpenCase(start, server).end(result), exchanges: [] };
}

export function target(profile: string): Target {
  return { name: profile, class: 'api', profile };
}

/** A mismatch in short: its place, the expectation, and the observation. */
export type Short = readonly [path: string, expected: string, observed: string];

/** A violation by mismatches in short: `['body.price', '9.5', '"9.5"']`, with `nothing` for none. */
export function violation(...all: readonly Short[]): Violation {
  return new Violation(
    all.map(([path, expected, observed]) =>
      differing(placeOf(path), expectationOf(path, expected), observationOf(observed)),
    ),
  );
}

function placeOf(path: string): Place {
  if (path === 'status') return atStatus;
  if (path === 'the bodies') return inAnswers;
  if (path.startsWith('header ')) return atHeader(path.slice('header '.length));
  if (/^(the (list$|pages|other)|page \d)/.test(path)) return inList(path);
  const [view = '', ...steps] = path.split('.');
  return view === 'body' ? inBody(...steps) : inRow(view, ...steps);
}

const expectations = new Map(
  [anArray, anObject, aText, present].map(({ description, expected }) => [description, expected]),
);

function expectationOf(path: string, text: string): Expected {
  if (path === 'status') return oneOfStatuses(text === 'a success' ? '2xx' : text);
  if (text === 'nothing') return exactly(undefined);
  return expectations.get(text) ?? readValue(text, exactly) ?? condition(text);
}

function observationOf(text: string): Observed {
  if (text === 'nothing') return { is: 'value', value: undefined };
  if (text.startsWith('a body ')) {
    const how = text.includes('too early') ? 'cut short' : 'not JSON';
    return { is: 'unreadable', how, words: text };
  }
  return readValue(text, (value): Observed => ({ is: 'value', value })) ?? inWords(text);
}

function readValue<T>(text: string, make: (value: unknown) => T): T | undefined {
  try {
    return make(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export const wrong = violation(['status', '200', '500']);

/** Kinds of resources that are named by the parameter `id`. */
export const resources = ['one', 'two', 'ones', 'twos'].map((name) => ({
  ...{ name, item: `/${name}?id=\${id}`, list: undefined, members: [] },
}));

/** The judgements without their cases. */
export function judge(
  requirements: readonly Requirement[],
  cases: readonly Case[],
  more: Partial<TallyInput> = {},
) {
  const selection = { classes: ['api'], only: [] } as const;
  const targets = [target('basic')];
  const input = { requirements, cases, selection, targets, resources, ...more };
  return judgeAll(input).map(({ cases: _cases, requirement: _requirement, ...rest }) => rest);
}

/** Three requirements, each of which needs the one before. */
export const chain = [
  requirement('a.root'),
  requirement('a.middle', { needs: ['a.root'] }),
  requirement('a.leaf', { needs: ['a.middle'] }),
];

/** A case whose only request has an answer. */
export function sending(one: Case, method: string, path: string, status = 200): Case {
  const request = { method, url: `http://t${path}`, headers: {}, body: null };
  const response = { status, headers: [], body: '' };
  const exchange = { request, response, failure: null, durationMs: 1, curl: '' };
  return { ...one, exchanges: [exchange] };
}
