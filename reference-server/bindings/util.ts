import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  checkString,
  type HostClass,
  suspending,
  type Value,
  wrenNull,
} from '../../interpreter/index.js';
import { percentDecode, percentEncode } from '../http/query-string.js';
import { currentScriptHost } from '../script-host.js';
import {
  hashPassword,
  hashPasswordLater,
  verifyPassword,
  verifyPasswordLater,
} from './password.js';

const decimalNumber = /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?\s*$/i;

function toNum(value: Value): Value {
  if (typeof value === 'number') return value;
  const number = typeof value === 'string' && decimalNumber.test(value) ? Number(value) : Infinity;
  return Number.isFinite(number) ? number : wrenNull;
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
  return currentScriptHost().statements.database.inTransaction;
}

function hash(password: Value): Value {
  return hashPassword(checkString(password, 'Password'));
}

function hashLater(password: Value): Value | Promise<Value> {
  return mustNotWait() ? hash(password) : hashPasswordLater(checkString(password, 'Password'));
}

function verify(password: Value, stored: Value): Value {
  return verifyPassword(checkString(password, 'Password'), checkString(stored, 'Hash'));
}

function verifyLater(password: Value, stored: Value): Value | Promise<Value> {
  if (mustNotWait()) return verify(password, stored);
  return verifyPasswordLater(checkString(password, 'Password'), checkString(stored, 'Hash'));
}

/** A static method that makes a text of another, given as a byte string. */
function convert(toResult: (text: string) => string): (text: Value) => Value {
  return (text) => toResult(checkString(text, 'Text'));
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
    'toNum(_)': toNum,
    'uuid()': () => randomUUID(),
    'token()': () => randomBytes(tokenBytes).toString('base64url'),
    'hash(_)': suspending(hashLater, hash),
    'verify(_,_)': suspending(verifyLater, verify),
    'sha256(_)': convert((text) => createHash('sha256').update(text, 'latin1').digest('hex')),
    'urlEncode(_)': convert((text) => percentEncode(text, urlReserved)),
    'urlDecode(_)': convert(percentDecode),
    'base64Encode(_)': convert((text) => Buffer.from(text, 'latin1').toString('base64')),
    'base64Decode(_)': convert((text) => Buffer.from(text, 'base64').toString('latin1')),
    'htmlEscape(_)': convert((text) =>
      text.replace(/[&<>"']/g, (sign) => htmlEntities[sign] ?? sign),
    ),
  },
};
