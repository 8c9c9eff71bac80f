/** Operations of operators and literals that generated code does not contain inline. */
import { abort } from './errors.js';
import { joined } from './long-text.js';
import { isKey, WrenMap } from './map.js';
import { messages } from './messages.js';
import { selectorOf } from './selector.js';
import { type Code, methodsOf, type Value } from './values.js';

/** A method of any value; for a missing method, a function that raises the error. */
function findMethod(receiver: Value, selector: string): Code {
  const methods: object = typeof receiver === 'object' ? receiver : methodsOf(receiver);
  return (methods as Readonly<Record<string, Code>>)[selector] as Code;
}

/** Calls a method by its signature: `count`, `add(_)`, `[_]=(_)`. */
export function send(receiver: Value, signature: string, ...values: Value[]): Value {
  return findMethod(receiver, selectorOf(signature)).apply(receiver, values);
}

/** `+` of a primitive, unless both operands are numbers. */
export function add(left: Value, right: Value): Value {
  if (typeof left === 'string' && typeof right === 'string') return joined(left + right);
  return findMethod(left, '$add').call(left, right);
}

/** Makes a map from alternating keys and values. */
export function makeMap(entries: readonly Value[]): WrenMap {
  const map = new WrenMap();
  for (let index = 0; index + 1 < entries.length; index += 2) {
    addEntry(map, entries[index] as Value, entries[index + 1] as Value);
  }
  return map;
}

/**
 * Adds an entry of a map literal.
 *
 * @throws WrenAbort "Key must be a value type."
 */
export function addEntry(map: WrenMap, key: Value, value: Value): void {
  if (!isKey(key)) abort(messages.notKey());
  map.set(key, value);
}

/** The string of a part of an interpolation. */
export function textOf(value: Value): string {
  return checkText(findMethod(value, 'toString$').call(value));
}

/** Checks that `toString` of a part returned a string. */
export function checkText(text: Value): string {
  if (typeof text !== 'string') abort(messages.notString('Right operand'));
  return text;
}
