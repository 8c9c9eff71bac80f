import {
  charge,
  chargeLong,
  checkString,
  constantTime,
  type HostClass,
  linearTime,
  metered,
  type Value,
  WrenMap,
  wrenNull,
} from '../../interpreter/index.js';
import { JsonError, parseJson } from '../formats/parse-json.js';
import { pathOfTarget } from '../formats/request-fields.js';
import { currentContext, type RequestContext } from '../http/request-context.js';
import { checkWholeNumber } from './arguments.js';

/**
 * A method that looks up a text by a name. It returns null, which is falsey, for a missing text:
 * `Request.get("page") || "1"` works.
 */
function lookUp(
  method: string,
  find: (context: RequestContext, name: string) => Value | undefined,
): (name: Value) => Value {
  return (name) => {
    const context = currentContext();
    const text = checkString(name, 'Name');
    const found = find(context, text);
    if (found !== undefined) return found;
    context.lastNull = { method, text };
    return wrenNull;
  };
}

function readJson(): Value {
  const context = currentContext();
  try {
    return parseJson(context.body);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return context.failForClient(`The request body is not valid JSON: ${error.message}`);
  }
}

/** Approximate memory of an entry of a map, in bytes. */
const bytesPerEntry = 100;

function toMap(fields: Iterable<readonly [string, Value]>): WrenMap {
  const map = new WrenMap();
  for (const [name, value] of fields) {
    charge(bytesPerEntry);
    map.set(name, value);
  }
  return map;
}

/** The request context, for natives whose work grows with the length of the target. */
function chargeTarget(): RequestContext {
  const context = currentContext();
  charge(context.target.length);
  return context;
}

function findHeader(context: RequestContext, name: string): Value | undefined {
  // It is converted to lower case.
  chargeLong(name);
  return context.header(name);
}

/** @returns a map of the file's properties */
function findFile({ form }: RequestContext, name: string): Value | undefined {
  const file = form.files.get(name);
  return file && toMap([...Object.entries(file), ['size', file.content.length]]);
}

/**
 * The class `Request` (§1): the client's request. All texts are the received bytes.
 *
 *     if (Request.method == "GET" && Request.get("id")) …     // ?id=5: "5"; without id: null
 *     var body = Request.isJson ? Request.json() : {"name": Request.post("name")}
 *     var key = Request.header("x-api-key")                   // null when absent
 *
 * - `get(name)` and `post(name)`: the first of repeated fields; an empty field is `""`. `post`
 *   reads forms (`application/x-www-form-urlencoded`, `multipart/form-data`), not JSON.
 * - `json()`: maps, lists, strings, numbers, booleans and null. A body that is not valid JSON, or
 *   is absent, ends the script and answers 400, unless the script catches the error.
 * - `header(name)`: case-insensitive; repeated headers are joined by `", "`.
 * - `file(name)`: a file of a multipart form, as a map of `name`, `type`, `content` and `size`.
 * - `cookie(name)`: value of a cookie, percent-decoded.
 * - `query`, `form`, `headers`, `cookies`: maps of all values.
 * - `body`: the body as received, `""` without one. `uri`: path and query string as received;
 *   `path`: without the query string.
 * - `route(index)`: a segment of the path below `/api`, counted from 0; null when there is none.
 */
export const requestClass: HostClass = {
  name: 'Request',
  statics: {
    ...constantTime({
      method: () => currentContext().method,
      uri: () => currentContext().target,
      body: () => currentContext().body,
      isJson: () => {
        const type = currentContext().mediaType;
        return type === 'application/json' || type.endsWith('+json');
      },
    }),
    ...metered({
      path: () => pathOfTarget(chargeTarget().target),
      query: () => toMap(chargeTarget().query),
      form: () => toMap(currentContext().form.fields),
      headers: () => toMap(currentContext().headers),
      cookies: () => toMap(currentContext().cookies),
      'json()': readJson,
      'route(_)': (index: Value) =>
        chargeTarget().segments[checkWholeNumber(index, 'Index', 0)] ?? wrenNull,
    }),
    ...linearTime({
      'get(_)': lookUp('Request.get', ({ query }, name) => query.get(name)),
      'post(_)': lookUp('Request.post', ({ form }, name) => form.fields.get(name)),
      'file(_)': lookUp('Request.file', findFile),
      'header(_)': lookUp('Request.header', findHeader),
      'cookie(_)': lookUp('Request.cookie', ({ cookies }, name) => cookies.get(name)),
    }),
  },
};
