/** Faults that are planted together. */
import { expect, it } from 'vitest';
import type { ReceivedResponse } from '../../../conformance/http/exchange.js';
import { type Fault, inAnswers } from '../../../conformance/prove/faults/fault.js';
import { groupFaults, together } from '../../../conformance/prove/planting/groups.js';

const rows = { operation: 'GET /rows', status: 200 };

/** A fault that adds its name to the body. */
function faultAt(kind: string, place: string, group = rows): Fault {
  const name = `${kind} ${place};`;
  return {
    kind,
    ...inAnswers(group, place, name, ({ response }) => ({
      ...response,
      body: response.body + name,
    })),
  };
}

const namesOf = (faults: readonly Fault[]) =>
  groupFaults(faults.map((fault) => ({ fault }))).map((group) =>
    group.map(({ fault: { kind, place } }) => `${kind} ${place}`),
  );

it('each have a place and a kind of their own, in answers of the same kind', () => {
  const faults = ['member-absent', 'member-null'].flatMap((kind) =>
    ['$.a', '$.b'].map((place) => faultAt(kind, place)),
  );
  const other = faultAt('member-type', '$.c', { ...rows, status: 201 });
  expect(namesOf([...faults, faultAt('header-absent', 'location'), other])).toEqual([
    ['member-absent $.a', 'member-null $.b', 'header-absent location'],
    ['member-absent $.b', 'member-null $.a'],
    ['member-type $.c'],
  ]);
});

it.each([
  ['member-null', '$.a', 'member-case', '$.a.b'],
  ['member-null', '$', 'member-case', '$.a'],
  ['member-null', '$.a[*].b', 'member-case', '$.a'],
  ['count-off', '$.total', 'list-twice', '$.rows'],
  ['header-absent', 'content-type', 'member-case', '$.a'],
])('never are %s at %s and %s at %s', (kind, place, otherKind, otherPlace) => {
  expect(namesOf([faultAt(kind, place), faultAt(otherKind, otherPlace)])).toHaveLength(2);
});

it('are all in the answer', () => {
  const response: ReceivedResponse = { status: 200, headers: [], body: '', malformedAt: undefined };
  const request = { method: 'GET', url: 'http://127.0.0.1/rows', headers: {}, body: undefined };
  const { change } = together([faultAt('member-case', '$.a'), faultAt('member-null', '$.b')]);
  const altered = 'answer' in change && change.answer({ ...rows, request, response }, []);
  expect(altered).toMatchObject({ body: 'member-case $.a;member-null $.b;' });
});
