import { abort, type HostClass, type Value, wrenNull } from '../../interpreter/index.js';
import { currentExchange } from '../http/exchange.js';
import { JsonError, parseJson } from '../json/parse.js';
import { checkInteger, checkString } from './arguments.js';

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
    exchange.clientFault = `The request body is not valid JSON: ${error.message}`;
    return abort(exchange.clientFault);
  }
}

/**
 * The class `Request` (§1): what the client sent. All texts are the bytes that were received.
 *
 *     if (Request.method == "GET" && Request.get("id")) …     // ?id=5: "5"; without id: null
 *     var body = Request.isJson ? Request.json() : {"name": Request.post("name")}
 *     var key = Request.header("x-api-key")                   // null when absent
 *
 * - `get(name)` and `post(name)`: of repeated fields the first; an empty field is `""`. `post`
 *   reads forms (`application/x-www-form-urlencoded`), not JSON.
 * - `json()`: maps, lists, strings, numbers, booleans and null. A body that is not valid JSON, an
 *   absent one too, ends the script and answers 400, unless the script catches the fault.
 * - `header(name)`: the name in any case, repeated headers joined by `", "`.
 * - `body`: the body as it came, `""` without one. `uri`: path and query string as they came.
 * - `route(index)`: a segment of the path below `/api`, counted from 0; null when there is none.
 */
export const requestClass: HostClass = {
  name: 'Request',
  statics: {
    method: () => currentExchange().method,
    uri: () => currentExchange().target,
    body: () => currentExchange().body,
    isJson: () => {
      const type = currentExchange().mediaType;
      return type === 'application/json' || type.endsWith('+json');
    },
    'json()': readJson,
    'get(_)': (name: Value) => orNull(currentExchange().query.get(checkString(name, 'Name'))),
    'post(_)': (name: Value) => orNull(currentExchange().form.get(checkString(name, 'Name'))),
    'header(_)': (name: Value) => orNull(currentExchange().header(checkString(name, 'Name'))),
    'route(_)': (index: Value) =>
      orNull(currentExchange().segments[checkInteger(index, 'Index', 0, Number.MAX_SAFE_INTEGER)]),
  },
};
