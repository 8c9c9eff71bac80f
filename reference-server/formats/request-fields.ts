/**
 * Fields of requests: percent-encoding, query strings, HTML forms and cookies. All texts are byte
 * strings. When a name is repeated, the first field counts.
 */
import { charge } from '../../interpreter/index.js';
import { convertPieces } from './text-pieces.js';

/**
 * Path of a request target, without its query string. The scheme and host of an absolute target
 * (RFC 9112, 3.2.2) are removed.
 */
export function pathOfTarget(target: string): string {
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  return path.startsWith('/') ? path : path.replace(/^https?:\/\/[^/]*/i, '');
}

/** End of a piece at an index, or before it where the index would cut an escape (`%41`). */
function findEscapeEnd(text: string, index: number): number {
  if (text[index - 1] === '%') return index - 1;
  return text[index - 2] === '%' ? index - 2 : index;
}

function decodePiece(piece: string): string {
  return piece.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Decodes `%41` into a byte; a `%` without two hexadecimal digits stays. */
export function percentDecode(text: string): string {
  return text.includes('%') ? convertPieces(text, decodePiece, findEscapeEnd) : text;
}

/** @param reserved global expression that matches the bytes to encode as `%41` */
export function encodeReserved(text: string, reserved: RegExp): string {
  const encodePiece = (piece: string): string =>
    piece.replace(reserved, (byte) => {
      const hex = byte.charCodeAt(0).toString(16).toUpperCase();
      return `%${hex.padStart(2, '0')}`;
    });
  return convertPieces(text, encodePiece);
}

/** Work charged per field to the script that first asks for the fields of its request. */
const workPerField = 200;

function decodeField(text: string): string {
  return percentDecode(text.replaceAll('+', ' '));
}

/** Parses `application/x-www-form-urlencoded` (WHATWG URL); a field without `=` is empty. */
export function parseFields(text: string): ReadonlyMap<string, string> {
  charge(text.length);
  const fields = new Map<string, string>();
  for (const pair of text.split('&')) {
    charge(workPerField);
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decodeField(equals < 0 ? pair : pair.slice(0, equals));
    if (!fields.has(name)) fields.set(name, equals < 0 ? '' : decodeField(pair.slice(equals + 1)));
  }
  return fields;
}

/** A file of a form. */
export interface FormFile {
  /** File name on the client. */
  readonly name: string;
  /** Media type stated by the client, in lower case; `""` without one. */
  readonly type: string;
  readonly content: string;
}

/** Fields and files of a form by name. */
export interface HtmlForm {
  readonly fields: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, FormFile>;
}

/** Media types of forms. */
export const formTypes = {
  urlEncoded: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const;

export const emptyForm: HtmlForm = { fields: new Map(), files: new Map() };

/** Parses a body of type `application/x-www-form-urlencoded`. */
export function parseForm(body: string): HtmlForm {
  return { fields: parseFields(body), files: emptyForm.files };
}

/**
 * Parses the header `Cookie` (RFC 6265, 5.4) and percent-decodes the values. By hand: the package
 * `cookie` would save 15 lines, but knows neither byte strings nor the budget of a run.
 */
export function parseCookies(header: string): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  charge(header.length);
  for (const pair of header.split(';')) {
    charge(workPerField);
    const equals = pair.indexOf('=');
    const name = pair.slice(0, Math.max(equals, 0)).trim();
    const value = pair.slice(equals + 1).trim();
    if (name !== '' && !cookies.has(name)) {
      cookies.set(name, percentDecode(value.replace(/^"(.*)"$/, '$1')));
    }
  }
  return cookies;
}

/** Attributes of a cookie (RFC 6265, 4.1.2). */
export interface CookieScope {
  /** In seconds; 0 removes the cookie. Default: the cookie ends with the browser's session. */
  readonly maxAge?: number | undefined;
  readonly path: string;
  readonly domain?: string | undefined;
  readonly sameSite: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
}

/** Bytes not allowed in the value of a cookie (RFC 6265, 4.1.1), and the percent sign. */
const cookieReserved = /[^\x21\x23\x24\x26-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]/g;

/** Formats the header `Set-Cookie`; the value is percent-encoded. */
export function formatCookie(name: string, value: string, scope: CookieScope): string {
  const { maxAge, path, domain, sameSite, secure, httpOnly } = scope;
  return [
    `${name}=${encodeReserved(value, cookieReserved)}`,
    `Path=${path}`,
    ...(domain === undefined ? [] : [`Domain=${domain}`]),
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    `SameSite=${sameSite}`,
    ...(secure ? ['Secure'] : []),
    ...(httpOnly ? ['HttpOnly'] : []),
  ].join('; ');
}
