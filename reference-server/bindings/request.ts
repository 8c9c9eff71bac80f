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
import { pathOf } from '../formats/fields.js';
import { JsonError, parseJson } from '../formats/parse-json.js';
import { currentExchange, type Exchange } from '../http/request-context.js';
import { checkWholeNumber } from './arguments.js';

/** A missing text is null, which is falsey, so that `Request.get("page") || "1"` works. */
function orNull(text: string | undefined): Value {
  return text ?? wrenNull;
}

function readJson(): Value {
  const exchange = currentExchange();
  try {
    return parseJson(exchange.body);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return exchange.blame(`The request body is not valid JSON: ${error.message}`);
  }
}

/** About what an entry of a map takes, in bytes. */
const bytesPerEntry = 100;

function toMap(fields: Iterable<readonly [string, Value]>): WrenMap {
  const map = new WrenMap();
  for (const [name, value] of fields) {
    charge(bytesPerEntry);
    map.set(name, value);
  }
  return map;
}

/** The request's exchange, for natives that go through all of its target. */
function chargeTarget(): Exchange {
  const exchange = currentExchange();
  charge(exchange.target.length);
  return exchange;
}

function readHeader(name: Value): Value {
  const wanted = checkString(name, 'Name');
  // It is put into lower case first.
  chargeLong(wanted);
  return orNull(currentExchange().header(wanted));
}

/** A file of the form as a map, or null. */
function readFile(name: Value): Value {
  const file = currentExchange().form.files.get(checkString(name, 'Name'));
  if (file === undefined) return wrenNull;
  return toMap([...Object.entries(file), ['size', file.content.length]]);
}

/**
 * The class `Request` (§1): what the client sent. All texts are the bytes that were received.
 *
 *     if (Request.method == "GET" && Request.get("id")) …     // ?id=5: "5"; without id: null
 *     var body = Request.isJson ? Request.json() : {"name": Request.post("name")}
 *     var key = Request.header("x-api-key")                   // null when absent
 *
 * - `get(name)` and `post(name)`: of repeated fields the first; an empty field is `""`. `post`
 *   reads forms (`application/x-www-form-urlencoded`, `multipart/form-data`), not JSON.
 * - `json()`: maps, lists, strings, numbers, booleans and null. A body that is not valid JSON, an
 *   absent one too, ends the script and answers 400, unless the script catches the fault.
 * - `header(name)`: the name in any case, repeated headers joined by `", "`.
 * - `file(name)`: a file of a multipart form, a map of `name`, `type`, `content` and `size`.
 * - `cookie(name)`: a cookie's value, percent-decoded.
 * - `query`, `form`, `headers`, `cookies`: all of them, as maps.
 * - `body`: the body as it came, `""` without one. `uri`: path and query string as they came;
 *   `path`: without the query string.
 * - `route(index)`: a segment of the path below `/api`, counted from 0; null when there is none.
 */
export const requestClass: HostClass = {
  name: 'Request',
  statics: {
    ...constantTime({
      method: () => currentExchange().method,
      uri: () => currentExchange().target,
      body: () => currentExchange().body,
      isJson: () => {
        const type = currentExchange().mediaType;
        return type === 'application/json' || type.endsWith('+json');
      },
    }),
    ...metered({
      path: () => pathOf(chargeTarget().target),
      query: () => toMap(chargeTarget().query),
      form: () => toMap(currentExchange().form.fields),
      headers: () => toMap(currentExchange().headers),
      cookies: () => toMap(currentExchange().cookies),
      'json()': readJson,
      'route(_)': (index: Value) =>
        orNull(chargeTarget().segments[checkWholeNumber(index, 'Index', 0)]),
    }),
    ...linearTime({
      'get(_)': (name: Value) => orNull(currentExchange().query.get(checkString(name, 'Name'))),
      'post(_)': (name: Value) =>
        orNull(currentExchange().form.fields.get(checkString(name, 'Name'))),
      'file(_)': readFile,
      'header(_)': readHeader,
      'cookie(_)': (name: Value) =>
        orNull(currentExchange().cookies.get(checkString(name, 'Name'))),
    }),
  },
};
