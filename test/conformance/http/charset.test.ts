import { expect, test } from 'vitest';
import { decodeAnswer } from '../../../conformance/http/decode-answer.js';
import { bytesOf, jsonOf } from '../../../conformance/http/exchange.js';
import { encodedBodyOf } from '../../../conformance/sentences/world/request-parts.js';
import { SuiteMistake } from '../../../conformance/verdict/outcomes.js';

/** The answer with these bytes and this media type. */
const answerOf = (body: Buffer, type: string) =>
  decodeAnswer(200, { headers: [['content-type', type]], body } as never);

test.each([
  ['text/plain; charset=iso-8859-1', 'latin1', 'Zoë'],
  ['text/csv;header=present;Charset="ISO-8859-1"', 'latin1', 'é;ü'],
  ['application/xml; charset=UTF-16LE', 'utf16le', '<a>日本</a>'],
  ['text/plain; charset=utf-8', 'utf8', 'Zoë'],
  ['text/plain', 'utf8', 'Zoë'],
] as const)('a body of type %s is read', (type, encoding, text) => {
  const bytes = Buffer.from(text, encoding);
  const answer = answerOf(bytes, type);
  expect([answer.body, answer.malformedAt]).toEqual([text, undefined]);
  expect(Buffer.from(bytesOf(answer))).toEqual(bytes);
});

test('a body in windows-1252 has the characters of that set', () => {
  expect(answerOf(Buffer.from([0x80, 0x93]), 'text/plain; charset=windows-1252').body).toBe('€“');
});

test.each(['text/plain; charset=no-charset', 'text/plain; charset=""', 'text/plain'])(
  'a body of type %s that is not UTF-8 is malformed',
  (type) => {
    expect(answerOf(Buffer.from('Zoë', 'latin1'), type).malformedAt).toBe(2);
  },
);

test('JSON is read as UTF-8, whatever its media type says', () => {
  const type = 'application/json; charset=iso-8859-1';
  expect(jsonOf(answerOf(Buffer.from('["Zoë"]'), type))?.value).toEqual(['Zoë']);
  expect(jsonOf(answerOf(Buffer.from('["Zoë"]', 'latin1'), type))).toBeUndefined();
});

const bodyAs = (text: string, type: string) =>
  encodedBodyOf({ method: 'POST', path: '/notes', text }, { 'content-Type': type });

test.each([
  ['text/plain; charset=iso-8859-1', 'Zoë', Buffer.from('Zoë', 'latin1')],
  ['text/plain; charset=US-ASCII', 'Zoe', Buffer.from('Zoe')],
  ['text/plain; charset="utf-16le"', '日本', Buffer.from('日本', 'utf16le')],
  ['text/plain; charset=utf-8', '🎉', Buffer.from('🎉')],
  ['text/plain; charset=shift_jis', '日', Buffer.from([0x93, 0xfa])],
])('a text of type %s is sent in that character set', (type, text, bytes) => {
  // A client sends a text in UTF-8.
  expect(Buffer.from(bodyAs(text, type) ?? '')).toEqual(bytes);
});

test.each([
  ['text/plain; charset=iso-8859-1', '日本', 'iso-8859-1 has no "日"'],
  ['text/plain; charset=us-ascii', 'Zoë', 'us-ascii has no "ë"'],
  ['text/plain; charset=no-charset', 'a', 'the character set no-charset is unknown'],
])('a text of type %s that cannot be written is a mistake of the suite', (type, text, reason) => {
  expect(() => bodyAs(text, type)).toThrow(SuiteMistake);
  expect(() => bodyAs(text, type)).toThrow(reason);
});
