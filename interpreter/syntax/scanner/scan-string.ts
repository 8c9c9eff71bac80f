/**
 * String literals and queries. The first character of the opening delimiter is already consumed.
 */
import { encodeBytes } from '../../source/source-file.js';
import { character, hexDigitValue } from './character.js';
import type { Cursor } from './cursor.js';
import type { Token, TokenKind } from './token.js';

/** Wren's limit on strings nested in interpolated expressions. */
const maxInterpolationNesting = 8;

const maxCodePoint = 0x10ffff;
const firstSurrogate = 0xd800;
const lastSurrogate = 0xdfff;

const simpleEscapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '%': '%',
  '0': '\0',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** Scans a string up to its closing quote, or up to the `%(` of an interpolation. */
export function scanString(cursor: Cursor, token: Token): TokenKind {
  const { text } = cursor;
  let value = '';
  let runStart = cursor.at;
  for (;;) {
    const code = text.charCodeAt(cursor.at);
    switch (code) {
      case character.quote:
        token.text = value + text.slice(runStart, cursor.at++);
        return 'string';
      case character.percent:
        if (cursor.openParentheses.length < maxInterpolationNesting) {
          token.text = value + text.slice(runStart, cursor.at++);
          return openInterpolation(cursor);
        }
        cursor.at++;
        cursor.fail('interpolationTooDeep', cursor.at - 1);
        break;
      case character.backslash:
        value += text.slice(runStart, cursor.at++) + scanEscape(cursor);
        runStart = cursor.at;
        break;
      case character.carriageReturn:
        value += text.slice(runStart, cursor.at++);
        runStart = cursor.at;
        break;
      default:
        if (cursor.at < text.length) {
          skipCharacter(cursor, code);
          break;
        }
        cursor.fail('unterminatedString', cursor.start);
        token.text = value + text.slice(runStart);
        return 'string';
    }
  }
}

/** Scans a raw string between `"""`, which has no escapes. */
export function scanRawString(cursor: Cursor, token: Token): TokenKind {
  cursor.at += 2;
  const contentStart = cursor.at;
  const end = cursor.text.indexOf('"""', contentStart);
  if (end === -1) {
    skipTo(cursor, endOfSearch(cursor.text, contentStart));
    cursor.fail('unterminatedRawString', cursor.start);
  }
  skipTo(cursor, end === -1 ? cursor.text.length : end);
  token.text = trimRawString(cursor.text.slice(contentStart, cursor.at).replaceAll('\r', ''));
  if (end !== -1) cursor.at += 3;
  return 'string';
}

/**
 * The offset at which Wren gives up on an unterminated raw string, whose line the error names: Wren
 * stops when fewer than three characters are left, not counting carriage returns.
 */
function endOfSearch(text: string, contentStart: number): number {
  let last = Math.max(contentStart, text.length - 2);
  while (text.charCodeAt(last) === character.carriageReturn) last++;
  return Math.min(last + 1, text.length);
}

/** Scans a query between backticks, without escapes and, like a string, without carriage returns. */
export function scanQuery(cursor: Cursor, token: Token): TokenKind {
  const { at: contentStart, line } = cursor;
  const end = cursor.text.indexOf('`', contentStart);
  skipTo(cursor, end === -1 ? cursor.text.length : end);
  token.text = cursor.text.slice(contentStart, cursor.at).replaceAll('\r', '');
  if (end === -1) cursor.fail('unterminatedQuery', cursor.start, line);
  else cursor.at++;
  return 'query';
}

/** Removes a blank first line and a blank last line of a raw string. */
function trimRawString(content: string): string {
  const firstNewline = content.indexOf('\n');
  if (firstNewline === -1) return content;
  const lastNewline = content.lastIndexOf('\n');
  const start = isBlankText(content.slice(0, firstNewline)) ? firstNewline + 1 : 0;
  const end = isBlankText(content.slice(lastNewline + 1)) ? lastNewline : content.length;
  return content.slice(start, end);
}

function isBlankText(text: string): boolean {
  return /^[ \t]*$/.test(text);
}

/** Skips a character of a literal, counts lines and rejects NUL. */
function skipCharacter(cursor: Cursor, code: number): void {
  cursor.at++;
  if (code === character.newline) cursor.line++;
  else if (code === character.nul) cursor.fail('invalidByte', cursor.at - 1, code);
}

function skipTo(cursor: Cursor, end: number): void {
  while (cursor.at < end) skipCharacter(cursor, cursor.text.charCodeAt(cursor.at));
}

/** Begins an interpolation after a `%`, even if the parenthesis is missing. */
function openInterpolation(cursor: Cursor): TokenKind {
  const code = cursor.text.charCodeAt(cursor.at);
  if (cursor.at < cursor.text.length) skipCharacter(cursor, code);
  if (code !== character.leftParenthesis) {
    cursor.fail('expectInterpolationStart', cursor.at - 1);
  }
  cursor.openParentheses.push(1);
  return 'interpolation';
}

/** The value of the escape sequence after a backslash. */
function scanEscape(cursor: Cursor): string {
  const start = cursor.at - 1;
  if (cursor.at === cursor.text.length) return '';
  const letter = cursor.text.charAt(cursor.at++);
  if (letter === 'x') return String.fromCharCode(scanHexEscape(cursor, 2, 'byte'));
  if (letter === 'u') return encodeUnicode(scanHexEscape(cursor, 4, 'Unicode'));
  if (letter === 'U') return encodeUnicode(scanHexEscape(cursor, 8, 'Unicode'));
  const value = simpleEscapes[letter];
  if (value !== undefined) return value;
  if (letter === '\n') cursor.line++;
  cursor.fail('invalidEscapeCharacter', start, letter);
  return '';
}

/** The value of a number of hexadecimal digits; on an error, the value of those before it. */
function scanHexEscape(cursor: Cursor, count: number, kind: 'byte' | 'Unicode'): number {
  const start = cursor.at - 2;
  let value = 0;
  for (let index = 0; index < count; index++) {
    const code = cursor.text.charCodeAt(cursor.at);
    const digit = hexDigitValue(code);
    if (digit < 0) {
      const isAtEnd = code === character.quote || cursor.at >= cursor.text.length;
      cursor.fail(isAtEnd ? 'incompleteEscape' : 'invalidEscape', start, kind);
      return value;
    }
    value = value * 16 + digit;
    cursor.at++;
  }
  return value;
}

/** The UTF-8 of a code point; empty beyond Unicode, as in Wren. */
function encodeUnicode(codePoint: number): string {
  if (codePoint > maxCodePoint) return '';
  if (codePoint < firstSurrogate || codePoint > lastSurrogate) {
    return encodeBytes(String.fromCodePoint(codePoint));
  }
  // A surrogate has no UTF-8; Wren encodes it like any other code point.
  const middle = 0x80 | ((codePoint >> 6) & 0x3f);
  return String.fromCharCode(0xed, middle, 0x80 | (codePoint & 0x3f));
}
