/** Values that no other run uses, within the limits of a schema; servers may demand unique names. */
import { describe, expect, test } from 'vitest';
import type { ApiDescription } from '../../../conformance/derive/description/description.js';
import { makeExample } from '../../../conformance/derive/examples/example-value.js';

function nameFor(schema: object, options = {}): unknown {
  const api = { document: {}, operations: [] as unknown } as ApiDescription;
  const whole = { type: 'object', required: ['username'], properties: { username: schema } };
  return (makeExample(api, whole, options) as { username: unknown }).username;
}

const [text, word] = ['$'.concat('{unique}'), '$'.concat('{unique-word}')];

describe('a text by which servers tell resources apart', () => {
  test.each([
    ['a free text', {}, text],
    ['a pattern with hyphens', { pattern: '^[a-z0-9_.-]+$' }, text],
    ['a pattern without hyphens', { pattern: '^[a-z][a-z0-9]*$' }, word],
    ['a pattern with a limited length', { pattern: '^[A-Za-z0-9_]{3,20}$' }, word],
    ['at most 20 characters', { maxLength: 20 }, word],
    ['at most 31 characters', { maxLength: 31 }, word],
    ['an example', { pattern: '^\\w+$', example: 'ada' }, word],
  ])('is unique with %s', (_name, limits, expected) => {
    expect(nameFor({ type: 'string', ...limits })).toBe(expected);
  });

  test('is as long as its limit allows in each variant', () => {
    const schema = { type: 'string', maxLength: 12 };
    for (const variant of [0, 1, 2]) expect(nameFor(schema, { variant })).toContain('unique-word');
  });

  test('is another one in each variant', () => {
    const schema = { type: 'string', maxLength: 20 };
    expect(nameFor(schema, { variant: 1 })).toBe('$'.concat('{unique-word:changed}'));
  });

  test.each([
    ['a pattern of digits', { pattern: '^[0-9]{13}$' }, /^\$\{unique-like:\d{13}\}$/],
    ['a form', { pattern: '^[A-Z]{2}-\\d{4}$', example: 'AB-1234' }, /^\$\{unique-like:AB-1234\}$/],
    [
      'capital letters',
      { pattern: '^[A-Z]{2,10}$', example: 'WEB' },
      /^\$\{unique-like:[A-Z]{4,10}\}$/,
    ],
  ])('has other letters and digits with %s', (_name, limits, expected) => {
    expect(nameFor({ type: 'string', ...limits })).toMatch(expected);
  });

  test.each([
    ['a form with few texts', { pattern: '^[A-Z]{3}$' }, /^[A-Z]{3}$/],
    [
      'a form with hexadecimal digits',
      { pattern: '^0x[0-9a-f]{6}$', example: '0xa0b1c2' },
      /^0xa0b1c2$/,
    ],
    ['at most 5 characters', { maxLength: 5 }, /^a{4}$/],
    ['at least 14 characters of 15', { minLength: 14, maxLength: 15 }, /^a{14}$/],
    [
      'an enum beside a pattern',
      { pattern: '^[A-Z_]{9,}$', enum: ['BY_NUMBER', 'BY_LETTER'] },
      /^BY_NUMBER$/,
    ],
    [
      'an example in an enum',
      { pattern: '^[A-Z_]{9,}$', enum: ['BY_NUMBER', 'BY_LETTER'], example: 'BY_LETTER' },
      /^BY_LETTER$/,
    ],
  ])('is a constant with %s', (_name, limits, expected) => {
    expect(nameFor({ type: 'string', ...limits })).toMatch(expected);
  });
});
