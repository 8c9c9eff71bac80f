import { expect, test } from 'vitest';
import { closestTo } from '../../kit/similar.js';

const words = ['users.list.order', 'users.list.rows', 'users.read.unknown', 'todos.*'];

test.each([
  ['users.list.oder', 'users.list.order'],
  ['users.lsit.rows', 'users.list.rows'],
  ['user.read.unknwon', 'users.read.unknown'],
  ['todo.*', 'todos.*'],
])('%s is most like %s', (word, meant) => {
  expect(closestTo(word, words)).toBe(meant);
});

test.each(['', 'x', 'nothing.*', 'products.create.status'])('%j is like none of them', (word) => {
  expect(closestTo(word, words)).toBeUndefined();
});
