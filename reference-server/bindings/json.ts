import {
  abort,
  checkString,
  type HostClass,
  longTime,
  type Value,
} from '../../interpreter/index.js';
import { JsonError, parseJson } from '../json/parse.js';
import { serializeJson } from '../json/serialize.js';

function parse(text: Value): Value {
  const document = checkString(text, 'JSON text');
  try {
    return parseJson(document);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return abort(`The text is not valid JSON: ${error.message}.`);
  }
}

/**
 * The class `Json`: texts in JSON that are not a request's body, such as those in a column.
 *
 *     Json.parse("[1, 2]")[0]             // 1
 *     Json.stringify({"tags": ["a"]})     // {"tags":["a"]}
 *
 * `parse` ends the script when the text is not JSON; `stringify` when the value is, or holds, an
 * instance of another class than Map, List, String, Num, Bool and Null.
 */
export const jsonClass: HostClass = {
  name: 'Json',
  statics: longTime({
    'parse(_)': parse,
    'stringify(_)': serializeJson,
  }),
};
