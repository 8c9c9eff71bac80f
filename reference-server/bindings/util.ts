import { randomBytes, randomUUID } from 'node:crypto';
import {
  abort,
  checkString,
  constantTime,
  type Execution,
  type HostClass,
  linearTime,
  longTime,
  reserveMemory,
  suspending,
  type Value,
  wrenNull,
} from '../../interpreter/index.js';
import { percentDecode, percentEncode } from '../formats/fields.js';
import { JsonError, parseJson } from '../formats/parse-json.js';
import { convertPieces } from '../formats/pieces.js';
import { serializeJson } from '../formats/serialize-json.js';
import { currentScriptHost } from '../http/script-host.js';
import {
  hashPassword,
  hashPasswordLater,
  sha256,
  verifyPassword,
  verifyPasswordLater,
} from './hashes.js';

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
  return currentScriptHost().queryRunner.mustNotWait;
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
      'sha256(_)': convert(sha256),
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

function parse(text: Value): Value {
  const document = checkString(text, 'JSON text');
  try {
    return parseJson(document);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return abort(`The text is not valid JSON: ${error.message}.`);
  }
}

/**
 * The class `Json`: texts in JSON that are not a request's body, such as those in a column.
 *
 *     Json.parse("[1, 2]")[0]             // 1
 *     Json.stringify({"tags": ["a"]})     // {"tags":["a"]}
 *
 * `parse` ends the script when the text is not JSON; `stringify` when the value is, or holds, an
 * instance of another class than Map, List, String, Num, Bool and Null.
 */
export const jsonClass: HostClass = {
  name: 'Json',
  statics: longTime({
    'parse(_)': parse,
    'stringify(_)': serializeJson,
  }),
};
