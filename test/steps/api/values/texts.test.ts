/** Two texts in one row: each is still sent at the beginning and at the end of a field. */
import { expect, test } from 'vitest';
import { DataTable } from '../../../../conformance/index.js';
import type { CheckRun } from '../../../../conformance/scenarios/scenario.js';
import {
  joinPairs,
  sampleOf,
  swapEnds,
  textsIn,
  type UnusualText,
} from '../../../../steps/api/values/texts.js';

const run = { marker: 'touchstone-0a1b2c3d', nextNumber: () => 1 } as unknown as CheckRun;

const texts = ['plain', '  blank', '<b>', '\ufeff', '"quoted"'];

function table(): DataTable {
  const rows = [
    ['kind', 'text'],
    ...texts.map((text, index) => [`kind ${index}`, JSON.stringify(text)]),
  ];
  return new DataTable({
    rows: rows.map((cells) => ({ cells: cells.map((value) => ({ value })) })),
  });
}

/** The values of a member in rows with the texts. */
function valuesOf(
  member: string,
  resource: 'users' | 'products',
  pairs: readonly UnusualText[],
): string[] {
  return pairs.map((pair) => String(sampleOf(run, resource, pair, 'create').members[member]));
}

const isAtOneStart = (values: readonly string[]) => (text: string) =>
  values.some((value) => value.startsWith(text));
const isAtOneEnd = (values: readonly string[]) => (text: string) =>
  values.some((value) => value.endsWith(text));

test('alone, each text is at both ends of a name', () => {
  for (const value of valuesOf('name', 'users', textsIn(table()))) {
    expect(texts.some((text) => value.startsWith(text) && value.endsWith(text))).toBe(true);
  }
});

test('in pairs, each text is at both ends of the names in a create and in its update', () => {
  const pairs = joinPairs(textsIn(table()));
  expect(pairs).toHaveLength(3);
  const names = valuesOf('name', 'users', [...pairs, ...pairs.map(swapEnds)]);
  expect(texts.filter(isAtOneStart(names))).toEqual(texts);
  expect(texts.filter(isAtOneEnd(names))).toEqual(texts);
});

test('in pairs, each create of a product has each text at both ends of a field', () => {
  const pairs = joinPairs(textsIn(table()));
  const values = [
    ...valuesOf('name', 'products', pairs),
    ...valuesOf('description', 'products', pairs),
  ];
  expect(texts.filter(isAtOneStart(values))).toEqual(texts);
  expect(texts.filter(isAtOneEnd(values))).toEqual(texts);
});

test('texts that trimming could change are at both ends of the same name', () => {
  const [first] = joinPairs(textsIn(table()));
  expect(first).toEqual({ label: 'kind 1 and kind 3', first: '  blank', last: '\ufeff' });
});
