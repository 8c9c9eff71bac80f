import { expect, it } from 'vitest';
import { markDifference } from '../../../../conformance/report/html/mismatches.js';

function mark(expected: string, observed: string): [string, string] {
  const difference = markDifference(expected, observed);
  return [difference.expected.text, difference.observed.text];
}

it('marks the part between the common beginning and the common end', () => {
  expect(mark('text/html; charset', 'text/json; charset')).toEqual([
    'text/<mark>html</mark>; charset',
    'text/<mark>json</mark>; charset',
  ]);
});

it('marks only the longer text when it contains the other one', () => {
  expect(mark('touchstone', 'touchstones')).toEqual(['touchstone', 'touchstone<mark>s</mark>']);
});

it('marks nothing in texts with little in common', () => {
  expect(mark('400', '401')).toEqual(['400', '401']);
});

it('keeps characters whole and escapes markup', () => {
  expect(mark('<b>ok 💚', '<b>ok 💛')).toEqual([
    '&lt;b&gt;ok <mark>💚</mark>',
    '&lt;b&gt;ok <mark>💛</mark>',
  ]);
});
