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
import { JsonError, parseJson } from '../formats/parse-json.js';
import { encodeReserved, percentDecode } from '../formats/request-fields.js';
import { serializeJson } from '../formats/serialize-json.js';
import { convertPieces } from '../formats/text-pieces.js';
import { currentScriptHost } from '../http/script-host.js';
import {
  hashPassword,
  hashPasswordAsync,
  sha256,
  verifyPassword,
  verifyPasswordAsync,
} from './hashes.js';

const decimalNumber = /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?\s*$/i;

function toNum(value: Value): Value {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return wrenNull;
  const number = decimalNumber.test(value) ? Number(value) : Infinity;
  if (Number.isFinite(number)) return number;
  currentScriptHost().lastNull = { method: 'Util.toNum', text: value };
  return wrenNull;
}

/** 256 bits: cannot be guessed. */
const tokenBytes = 32;

/** Bytes other than the unreserved characters of RFC 3986. */
const urlReserved = /[^\w.~-]/g;

const htmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Checks a password and reserves memory for the copy that is hashed. */
function checkPassword(password: Value): string {
  const text = checkString(password, 'Password');
  reserveMemory(text.length);
  return text;
}

function hash(password: Value): Value {
  return hashPassword(checkPassword(password));
}

function hashAsync(_execution: Execution, password: Value): Value | Promise<Value> {
  const { queryRunner, deadline } = currentScriptHost();
  // Other requests would write into its transaction.
  if (queryRunner.mustNotWait) return hash(password);
  return hashPasswordAsync(checkPassword(password), deadline);
}

function verify(password: Value, stored: Value): Value {
  return verifyPassword(checkPassword(password), checkString(stored, 'Hash'));
}

function verifyAsync(
  _execution: Execution,
  password: Value,
  stored: Value,
): Value | Promise<Value> {
  const { queryRunner, deadline } = currentScriptHost();
  if (queryRunner.mustNotWait) return verify(password, stored);
  return verifyPasswordAsync(checkPassword(password), checkString(stored, 'Hash'), deadline);
}

/** Makes a static method from a conversion of byte strings. */
function convert(toResult: (text: string) => string): (text: Value) => Value {
  return (text) => toResult(checkString(text, 'Text'));
}

function encodeBase64(text: string): string {
  return convertPieces(text, (piece) => Buffer.from(piece, 'latin1').toString('base64'));
}

/** Not in pieces: ignored characters may occur anywhere, so no end of a piece is safe. */
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
 *     var stored = Util.hash(password)     // to store instead of the password
 *     if (Util.verify(password, stored)) …
 *     "/search?q=" + Util.urlEncode("a&b")
 *
 * - `toNum(value)`: the decimal number in a string, which may begin and end with whitespace; null
 *   when the string is not such a number, or is out of range. Returns a number unchanged, and null
 *   for a value of any other class.
 * - `uuid()`: a random UUID. `token()`: 43 random URL-safe characters, for example for bearer
 *   tokens.
 * - `hash(password)`, `verify(password, hash)`: take some tenths of a second. Other requests are
 *   answered meanwhile, except during a transaction of the script.
 * - `sha256(text)`: in hexadecimal; too fast for passwords.
 * - `urlEncode(text)`, `urlDecode(text)`, `base64Encode(text)`, `base64Decode(text)`,
 *   `htmlEscape(text)`.
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
      'urlEncode(_)': convert((text) => encodeReserved(text, urlReserved)),
      'urlDecode(_)': convert(percentDecode),
      'base64Encode(_)': convert(encodeBase64),
      'base64Decode(_)': convert(decodeBase64),
      'htmlEscape(_)': convert(escapeHtml),
    }),
    'hash(_)': suspending(hashAsync, hash),
    'verify(_,_)': suspending(verifyAsync, verify),
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
 * The class `Json`: JSON in texts other than request bodies, such as database columns.
 *
 *     Json.parse("[1, 2]")[0]             // 1
 *     Json.stringify({"tags": ["a"]})     // {"tags":["a"]}
 *
 * `parse` ends the script when the text is not JSON; `stringify` when the value is or contains an
 * instance of a class other than Map, List, String, Num, Bool and Null.
 */
export const jsonClass: HostClass = {
  name: 'Json',
  statics: longTime({
    'parse(_)': parse,
    'stringify(_)': serializeJson,
  }),
};
