import { describe, expect, it } from 'vitest';
import { mismatch } from '../../../conformance/mismatches/mismatch.js';
import { render, textOf } from '../../../conformance/mismatches/mismatch-text.js';
import {
  anInteger,
  aText,
  compare,
  demand,
  present,
} from '../../../conformance/verdict/compare.js';
import { Violation } from '../../../conformance/verdict/outcomes.js';

const textsIn = (expected: unknown, observed: unknown) =>
  compare(expected, observed).map((one) => textOf(one));

const pathsOf = (expected: unknown, observed: unknown) =>
  textsIn(expected, observed).map(({ path }) => path);

describe('a comparison', () => {
  it('finds no difference between equal values', () => {
    expect(compare({ a: [1, { b: 'x' }] }, { a: [1, { b: 'x' }] })).toEqual([]);
  });

  it('lists every differing path with both values', () => {
    const expected = { name: 'Ada', pagination: { page: 1, total: 3 } };
    const observed = { name: 'Bob', pagination: { page: 1, total: 4 } };
    expect(textsIn(expected, observed)).toEqual([
      { path: 'body.name', expected: '"Ada"', observed: '"Bob"' },
      { path: 'body.pagination.total', expected: '3', observed: '4' },
    ]);
  });

  it('ignores members that were not asked for and their order', () => {
    expect(compare({ a: 1, b: 2 }, { c: 3, b: 2, a: 1 })).toEqual([]);
  });

  it('treats null and an absent member as equal', () => {
    expect(compare({ description: null }, {})).toEqual([]);
    expect(compare({ description: undefined }, { description: null })).toEqual([]);
  });

  it('looks only at own members of the answer, even with names such as constructor', () => {
    const [missing] = textsIn({ constructor: 'Ada' }, {});
    expect(missing).toEqual({ path: 'body.constructor', expected: '"Ada"', observed: 'nothing' });
  });

  it('treats a number and its digits as equal, in both directions', () => {
    expect(compare({ id: 5, price: 9.5 }, { id: '5', price: '9.50' })).toEqual([]);
    expect(compare({ id: '5' }, { id: 5 })).toEqual([]);
  });

  it('treats a long id as an integer, and as its digits', () => {
    const observed = { id: 1152921504606859321n };
    expect(compare({ id: anInteger }, observed)).toEqual([]);
    expect(compare({ id: '1152921504606859321' }, observed)).toEqual([]);
    expect(compare({ id: '1152921504606859320' }, observed)).toHaveLength(1);
  });

  it.each([
    [0, null],
    [0, ''],
    [0, false],
    ['', null],
    ['5', 6],
    [1, true],
    ['a', 'A'],
  ])('tells %j from %j', (expected, observed) => {
    expect(compare(expected, observed)).toHaveLength(1);
  });

  it('names the place inside an array, and a wrong length', () => {
    expect(pathsOf({ data: [1, 2] }, { data: [1, 3] })).toEqual(['body.data[1]']);
    expect(pathsOf({ data: [1, 2] }, { data: [1] })).toEqual(['body.data.length']);
    expect(pathsOf({ data: [1] }, { data: 'x' })).toEqual(['body.data']);
  });

  it('names a value that is not the expected object', () => {
    expect(textsIn({ a: 1 }, [1])).toEqual([
      { path: 'body', expected: 'an object', observed: '[1]' },
    ]);
    expect(textsIn({ a: 1 }, undefined)).toEqual([
      { path: 'body', expected: 'an object', observed: 'nothing' },
    ]);
  });

  it('checks a type where the expected value is an expectation', () => {
    expect(textsIn({ id: anInteger, name: aText }, { id: '5', name: 'x' })).toEqual([
      { path: 'body.id', expected: 'an integer', observed: '"5"' },
    ]);
    expect(textsIn({ a: present, b: present }, { a: null })).toEqual([
      { path: 'body.b', expected: 'a value', observed: 'nothing' },
    ]);
  });
});

describe('a rendering', () => {
  it('is the JSON of a short value', () => {
    expect(render({ a: 'ü' })).toBe('{"a":"ü"}');
  });

  it('has escape sequences for invisible characters', () => {
    expect(render('\ufeffe\u0301 a\u00a0b\u200b\u{e0001} "Zoë"')).toBe(
      '"\\ufeffe\\u0301 a\\u00a0b\\u200b\\udb40\\udc01 \\"Zoë\\""',
    );
  });

  it('has all the digits of a long id', () => {
    expect(render({ id: 1152921504606859321n })).toBe('{"id":1152921504606859321}');
  });

  it('is cut to 120 characters when the value is long', () => {
    const text = render('x'.repeat(500));
    expect(text).toHaveLength(120);
    expect(text.endsWith('…')).toBe(true);
  });
});

describe('a demand', () => {
  it('holds when there is no difference', () => {
    expect(() => demand([])).not.toThrow();
  });

  it('throws one violation with all differences', () => {
    const differences = [mismatch('a', 'an integer', '1'), mismatch('b', 'a text', 2)];
    expect(() => demand(differences)).toThrow(new Violation(differences));
    expect(() => demand(differences)).toThrow('a: expected an integer, observed "1"; b: expected');
  });
});
