import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  checkString,
  constantTime,
  type Execution,
  type HostClass,
  linearTime,
  reserveMemory,
  suspending,
  type Value,
  wrenNull,
} from '../../interpreter/index.js';
import { percentDecode, percentEncode } from '../http/query-string.js';
import { currentScriptHost } from '../script-host.js';
import { sha256 } from '../sha256.js';
import { convertPieces, forEachPiece, pieceLength } from '../text-pieces.js';
import {
  hashPassword,
  hashPasswordLater,
  verifyPassword,
  verifyPasswordLater,
} from './password.js';
import { RecentHashes } from './recent-hashes.js';

const decimalNumber = /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?\s*$/i;

function toNum(value: Value): Value {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return wrenNull;
  const number = decimalNumber.test(value) ? Number(value) : Infinity;
  if (Number.isFinite(number)) return number;
  currentScriptHost().unreadNumber = value;
  return wrenNull;
}

/** Enough that nobody guesses one. */
const tokenBytes = 32;

const nonAscii = /[\x80-\xff]/;

/** All but what RFC 3986 leaves as it is everywhere in a URL. */
const urlReserved = /[^\w.~-]/g;

const htmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Other requests, which go on while a script waits, would write into the transaction it has begun. */
function mustNotWait(): boolean {
  return currentScriptHost().session.mustNotWait;
}

/** A password, which is copied before it is hashed. */
function checkPassword(password: Value): string {
  const text = checkString(password, 'Password');
  reserveMemory(text.length);
  return text;
}

function hash(password: Value): Value {
  return hashPassword(checkPassword(password));
}

function hashLater(_execution: Execution, password: Value): Value | Promise<Value> {
  return mustNotWait() ? hash(password) : hashPasswordLater(checkPassword(password));
}

function verify(password: Value, stored: Value): Value {
  return verifyPassword(checkPassword(password), checkString(stored, 'Hash'));
}

function verifyLater(
  _execution: Execution,
  password: Value,
  stored: Value,
): Value | Promise<Value> {
  if (mustNotWait()) return verify(password, stored);
  return verifyPasswordLater(checkPassword(password), checkString(stored, 'Hash'));
}

/** A static method that makes a text of another, given as a byte string. */
function convert(toResult: (text: string) => string): (text: Value) => Value {
  return (text) => toResult(checkString(text, 'Text'));
}

const recentHashes = new RecentHashes();

function sha256OfText(text: string): string {
  // One call, if possible without a copy, takes a quarter of the time of the long way.
  if (text.length <= pieceLength) {
    return nonAscii.test(text) ? sha256(Buffer.from(text, 'latin1')) : recentHashes.find(text);
  }
  const hash = createHash('sha256');
  forEachPiece(
    text,
    (_text, index) => index,
    (piece) => hash.update(piece, 'latin1'),
  );
  return hash.digest('hex');
}

function encodeBase64(text: string): string {
  return convertPieces(text, (piece) => Buffer.from(piece, 'latin1').toString('base64'));
}

/** At once, since whatever does not belong there may stand between any two characters. */
function decodeBase64(text: string): string {
  reserveMemory(2 * text.length);
  return Buffer.from(text, 'base64').toString('latin1');
}

function escapeHtml(text: string): string {
  const escapePiece = (piece: string): string =>
    piece.replace(/[&<>"']/g, (sign) => htmlEntities[sign] ?? sign);
  return convertPieces(text, escapePiece);
}

/**
 * The class `Util` (§1).
 *
 *     Util.toNum("42")                     // 42
 *     Util.toNum("4 2")                    // null
 *     var stored = Util.hash(password)     // for a column; never the password itself
 *     if (Util.verify(password, stored)) …
 *     "/search?q=" + Util.urlEncode("a&b")
 *
 * - `toNum(value)`: the number that a string writes in decimal, with blanks around it if any; null
 *   when it writes none or one beyond the range of numbers. A number stays as it is, anything else
 *   is null.
 * - `uuid()`: a random UUID. `token()`: 43 random characters that may stand in a URL, for sessions
 *   and the like.
 * - `hash(password)`, `verify(password, hash)`: both take some tenths of a second, in which other
 *   requests are answered; within a transaction they are not.
 * - `sha256(text)`: in hexadecimal; too fast for passwords.
 * - `urlEncode`, `urlDecode`, `base64Encode`, `base64Decode`, `htmlEscape`: of a text.
 */
export const utilClass: HostClass = {
  name: 'Util',
  statics: {
    ...constantTime({
      'uuid()': () => randomUUID(),
      'token()': () => randomBytes(tokenBytes).toString('base64url'),
    }),
    ...linearTime({
      'toNum(_)': toNum,
      'sha256(_)': convert(sha256OfText),
      'urlEncode(_)': convert((text) => percentEncode(text, urlReserved)),
      'urlDecode(_)': convert(percentDecode),
      'base64Encode(_)': convert(encodeBase64),
      'base64Decode(_)': convert(decodeBase64),
      'htmlEscape(_)': convert(escapeHtml),
    }),
    'hash(_)': suspending(hashLater, hash),
    'verify(_,_)': suspending(verifyLater, verify),
  },
};
