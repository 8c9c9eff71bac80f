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
    '{"id": 9007199254740991, "price": 1152921504606859321}',
    '{"id": "1152921504606859321"}',
    '{"id": 1152921504606859321.5}',
    '{"name": "\\"id\\": 1152921504606859321, ", "text": "id", "of": {"id": 12e20}}',
    '{"name": "#integer:7", "id": 1152921504606859321}',
  ])('is otherwise read as ever: %s', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test('keeps other members beside a long id', () => {
    const text = `{"name":"\\"id\\": ${long},\\\\","stock":12345678901234567,"id":${long}}`;
    const name = `"id": ${long},\\`;
    expect(parseJson(text)).toEqual({ name, stock: 12345678901234568, id: long });
  });

  test.each([`{"id": ${long}`, `{"id": 0${long}}`, `{"id": ${long},}`])('is not: %s', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });

  test('is written with the digits that were read', () => {
    expect(writeJson(parseJson(`{"a":[{"id":${long}}]}`))).toBe(`{"a":[{"id":${long}}]}`);
    expect(writeJson({ id: '7' }, 2)).toBe('{\n  "id": "7"\n}');
  });
});
