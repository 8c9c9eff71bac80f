import { expect, test } from 'vitest';
import { WrenMap } from '../../../interpreter/index.js';
import {
  JsonError,
  maximumDepth,
  parseJson,
} from '../../../reference-server/formats/parse-json.js';
import { serializeJson } from '../../../reference-server/formats/serialize-json.js';

/** A text as a byte string. */
const bytes = (text: string): string => Buffer.from(text).toString('latin1');

test.each([
  '{"a":1,"b":[true,false,null],"c":{"d":"e"}}',
  '"ä€😀"',
  '"\\u0000\\u001f\\"\\\\"',
  '[]',
  '{}',
  '1.5e-7',
  '-0.25',
  '12345678901234567000',
])('%s is read and written back unchanged', (text) => {
  expect(serializeJson(parseJson(bytes(text)))).toBe(bytes(text));
});

test('escapes become the UTF-8 bytes of their characters', () => {
  expect(parseJson('"\\u00e4\\ud83d\\ude00"')).toBe(bytes('ä😀'));
  expect(parseJson(bytes('"\\u00e4 ä"'))).toBe(bytes('ä ä'));
  expect(parseJson('"\\ud800"')).toBe(bytes('\ufffd'));
});

test('members with names of JavaScript properties are ordinary', () => {
  const map = parseJson('{"__proto__":1,"constructor":2,"\\u005f_proto__":3}');
  expect(map).toBeInstanceOf(WrenMap);
  expect(serializeJson(map)).toBe('{"__proto__":3,"constructor":2}');
  expect({}).not.toHaveProperty('1');
});

test('the last of repeated members counts', () => {
  expect(serializeJson(parseJson('{"a":1,"a":2}'))).toBe('{"a":2}');
});

test.each([
  ['', 'it is empty'],
  [' \n', 'it is empty'],
  ['{', 'its syntax is wrong'],
  ["{'a':1}", 'its syntax is wrong'],
  ['[1] 2', 'its syntax is wrong'],
  ['NaN', 'its syntax is wrong'],
  ['"\xff"', 'it is not valid UTF-8'],
  ['"\xed\xa0\x80"', 'it is not valid UTF-8'],
])('rejects %j: %s', (text, reason) => {
  expect(() => parseJson(text)).toThrow(new JsonError(reason));
});

test('rejects documents that nest too deeply, and only those', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  expect(serializeJson(parseJson(nested(maximumDepth)))).toBe(nested(maximumDepth));
  expect(() => parseJson(nested(maximumDepth + 1))).toThrow('nests deeper than');
  expect(() => parseJson(nested(400_000))).toThrow('nests deeper than');
});
