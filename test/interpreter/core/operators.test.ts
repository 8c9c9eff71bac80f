import { describe, expect, it } from 'vitest';
import '../../../interpreter/core/core-library.js';
import { type Value, WrenBlock, WrenRange } from '../../../interpreter/runtime/values.js';
import { abortOf, call } from './call.js';

// Generated code computes the usual cases inline, and seldom calls these methods with operands of
// the
// right type. Both must agree.

describe('operators of numbers', () => {
  it.each([
    [7, '+', 2, 9],
    [7, '-', 2, 5],
    [7, '*', 2, 14],
    [7, '/', 2, 3.5],
    [-7, '%', 2, -1],
    [1, '<', 2, true],
    [2, '<', 2, false],
    [2, '>', 1, true],
    [2, '>', 2, false],
    [2, '<=', 2, true],
    [3, '<=', 2, false],
    [2, '>=', 2, true],
    [1, '>=', 2, false],
    [0, '==', -0, true],
    [Number.NaN, '==', Number.NaN, false],
    [1, '!=', 1, false],
    [1, '!=', '1', true],
    [-1, '&', 0xffffffff, 0xffffffff],
    [-1, '|', 0, 0xffffffff],
    [-1, '^', 1, 0xfffffffe],
    [1, '<<', 31, 0x80000000],
    [-1, '>>', 28, 15],
  ])('%d %s %j is %j', (left, operator, right, result) => {
    expect(call(left, `${operator}(_)`, right)).toBe(result);
  });

  it.each([
    ['-', 5, -5],
    ['~', 0, 0xffffffff],
    ['!', 0, false],
  ])('%s before %d gives %j', (operator, value, result) => {
    expect(call(value, operator)).toBe(result);
  });

  it('make ranges', () => {
    expect(call(1, '..(_)', 3)).toEqual(new WrenRange(1, 3, true));
    expect(call(1, '...(_)', 3)).toEqual(new WrenRange(1, 3, false));
  });
});

describe('operators of other primitives', () => {
  it.each<[Value, string, Value, Value]>([
    ['a', '+', 'b', 'ab'],
    ['a', '==', 'a', true],
    ['a', '==', 'b', false],
    ['a', '!=', 'a', false],
    ['a', '!=', 1, true],
    [true, '==', true, true],
    [true, '==', 1, false],
    [true, '!=', false, true],
  ])('%j %s %j is %j', (left, operator, right, result) => {
    expect(call(left, `${operator}(_)`, right)).toBe(result);
  });
});

describe('calls of functions', () => {
  const signatureFor = (count: number) => `call(${Array(count).fill('_').join(',')})`;
  const counts = Array.from({ length: 17 }, (_, count) => count);

  it.each(counts)('pass %d arguments', (count) => {
    const sum = new WrenBlock(count, (...values) =>
      values.reduce<number>((total, value) => total + Number(value), 0),
    );
    const values = Array.from({ length: count }, (_, index) => index);
    expect(call(sum, signatureFor(count), ...values)).toBe(
      values.reduce((total, value) => total + value, 0),
    );
  });

  it.each(counts)('with %d arguments fail for a function with one more parameter', (count) => {
    const fn = new WrenBlock(count + 1, () => true);
    expect(abortOf(() => call(fn, signatureFor(count), ...Array(count).fill(0)))).toBe(
      'Function expects more arguments.',
    );
  });
});
