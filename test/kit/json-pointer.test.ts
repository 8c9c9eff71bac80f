import { expect, test } from 'vitest';
import { followReference, resolvePointer, toPointerStep } from '../../kit/json-pointer.js';

const todo = { type: 'object' };
const document = {
  paths: { '/todos/{id}': { get: { $ref: '#/components/alias' } } },
  components: {
    todo,
    alias: { $ref: '#/components/todo' },
    encoded: { $ref: '#/paths/~1todos~1%7Bid%7D/get' },
    circle: { $ref: '#/components/circle' },
    broken: { $ref: '#/components/nothing' },
    list: [todo],
  },
};
const { components } = document;

test.each([
  ['a value', todo],
  ['a chain of references', components.alias],
  ['an encoded pointer', components.encoded],
  ['an index', { $ref: '#/components/list/0' }],
])('follows %s to the value', (_what, value) => {
  expect(followReference(document, value)).toBe(todo);
});

test.each([
  ['a circle', components.circle],
  ['a broken reference', components.broken],
  ['a name that every object inherits', { $ref: '#/components/constructor' }],
])('finds nothing behind %s', (_what, value) => {
  expect(followReference(document, value)).toBeUndefined();
});

test('names the place of the value that it found', () => {
  const pointer = `#/paths/${toPointerStep('/todos/{id}')}/get`;
  expect(pointer).toBe('#/paths/~1todos~1%7Bid%7D/get');
  expect(resolvePointer(document, pointer)).toEqual({ pointer: '#/components/todo', value: todo });
});
