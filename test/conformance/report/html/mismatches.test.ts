import { expect, it } from 'vitest';
import { markDifference } from '../../../../conformance/report/html/mismatches.js';

function mark(expected: string, observed: string): [string, string] {
  const difference = markDifference(expected, observed);
  return [difference.expected.text, difference.observed.text];
}

it('marks what lies between the common beginning and the common end', () => {
  expect(mark('text/html; charset', 'text/json; charset')).toEqual([
    'text/<mark>html</mark>; charset',
    'text/<mark>json</mark>; charset',
  ]);
});

it('marks only the text that has more when the other one is a part of it', () => {
  expect(mark('touchstone', 'touchstones')).toEqual(['touchstone', 'touchstone<mark>s</mark>']);
});

it('marks nothing in texts that have next to nothing in common', () => {
  expect(mark('400', '401')).toEqual(['400', '401']);
});

it('keeps whole characters together and shows markup as text', () => {
  expect(mark('<b>ok 💚', '<b>ok 💛')).toEqual([
    '&lt;b&gt;ok <mark>💚</mark>',
    '&lt;b&gt;ok <mark>💛</mark>',
  ]);
});
