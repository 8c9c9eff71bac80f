/** String literals and queries. The opening delimiter's first character is already consumed. */
import { encodeBytes } from '../source/decode-source.js';
import { character, hexDigitValue } from './character.js';
import type { Scanner } from './scanner.js';
import type { Token, TokenKind } from './token.js';

/** Each level is one more string inside an interpolated expression; Wren's own limit. */
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

/** A string up to its closing quote, or up to the `%(` of an interpolation. */
export function scanString(scanner: Scanner, token: Token): TokenKind {
  const { text } = scanner;
  let value = '';
  let runStart = scanner.at;
  for (;;) {
    const code = text.charCodeAt(scanner.at);
    switch (code) {
      case character.quote:
        token.text = value + text.slice(runStart, scanner.at++);
        return 'string';
      case character.percent:
        if (scanner.openParentheses.length < maxInterpolationNesting) {
          token.text = value + text.slice(runStart, scanner.at++);
          return openInterpolation(scanner);
        }
        scanner.at++;
        scanner.fail('interpolationTooDeep', scanner.at - 1);
        break;
      case character.backslash:
        value += text.slice(runStart, scanner.at++) + scanEscape(scanner);
        runStart = scanner.at;
        break;
      case character.carriageReturn:
        value += text.slice(runStart, scanner.at++);
        runStart = scanner.at;
        break;
      default:
        if (scanner.at < text.length) {
          skipCharacter(scanner, code);
          break;
        }
        scanner.fail('unterminatedString', scanner.start);
        token.text = value + text.slice(runStart);
        return 'string';
    }
  }
}

/** A string between `"""`, in which nothing has a special meaning. */
export function scanRawString(scanner: Scanner, token: Token): TokenKind {
  scanner.at += 2;
  const contentStart = scanner.at;
  const end = scanner.text.indexOf('"""', contentStart);
  if (end === -1) {
    // Wren names the line before a newline that is the last character.
    skipTo(scanner, scanner.text.length - 1);
    scanner.fail('unterminatedRawString', scanner.start);
  }
  skipTo(scanner, end === -1 ? scanner.text.length : end);
  token.text = trimRawString(scanner.text.slice(contentStart, scanner.at).replaceAll('\r', ''));
  if (end !== -1) scanner.at += 3;
  return 'string';
}

/** A query between backticks, exactly as written. */
export function scanQuery(scanner: Scanner, token: Token): TokenKind {
  const { at: contentStart, line } = scanner;
  const end = scanner.text.indexOf('`', contentStart);
  skipTo(scanner, end === -1 ? scanner.text.length : end);
  token.text = scanner.text.slice(contentStart, scanner.at);
  if (end === -1) scanner.fail('unterminatedQuery', scanner.start, line);
  else scanner.at++;
  return 'query';
}

/** A first line and a last line that hold nothing but blanks are no part of a raw string. */
function trimRawString(content: string): string {
  const firstNewline = content.indexOf('\n');
  if (firstNewline === -1) return content;
  const lastNewline = content.lastIndexOf('\n');
  const start = isBlank(content.slice(0, firstNewline)) ? firstNewline + 1 : 0;
  const end = isBlank(content.slice(lastNewline + 1)) ? lastNewline : content.length;
  return content.slice(start, end);
}

function isBlank(text: string): boolean {
  return /^[ \t]*$/.test(text);
}

/** Goes past a character of a literal, which counts lines and may not be NUL. */
function skipCharacter(scanner: Scanner, code: number): void {
  scanner.at++;
  if (code === character.newline) scanner.line++;
  else if (code === character.nul) scanner.fail('invalidByte', scanner.at - 1, code);
}

function skipTo(scanner: Scanner, end: number): void {
  while (scanner.at < end) skipCharacter(scanner, scanner.text.charCodeAt(scanner.at));
}

/** After a `%`. Whatever follows it, an interpolation is assumed to begin. */
function openInterpolation(scanner: Scanner): TokenKind {
  const code = scanner.text.charCodeAt(scanner.at);
  if (scanner.at < scanner.text.length) skipCharacter(scanner, code);
  if (code !== character.leftParenthesis) {
    scanner.fail('expectInterpolationStart', scanner.at - 1);
  }
  scanner.openParentheses.push(1);
  return 'interpolation';
}

/** After a backslash: what the escape sequence stands for. */
function scanEscape(scanner: Scanner): string {
  const start = scanner.at - 1;
  if (scanner.at === scanner.text.length) return '';
  const letter = scanner.text.charAt(scanner.at++);
  if (letter === 'x') return String.fromCharCode(scanHexEscape(scanner, 2, 'byte'));
  if (letter === 'u') return encodeUnicode(scanHexEscape(scanner, 4, 'Unicode'));
  if (letter === 'U') return encodeUnicode(scanHexEscape(scanner, 8, 'Unicode'));
  const value = simpleEscapes[letter];
  if (value !== undefined) return value;
  if (letter === '\n') scanner.line++;
  scanner.fail('invalidEscapeCharacter', start, letter);
  return '';
}

/** The value of that many hexadecimal digits, or of those before the first that is missing. */
function scanHexEscape(scanner: Scanner, count: number, kind: 'byte' | 'Unicode'): number {
  const start = scanner.at - 2;
  let value = 0;
  for (let index = 0; index < count; index++) {
    const code = scanner.text.charCodeAt(scanner.at);
    const digit = hexDigitValue(code);
    if (digit < 0) {
      const isAtEnd = code === character.quote || scanner.at >= scanner.text.length;
      scanner.fail(isAtEnd ? 'incompleteEscape' : 'invalidEscape', start, kind);
      return value;
    }
    value = value * 16 + digit;
    scanner.at++;
  }
  return value;
}

/** UTF-8; nothing for what is beyond Unicode, as in Wren. */
function encodeUnicode(codePoint: number): string {
  if (codePoint > maxCodePoint) return '';
  if (codePoint < firstSurrogate || codePoint > lastSurrogate) {
    return encodeBytes(String.fromCodePoint(codePoint));
  }
  // Half of a pair has no UTF-8, but Wren writes it as if it had.
  const middle = 0x80 | ((codePoint >> 6) & 0x3f);
  return String.fromCharCode(0xed, middle, 0x80 | (codePoint & 0x3f));
}
