import { expect, test } from 'vitest';
import { notations } from '../../../../steps/api/values/notations.js';

const json = { name: 'Zoë 🎉 1/2', price: 12.5, stock: 7, tags: ['a', null] };

test.each(Object.entries(notations))('a body with %s is the same JSON', (_name, write) => {
  expect(JSON.parse(write(json))).toEqual(json);
});

test.each(Object.entries(notations))(
  'a body with %s differs from the usual notation',
  (_name, write) => {
    expect(write(json)).not.toBe(JSON.stringify(json));
  },
);

test('numbers other than integers have an exponent', () => {
  expect(notations['an exponent in its price'](json)).toContain('"price":125.0E-1,"stock":7');
});

test('escape sequences are UTF-16 units, in lower and upper case', () => {
  const text = notations['escape sequences for all characters']({ name: '🎉' });
  expect(text).toBe('{"name":"\\ud83c\\uDF89"}');
});
