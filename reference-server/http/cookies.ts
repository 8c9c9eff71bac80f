/** Cookies as RFC 6265 has them. All texts are byte strings. */
import { charge } from '../../interpreter/index.js';
import { percentDecode, percentEncode, workPerField } from './query-string.js';

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
