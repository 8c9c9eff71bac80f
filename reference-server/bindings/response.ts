import {
  abort,
  charge,
  checkString,
  constantTime,
  type HostClass,
  linearTime,
  longTime,
  reserveMemory,
  type Value,
  wrenNull,
} from '../../interpreter/index.js';
import { encodeReserved } from '../formats/request-fields.js';
import { serializeJson } from '../formats/serialize-json.js';
import { type AnswerDraft, currentContext } from '../http/request-context.js';
import { checkHeaderValue, checkToken, checkWholeNumber } from './arguments.js';
import { makeCookie } from './cookie.js';

/** RFC 9110, 15.4: statuses with a Location header that the client follows. */
const redirectStatuses = [301, 302, 303, 307, 308];

/** Headers about the connection (RFC 9110, 7.6.1) and the message, which only the server sets. */
const ownHeaders = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'proxy-connection',
  'te',
  // Node rejects it, because an answer with a length has no trailer fields (RFC 9110, 6.6.2).
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

function answer(contentType: string, body: string): Value {
  const { draft } = currentContext();
  if (!draft.hasOwnType) draft.contentType = contentType;
  draft.body = body;
  return wrenNull;
}

/** Reserves memory for the copy of the body that is made when the answer is sent. */
function answerText(contentType: string, body: string): Value {
  reserveMemory(body.length);
  return answer(contentType, body);
}

/**
 * Greatest size of the headers of a script's answer, in bytes. Clients such as Node's accept 16
 * KiB, including the headers that the server adds.
 */
const mostHeaderBytes = 15 * 1024;

/**
 * Reserves memory for a header and charges the search for others of its name.
 *
 * @throws WrenAbort if the headers become too large
 */
function reserveHeader(value: string): AnswerDraft {
  const { draft } = currentContext();
  if (draft.headerBytes + value.length > mostHeaderBytes) {
    abort(`The headers of an answer may have at most ${mostHeaderBytes} bytes.`);
  }
  reserveMemory(value.length);
  charge(draft.headerBytes);
  return draft;
}

function setStatus(code: Value): Value {
  currentContext().draft.status = checkWholeNumber(code, 'Status', 200, 599);
  return wrenNull;
}

function setHeader(name: Value, value: Value): Value {
  const text = checkToken(name, 'Header name', 'X-Total');
  if (ownHeaders.has(text.toLowerCase()))
    abort(`A script must not set the header ${text}: the server frames the answer itself.`);
  const content = checkHeaderValue(value, 'Header value');
  const draft = reserveHeader(content);
  if (text.toLowerCase() === 'content-type') {
    draft.contentType = content;
    draft.hasOwnType = true;
  } else draft.setHeader(text, content);
  return wrenNull;
}

function addCookie(name: Value, value: Value, options?: Value): Value {
  const cookie = makeCookie(name, value, options);
  reserveHeader(cookie).addHeader('Set-Cookie', cookie);
  return wrenNull;
}

/** Arguments of `Response.cors`; byte strings. */
interface CorsRules {
  readonly origin: string;
  /** Comma-separated. Default: all methods that scripts are served with. */
  readonly methods?: string;
  /** Comma-separated. Default: the headers that a preflight asks for. */
  readonly headers?: string;
}

const defaultMethods = 'GET, POST, PUT, PATCH, DELETE, OPTIONS';
const defaultHeaders = 'Content-Type, Authorization, X-API-Key';

function corsHeaders({ origin, methods, headers }: CorsRules, requested?: string): string[] {
  const allowed = headers ?? requested ?? defaultHeaders;
  // A cache must not send one origin the answer for a different origin.
  const vary = origin === '*' ? [] : ['Vary', 'Origin'];
  return [
    'Access-Control-Allow-Origin',
    origin,
    'Access-Control-Allow-Methods',
    methods ?? defaultMethods,
    'Access-Control-Allow-Headers',
    allowed,
    ...vary,
  ];
}

/** Headers of the most frequent case: `Response.cors` without arguments and without preflight. */
const openHeaders = corsHeaders({ origin: '*' });

/**
 * Sets the CORS headers (Fetch standard, 3.3) and answers a preflight, which is any OPTIONS
 * request, with 204.
 *
 * @returns whether the request is a preflight
 */
function applyCors(rules: CorsRules): boolean {
  const context = currentContext();
  const { draft, method } = context;
  const isPreflight = method === 'OPTIONS';
  const requested = isPreflight ? context.header('access-control-request-headers') : undefined;
  const isOpen = rules.origin === '*' && rules.methods === undefined && requested === undefined;
  draft.setCorsHeaders(isOpen ? openHeaders : corsHeaders(rules, requested));
  if (isPreflight) {
    draft.status = 204;
    draft.body = undefined;
  }
  return isPreflight;
}

function allow(rules: CorsRules): boolean {
  for (const value of Object.values(rules)) reserveMemory(value.length);
  return applyCors(rules);
}

/** Bytes that must be percent-encoded in a URL, such as spaces. */
const beyondUrls = /[^\x21-\x7e]/g;

function redirect(url: Value, status: Value): Value {
  if (!redirectStatuses.some((each) => each === status)) {
    abort(`Status of a redirect must be one of ${redirectStatuses.join(', ')}.`);
  }
  const location = encodeReserved(checkHeaderValue(url, 'URL'), beyondUrls);
  const draft = reserveHeader(location);
  setStatus(status);
  draft.setHeader('Location', location);
  draft.body = undefined;
  return wrenNull;
}

/**
 * The class `Response` (§1): the answer, which is sent when the script has ended. The last of
 * several calls counts: a status or header may also be set after the body.
 *
 *     if (Response.cors) return                    // CORS headers; true for a preflight
 *     Response.status(201)
 *     Response.json({"id": 7, "name": "Ada"})
 *     Response.header("X-Total", "7")
 *     Response.text("plain text")
 *     Response.html("<p>a page</p>")
 *     Response.redirect("/api/login")
 *     Response.cookie("session", token, {"maxAge": 3600, "secure": true})
 *
 * - `status(code)`: 200 to 599. Default: 200. A status alone is an answer.
 * - `json(value)`: maps, lists, strings, numbers, booleans and null.
 * - `cors`, `cors(origin)`, `cors(origin, methods, headers)`: set the three CORS headers of every
 *   answer, including a 500. For an OPTIONS request they answer 204 and return true, otherwise
 *   false. Without `headers`, a preflight allows the headers that it asks for.
 * - `header(name, value)`: replaces a header of the same name, also one of `cors`.
 * - `redirect(url)`, `redirect(url, status)`. Default: 302.
 * - `cookie(name, value)`, `cookie(name, value, options)`: adds a cookie. Options are `maxAge` in
 *   seconds (0 removes it), `path` ("/"), `domain`, `sameSite` ("Lax"), `secure` (false) and
 *   `httpOnly` (true).
 */
export const responseClass: HostClass = {
  name: 'Response',
  statics: {
    ...constantTime({
      'status(_)': setStatus,
      cors: () => applyCors({ origin: '*' }),
    }),
    ...linearTime({
      'text(_)': (text: Value) =>
        answerText('text/plain; charset=utf-8', checkString(text, 'Text')),
      'html(_)': (text: Value) => answerText('text/html; charset=utf-8', checkString(text, 'HTML')),
      'header(_,_)': setHeader,
      'redirect(_)': (url: Value) => redirect(url, 302),
      'redirect(_,_)': redirect,
      'cookie(_,_)': (name: Value, value: Value) => addCookie(name, value),
      'cookie(_,_,_)': addCookie,
      'cors(_)': (origin: Value) => allow({ origin: checkHeaderValue(origin, 'Origin') }),
      'cors(_,_,_)': (origin: Value, methods: Value, headers: Value) =>
        allow({
          origin: checkHeaderValue(origin, 'Origin'),
          methods: checkHeaderValue(methods, 'Methods'),
          headers: checkHeaderValue(headers, 'Headers'),
        }),
    }),
    ...longTime({
      'json(_)': (value: Value) => answer('application/json', serializeJson(value)),
    }),
  },
};
