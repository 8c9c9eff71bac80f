import { expect, test } from 'vitest';
import {
  condition,
  inBody,
  type Location,
  mismatch,
} from '../../../conformance/mismatches/mismatch.js';
import { describeMismatches, describeRows } from '../../../conformance/report/mismatch-rows.js';
import type { Case } from '../../../conformance/verdict/case.js';

const expected = condition('a text');

function rowsOf(...found: readonly (readonly [Location, unknown])[]): readonly string[] {
  const mismatches = found.map(([location, observed]) =>
    mismatch(inBody(...location), expected, observed),
  );
  return describeRows({
    mismatches: describeMismatches({ mismatches, exchanges: [] } as unknown as Case),
  });
}

test('elements with one mismatch are one row with their number', () => {
  const elements = Array.from({ length: 13 }, (_, index): [Location, unknown] => [
    ['data', index, 'name'],
    null,
  ]);
  expect(rowsOf(...elements)).toEqual([
    'body.data[*].name: expected a text, observed null (13 times)',
  ]);
});

test('elements that differ in what was observed are several rows', () => {
  expect(rowsOf([['data', 0, 'name'], 1], [['data', 1, 'name'], 2])).toHaveLength(2);
});
