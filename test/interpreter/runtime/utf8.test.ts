import { describe, expect, it } from 'vitest';
import {
  codePointText,
  countCodePoints,
  decodeCodePoint,
  encodeCodePoint,
} from '../../../interpreter/runtime/utf8.js';

const bytesOf = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

describe('code points in byte strings', () => {
  it.each([0, 0x41, 0x7f, 0x80, 0x7ff, 0x800, 0x20ac, 0xffff, 0x10000, 0x1f600, 0x10ffff])(
    'encodes %d as UTF-8 and decodes it',
    (codePoint) => {
      const bytes = encodeCodePoint(codePoint);
      expect(bytes).toBe(bytesOf(String.fromCodePoint(codePoint)));
      expect(decodeCodePoint(`x${bytes}y`, 1)).toBe(codePoint);
      expect(codePointText(`x${bytes}y`, 1)).toBe(bytes);
    },
  );

  it('keeps surrogates, as Wren does', () => {
    expect(decodeCodePoint(encodeCodePoint(0xd800), 0)).toBe(0xd800);
  });

  it.each(['\x80', '\xff', '\xf8', '\xe2\x82', '\xc3x', '\xf0\x9f\x98'])(
    'finds no code point at the start of %j',
    (bytes) => {
      expect(decodeCodePoint(bytes, 0)).toBe(-1);
      expect(codePointText(bytes, 0)).toBe(bytes[0]);
    },
  );

  it('counts code points and invalid bytes', () => {
    expect(countCodePoints('')).toBe(0);
    expect(countCodePoints(bytesOf('søméthing'))).toBe(9);
    expect(countCodePoints('\x80\x80\xffa')).toBe(3);
  });
});
