/** Causes are found by the data of mismatches, whatever the words of messages are. */
import { describe, expect, test } from 'vitest';
import type { RecordedMismatch } from '../../../conformance/mismatches/mismatch.js';
import type { Case } from '../../../conformance/verdict/case.js';
import { BlockedByNeeds, Violation } from '../../../conformance/verdict/outcomes.js';
import { judge, record, requirement, sending, violation } from './judging.js';

const chain = [requirement('a.root'), requirement('a.leaf', { needs: ['a.root'] })];

const verdictsOf = (root: Error, leaf: Error, status = 200) =>
  judge(chain, [
    sending(record('a.root', root), 'GET', '/one', status),
    sending(record('a.leaf', leaf), 'GET', '/one', status),
  ]).map(({ verdict }) => verdict);

describe('a failed preparation', () => {
  const failed = violation(['status', 'a success', '500']);
  const lacking = violation(['body.name', 'a value', 'nothing']);

  test.each([[['a.create', 'a.update']], [['a.update', 'a.create']]])(
    'is blamed on the failure of the request that failed, with the needs %j',
    (needs) => {
      const requirements = [
        requirement('a.create'),
        requirement('a.update'),
        requirement('a.stored', { needs }),
      ];
      const cases = [
        sending(record('a.create', lacking), 'POST', '/one', 201),
        sending(record('a.update', failed), 'PUT', '/one/7', 500),
        sending(record('a.stored', new BlockedByNeeds(needs, failed)), 'PUT', '/one/8', 500),
      ];
      expect(judge(requirements, cases)[2]).toMatchObject({ blockedBy: 'a.update' });
    },
  );
});

test('a value of another type is one fault, whether its type or its value is judged', () => {
  const ofType = violation(['body.n', 'an array', '"1"']);
  expect(verdictsOf(ofType, violation(['body.n', '1', '"1"']))).toEqual(['fail', 'blocked']);
  expect(verdictsOf(violation(['body.n', '1', '"1"']), ofType)).toEqual(['fail', 'blocked']);
});

test('a member named status is not the status of the answer', () => {
  const status = violation(['status', '200', '500']);
  expect(verdictsOf(status, violation(['body.status', '200', '500']))).toEqual(['fail', 'fail']);
});

test('words of an author explain no other failure', () => {
  const words = () => new Violation([{ path: 'body.n', expected: '1', observed: '2' }]);
  expect(verdictsOf(words(), violation(['body.n', '1', '2']))).toEqual(['fail', 'fail']);
  expect(verdictsOf(words(), words())).toEqual(['fail', 'fail']);
});

test('verdicts and causes are the same when all words are replaced', () => {
  const scramble = (one: Case): Case => ({
    ...one,
    reason: one.reason && 'x',
    mismatches: one.mismatches.map(withoutWords),
  });
  const error = violation(['body', 'an object', 'a body that ends too early']);
  const member = violation(['body.n', '1', '2'], ['the list', 'a row', '"other"']);
  const cases = [error, member, violation(['status', 'a success', '404'])].flatMap((each) => [
    sending(record('a.root', each), 'GET', '/one'),
    sending(record('a.leaf', each), 'GET', '/one'),
    sending(record('a.leaf', new BlockedByNeeds(['a.root'], each)), 'GET', '/one'),
  ]);
  const outcomes = (all: readonly Case[]) =>
    judge(chain, all).map(({ verdict, blockedBy }) => [verdict, blockedBy]);
  for (const [index, one] of cases.entries()) {
    const pair = [...cases.slice(0, index), one];
    expect(outcomes(pair.map(scramble))).toEqual(outcomes(pair));
  }
});

function withoutWords({ place, expected, observed, ...one }: RecordedMismatch): RecordedMismatch {
  const isHeader = place.part === 'header';
  return {
    ...one,
    place: place.name === undefined || isHeader ? place : { ...place, name: 'x' },
    expected: 'words' in expected ? { ...expected, words: 'x' } : expected,
    observed: 'words' in observed ? { ...observed, words: 'x' } : observed,
  };
}
