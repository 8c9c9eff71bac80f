import { expect, test } from 'vitest';
import { parseFields, percentDecode } from '../../../reference-server/formats/request-fields.js';

test.each([
  ['a=1&b=2', { a: '1', b: '2' }],
  ['', {}],
  ['&&a=1&', { a: '1' }],
  ['a', { a: '' }],
  ['a=', { a: '' }],
  ['=1', { '': '1' }],
  ['a=b=c', { a: 'b=c' }],
  ['a=1&a=2', { a: '1' }],
  ['a+b=c+d', { 'a b': 'c d' }],
  ['a%20b=%2B%26', { 'a b': '+&' }],
  ['a=%C3%A4', { a: '\xc3\xa4' }],
  ['a=%ff%FF', { a: '\xff\xff' }],
  ['a=100%&b=%zz&c=%4', { a: '100%', b: '%zz', c: '%4' }],
  ['__proto__=1&constructor=2', { ['__proto__']: '1', constructor: '2' }],
])('reads %s', (text, fields) => {
  expect(Object.fromEntries(parseFields(text))).toEqual(fields);
});

test('decodes once', () => {
  expect(percentDecode('%2541')).toBe('%41');
});
