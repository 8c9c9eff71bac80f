import { charge, toBytes } from '../../interpreter/index.js';
import { convertPieces } from './pieces.js';

/**
 * Query strings and form bodies: `name=value` pairs joined by `&`, in the encoding of HTML forms
 * (WHATWG URL, application/x-www-form-urlencoded). All texts are byte strings.
 */

/** Escapes are three characters, which are not to be cut apart. */
function findEscapeEnd(text: string, index: number): number {
  if (text[index - 1] === '%') return index - 1;
  return text[index - 2] === '%' ? index - 2 : index;
}

function decodePiece(piece: string): string {
  return piece.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** `%41` becomes the byte it names; a `%` that names none stays as it is. */
export function percentDecode(text: string): string {
  return text.includes('%') ? convertPieces(text, decodePiece, findEscapeEnd) : text;
}

/** The reverse: each byte that is reserved becomes `%41`. `reserved` has to find all of them. */
export function percentEncode(text: string, reserved: RegExp): string {
  const encodePiece = (piece: string): string =>
    piece.replace(reserved, (byte) => {
      const hex = byte.charCodeAt(0).toString(16).toUpperCase();
      return `%${hex.padStart(2, '0')}`;
    });
  return convertPieces(text, encodePiece);
}

/** What a script that asks first for the fields of its request is charged with for each of them. */
export const workPerField = 200;

function decodeField(text: string): string {
  return percentDecode(text.replaceAll('+', ' '));
}

/** The fields by name. Of a repeated name the first counts; one without `=` is the empty text. */
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

/**
 * The path of a request's target, without its query string. A target may also be a whole URL
 * (RFC 9112, 3.2.2), of which scheme and host are left out.
 */
export function pathOf(target: string): string {
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  return path.startsWith('/') ? path : path.replace(/^https?:\/\/[^/]*/i, '');
}

/** The forms of HTML: fields, and files of multipart forms. All texts are byte strings. */

/** A file that was sent with a form. */
export interface FormFile {
  /** The name that it has at the client. */
  readonly name: string;
  /** The media type that the client states; `""` when it states none. */
  readonly type: string;
  readonly content: string;
}

/** The fields and files of a form by name; of a repeated name the first counts. */
export interface Form {
  readonly fields: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, FormFile>;
}

/** The media types of forms. */
export const formTypes = {
  urlEncoded: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const;

export const emptyForm: Form = { fields: new Map(), files: new Map() };

/** Reads a body of type `application/x-www-form-urlencoded`. */
export function parseForm(body: string): Form {
  return { fields: parseFields(body), files: emptyForm.files };
}

async function toFormFile(file: File): Promise<FormFile> {
  const content = Buffer.from(await file.arrayBuffer()).toString('latin1');
  return { name: toBytes(file.name), type: toBytes(file.type), content };
}

/**
 * Reads a body of type `multipart/form-data` (RFC 7578).
 *
 * @param contentType the header, which names the boundary
 * @throws TypeError when the body is not such a form
 */
export async function readMultipart(body: string, contentType: string): Promise<Form> {
  const headers = { 'Content-Type': contentType };
  const parts = await new Response(Buffer.from(body, 'latin1'), { headers }).formData();
  const fields = new Map<string, string>();
  const files = new Map<string, FormFile>();
  for (const [key, part] of parts) {
    const name = toBytes(key);
    if (typeof part !== 'string') {
      if (!files.has(name)) files.set(name, await toFormFile(part));
    } else if (!fields.has(name)) fields.set(name, toBytes(part));
  }
  return { fields, files };
}

/** Cookies as RFC 6265 has them. All texts are byte strings. */

/** The cookies of a request, percent-decoded; of a repeated name the first counts. */
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

/** Who gets a cookie, and for how long. */
export interface CookieScope {
  /** Seconds; without it the cookie ends with the browser's session, 0 removes it. */
  readonly maxAge?: number | undefined;
  readonly path: string;
  readonly domain?: string | undefined;
  readonly sameSite: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
}

/** All that may not stand in a value as it is (RFC 6265, 4.1.1), and the percent sign. */
const reserved = /[^\x21\x23\x24\x26-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]/g;

/** The value of a `Set-Cookie` header; the cookie's own value is percent-encoded. */
export function formatCookie(name: string, value: string, scope: CookieScope): string {
  const { maxAge, path, domain, sameSite, secure, httpOnly } = scope;
  return [
    `${name}=${percentEncode(value, reserved)}`,
    `Path=${path}`,
    ...(domain === undefined ? [] : [`Domain=${domain}`]),
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    `SameSite=${sameSite}`,
    ...(secure ? ['Secure'] : []),
    ...(httpOnly ? ['HttpOnly'] : []),
  ].join('; ');
}
