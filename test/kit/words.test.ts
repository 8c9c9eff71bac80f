import { expect, test } from 'vitest';
import { closestTo } from '../../kit/words.js';

const words = ['users.list.order', 'users.list.rows', 'users.read.unknown', 'todos.*'];

test.each([
  ['users.list.oder', 'users.list.order'],
  ['users.lsit.rows', 'users.list.rows'],
  ['user.read.unknwon', 'users.read.unknown'],
  ['todo.*', 'todos.*'],
])('the suggestion for %s is %s', (word, meant) => {
  expect(closestTo(word, words)).toBe(meant);
});

test.each(['', 'x', 'nothing.*', 'products.create.status'])(
  'there is no suggestion for %j',
  (word) => {
    expect(closestTo(word, words)).toBeUndefined();
  },
);
