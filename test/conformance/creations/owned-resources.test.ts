import { expect, test } from 'vitest';
import { OwnedResources } from '../../../conformance/creations/owned-resources.js';

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
  const forget = owned.expect(creation);
  owned.expect(creation);
  forget();
  expect(owned.creations).toEqual([creation]);
  expect(owned.countUnnamed(creation)).toBe(1);
  expect(owned.countUnnamed({ ...creation, path: '/notes' })).toBe(0);
});
