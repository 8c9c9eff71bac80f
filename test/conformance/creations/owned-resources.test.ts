import { expect, test } from 'vitest';
import { OwnedResources } from '../../../conformance/creations/owned-resources.js';
import { NoAnswer, TargetGone } from '../../../conformance/http/target-failure.js';

const todo = (id: number) => ({ deletion: { method: 'DELETE', path: `/todos/${id}` } });

test('the resources that were added and not removed are listed newest first', () => {
  const owned = new OwnedResources();
  for (const id of [7, 8, 9]) owned.add(todo(id));
  owned.remove({ method: 'DELETE', path: '/todos/8' });
  expect(owned.named).toEqual([todo(9), todo(7)]);
});

test('it counts what may have been created without an answer that names it', () => {
  const owned = new OwnedResources();
  const creation = { method: 'POST', path: '/todos' };
  owned.expect(creation).forget();
  owned.expect(creation);
  expect(owned.creations).toEqual([creation]);
  expect(owned.countUnnamed(creation)).toBe(1);
  expect(owned.countUnnamed({ ...creation, path: '/notes' })).toBe(0);
});

test.each([
  ['was not answered in time', new NoAnswer('timeout', 'late'), { unnamed: 1, late: 1 }],
  [
    'was received, and its connection closed',
    new NoAnswer('closed', 'lost'),
    { unnamed: 1, late: 0 },
  ],
  ['was never sent', new TargetGone('gone', { isSent: false }), { unnamed: 0, late: 0 }],
])('it counts a request that %s', (_what, error, { unnamed, late }) => {
  const owned = new OwnedResources();
  const creation = { method: 'POST', path: '/todos' };
  owned.expect(creation).noteUnanswered(error);
  expect(owned.countUnnamed(creation)).toBe(unnamed);
  expect(owned.countLate(creation)).toBe(late);
});
