import { describe, expect, test } from 'vitest';
import { parseJson, writeJson } from '../../../conformance/http/json.js';

const long = 1152921504606859321n;

describe('a JSON text', () => {
  test('keeps all digits of a long id at any place', () => {
    expect(parseJson(`{"id": ${long}}`)).toEqual({ id: long });
    expect(parseJson(`[{"name":"Ada","id":${long} }, {"id" : -${long}}]`)).toEqual([
      { name: 'Ada', id: long },
      { id: -long },
    ]);
  });

  test.each([
    '{"id": 7, "name": "Ada"}',
    '{"id": 9007199254740991, "price": 0.30000000000000004, "real": 1.7976931348623157e308}',
    '{"id": "1152921504606859321"}',
    '{"name": "\\"id\\": 1152921504606859321, ", "text": "id", "of": {"id": 12e20}}',
    '[1e5, 1.0, -0, 19.99, 1e21, 100000000000000.5, 5e-324]',
    '{"1152921504606859321": "4e12", "a": "1e99"}',
  ])('is otherwise read as ever: %s', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test('keeps other members beside a long id', () => {
    const text = `{"name":"\\"id\\": ${long},\\\\","stock":12345678901234567,"id":${long}}`;
    const name = `"id": ${long},\\`;
    expect(parseJson(text)).toEqual({ name, stock: 12345678901234567n, id: long });
  });

  test.each([
    `{"id": ${long}`,
    `{"id": 0${long}}`,
    `{"id": ${long},}`,
    `{"id": ${long}.}`,
    `{${long}: 1, "a": ${long}}`,
    `["a"${long}]`,
    `[1 ${long}]`,
    `[${long}x]`,
  ])('is not: %s', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });

  test.each([
    ['9223372036854775807', 9223372036854775807n],
    ['-9007199254740993', -9007199254740993n],
    ['9007199254740993.0', 9007199254740993n],
    ['9.007199254740993e15', 9007199254740993n],
    ['9007199254740992', 9007199254740992n],
    ['1e20', 10n ** 20n],
  ])('has the integer %s anywhere', (digits, value) => {
    expect(parseJson(digits)).toBe(value);
    expect(parseJson(` [ ${digits} ]`)).toEqual([value]);
    expect(parseJson(`{"a": {"n":${digits}}}`)).toEqual({ a: { n: value } });
  });

  test.each(['0.1000000000000000055', '1152921504606859321.5', '1e400', '-1e-400'])(
    'has the number %s, which neither a number nor a bigint is',
    (digits) => {
      const [value] = parseJson(`[${digits}]`) as unknown[];
      expect(String(value)).toBe(digits);
      expect(writeJson({ n: value })).toBe(`{"n":${digits}}`);
    },
  );

  test('may have texts that begin like the mark of a number', () => {
    const text = `{"a":"#number:7","b":"##number:7","n":${long}}`;
    expect(parseJson(text)).toEqual({ a: '#number:7', b: '##number:7', n: long });
    expect(writeJson(parseJson(text))).toBe(text);
    expect(writeJson({ a: '#number:7' })).toBe('{"a":"#number:7"}');
  });

  test('is written with the digits that were read', () => {
    expect(writeJson(parseJson(`{"a":[{"id":${long}}]}`))).toBe(`{"a":[{"id":${long}}]}`);
    expect(writeJson({ id: '7' }, 2)).toBe('{\n  "id": "7"\n}');
  });
});
