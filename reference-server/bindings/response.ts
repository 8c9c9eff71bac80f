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
import { percentEncode } from '../formats/fields.js';
import { serializeJson } from '../formats/serialize-json.js';
import { currentExchange, type Exchange, type Reply } from '../http/request-context.js';
import { checkWholeNumber } from './arguments.js';
import { makeCookie } from './cookie.js';

/** RFC 9110, 5.6.2. */
const headerName = /^[!#$%&'*+.^_`|~\w-]+$/;
/** RFC 9110, 5.5: no control characters, so that a value cannot begin another header. */
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** RFC 9110, 15.4: those that name the place to go on. */
const redirectStatuses = [301, 302, 303, 307, 308];

/** Headers that the server itself writes. */
const ownHeaders = new Set(['connection', 'content-length', 'transfer-encoding']);

function checkHeaderValue(value: Value, name: string): string {
  const text = checkString(value, name);
  return headerValue.test(text) ? text : abort(`${name} must not hold control characters.`);
}

function answer(contentType: string, body: string): Value {
  const { reply } = currentExchange();
  if (!reply.hasOwnType) reply.contentType = contentType;
  reply.body = body;
  return wrenNull;
}

/** The answer is put together of a body and headers when the script has ended: in further memory. */
function answerText(contentType: string, body: string): Value {
  reserveMemory(body.length);
  return answer(contentType, body);
}

/** Makes room for a header; others of its name are looked for among all. */
function reserveHeader(value: string): Reply {
  const { reply } = currentExchange();
  reserveMemory(value.length);
  charge(reply.headerBytes);
  return reply;
}

function setStatus(code: Value): Value {
  currentExchange().reply.status = checkWholeNumber(code, 'Status', 200, 599);
  return wrenNull;
}

function setHeader(name: Value, value: Value): Value {
  const text = checkString(name, 'Header name');
  if (!headerName.test(text)) abort('Header name must be a token, such as X-Total.');
  if (ownHeaders.has(text.toLowerCase())) abort(`The server sets the header ${text} itself.`);
  const content = checkHeaderValue(value, 'Header value');
  const reply = reserveHeader(content);
  if (text.toLowerCase() === 'content-type') {
    reply.contentType = content;
    reply.hasOwnType = true;
  } else reply.setHeader(text, content);
  return wrenNull;
}

function addCookie(name: Value, value: Value, options?: Value): Value {
  const cookie = makeCookie(name, value, options);
  reserveHeader(cookie).addHeader('Set-Cookie', cookie);
  return wrenNull;
}

function allow(rules: CorsRules): boolean {
  for (const value of Object.values(rules)) reserveMemory(value.length);
  return applyCors(currentExchange(), rules);
}

/** What must not stand in a URL as it is, such as spaces. */
const beyondUrls = /[^\x21-\x7e]/g;

function redirect(url: Value, status: Value): Value {
  if (!redirectStatuses.some((each) => each === status)) {
    abort(`Status of a redirect must be one of ${redirectStatuses.join(', ')}.`);
  }
  const location = percentEncode(checkHeaderValue(url, 'URL'), beyondUrls);
  const reply = reserveHeader(location);
  setStatus(status);
  reply.setHeader('Location', location);
  reply.body = undefined;
  return wrenNull;
}

/**
 * The class `Response` (§1): the answer, which is sent when the script has ended. Of several
 * calls the last one counts, so a status or header may also be set after the body.
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
 * - `status(code)`: 200 to 599; 200 is sent when it is never called. A status alone is an answer.
 * - `json(value)`: maps, lists, strings, numbers, booleans and null.
 * - `cors`, `cors(origin)`, `cors(origin, methods, headers)`: set the three CORS headers, which
 *   are then on every answer, a 500 too. An OPTIONS request is answered with 204 and `true`
 *   returned; for other methods the result is false. Without `headers` a preflight allows the
 *   headers that it asks for.
 * - `header(name, value)`: replaces a header of that name.
 * - `redirect(url)`, `redirect(url, status)`: 302 unless another one is given.
 * - `cookie(name, value)`, `cookie(name, value, options)`: adds a cookie. Options are `maxAge` in
 *   seconds (0 removes it), `path` ("/"), `domain`, `sameSite` ("Lax"), `secure` (false) and
 *   `httpOnly` (true).
 */
export const responseClass: HostClass = {
  name: 'Response',
  statics: {
    ...constantTime({
      'status(_)': setStatus,
      cors: () => applyCors(currentExchange(), { origin: '*' }),
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

/** The CORS headers of the Fetch standard, 3.3, as `Response.cors` sets them. */

/** What a script allows; each a byte string. */
export interface CorsRules {
  readonly origin: string;
  /** A comma-separated list; unless given, all methods that scripts are served with. */
  readonly methods?: string;
  /** A comma-separated list; unless given, whatever headers a preflight asks for. */
  readonly headers?: string;
}

const defaultMethods = 'GET, POST, PUT, PATCH, DELETE, OPTIONS';
const defaultHeaders = 'Content-Type, Authorization, X-API-Key';

function corsHeaders({ origin, methods, headers }: CorsRules, requested?: string): string[] {
  const allowed = headers ?? requested ?? defaultHeaders;
  // A cache must not give one origin the answer that names another.
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

/** `Response.cors` for all origins, on all requests but a preflight: by far the most frequent. */
const openHeaders = corsHeaders({ origin: '*' });

/**
 * Sets the CORS headers and answers a preflight, which is any OPTIONS request, with 204.
 *
 * @returns whether the request was a preflight
 */
export function applyCors(exchange: Exchange, rules: CorsRules): boolean {
  const { reply, method } = exchange;
  const isPreflight = method === 'OPTIONS';
  const requested = isPreflight ? exchange.header('access-control-request-headers') : undefined;
  const isOpen = rules.origin === '*' && rules.methods === undefined && requested === undefined;
  reply.corsHeaders = isOpen ? openHeaders : corsHeaders(rules, requested);
  if (isPreflight) {
    reply.status = 204;
    reply.body = undefined;
  }
  return isPreflight;
}
