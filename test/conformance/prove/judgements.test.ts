/** Sentences that are suggested for faults of lists. */
import { expect, it } from 'vitest';
import type { SeenExchange } from '../../../conformance/prove/faults/fault.js';
import { judgementsFor } from '../../../conformance/prove/suggest/judgements.js';

const steps = [
  { text: 'I send POST /notes with {"text": "${unique}"}', kind: 'preparation' as const, line: 1 },
  { text: 'I send GET /notes', kind: 'action' as const, line: 2 },
];

/** The suggested sentences for a list that lacks its first element. */
function suggestFor(query: string, body: object, place: string): readonly string[] {
  const url = `http://127.0.0.1/notes${query}`;
  const sound: SeenExchange = {
    operation: 'GET /notes',
    request: { method: 'GET', url, headers: {}, body: undefined },
    response: { status: 200, headers: [], body: JSON.stringify(body), malformedAt: undefined },
  };
  const fault = { kind: 'list-first', operation: 'GET /notes', status: 200, place };
  const suggested = judgementsFor({ fault, sound, steps });
  return suggested.flatMap((added) => added.map(({ text }) => text));
}

it('demand the own element of a whole list', () => {
  const own = "$[?@.text == '${unique}'] has 1 element";
  expect(suggestFor('', [{ text: 'a' }], '$')).toEqual([own]);
});

it.each([
  ['the number of all elements', '', { items: [], total: 7 }],
  ['the number of the page', '', { items: [], meta: { page: 1 } }],
  ['a parameter for the page', '?limit=5', { items: [] }],
])('demand no element of a list with %s, which others may fill', (_what, query, body) => {
  expect(suggestFor(query, body, '$.items')).toEqual([]);
});
