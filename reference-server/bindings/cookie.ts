/** Arguments of `Response.cookie`. */
import {
  abort,
  chargeLong,
  checkString,
  type Value,
  WrenMap,
  wrenNull,
} from '../../interpreter/index.js';
import { type CookieScope, formatCookie } from '../formats/request-fields.js';
import { checkToken, checkWholeNumber } from './arguments.js';

/** RFC 6265, 4.1.1: no control characters, and no semicolons, which begin attributes. */
const attributeValue = /^[\x20-\x3a\x3c-\x7e]*$/;

const optionNames = ['maxAge', 'path', 'domain', 'sameSite', 'secure', 'httpOnly'] as const;
type OptionName = (typeof optionNames)[number];

const sameSites = ['Strict', 'Lax', 'None'];

/** Default: for the whole site, not readable by scripts in pages, not sent by other sites. */
const defaultScope: CookieScope = { path: '/', sameSite: 'Lax', secure: false, httpOnly: true };

/** 400 days, the limit of browsers. */
const longestAge = 34_560_000;

function checkAttribute(value: Value, name: string): string {
  const text = checkString(value, name);
  chargeLong(text);
  if (attributeValue.test(text)) return text;
  return abort(`${name} must be ASCII without semicolons and control characters.`);
}

function checkBool(value: Value, name: string): boolean {
  return typeof value === 'boolean' ? value : abort(`${name} must be true or false.`);
}

function checkSameSite(value: Value, name: string): string {
  const found = sameSites.find((each) => each === value);
  return found ?? abort(`${name} must be one of ${sameSites.join(', ')}.`);
}

const readers: Readonly<Record<OptionName, (value: Value, name: string) => Partial<CookieScope>>> =
  {
    maxAge: (value, name) => ({ maxAge: checkWholeNumber(value, name, 0, longestAge) }),
    path: (value, name) => ({ path: checkAttribute(value, name) }),
    domain: (value, name) => ({ domain: checkAttribute(value, name) }),
    sameSite: (value, name) => ({ sameSite: checkSameSite(value, name) }),
    secure: (value, name) => ({ secure: checkBool(value, name) }),
    httpOnly: (value, name) => ({ httpOnly: checkBool(value, name) }),
  };

function readOption(key: Value, value: Value): Partial<CookieScope> {
  const name = optionNames.find((each) => each === key);
  if (name === undefined) abort(`Cookie options must be among ${optionNames.join(', ')}.`);
  return readers[name](value, `Cookie option ${name}`);
}

function readScope(options: Value): CookieScope {
  if (!(options instanceof WrenMap)) abort('Cookie options must be a map.');
  let scope = defaultScope;
  for (let at = options.positionFrom(0); at >= 0; at = options.positionFrom(at + 1)) {
    const [key, value] = [options.keyAt(at) ?? wrenNull, options.valueAt(at) ?? wrenNull];
    scope = { ...scope, ...readOption(key, value) };
  }
  return scope;
}

/** Formats the header `Set-Cookie` from the arguments of `Response.cookie`. */
export function makeCookie(name: Value, value: Value, options: Value = new WrenMap()): string {
  const key = checkToken(name, 'Cookie name', 'session');
  return formatCookie(key, checkString(value, 'Cookie value'), readScope(options));
}
