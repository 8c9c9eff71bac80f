/** Objects and lists. Inherited properties, such as `constructor`, are not members. */

/** The own member of a table; undefined when there is none. */
export function ownMember<Value>(
  table: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The own member of an object, or the item of an array; undefined when there is none. */
export function memberOf(value: unknown, step: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return ownMember(value as Readonly<Record<string, unknown>>, String(step));
}

/** The median; of an even count, the greater of the two middle values; undefined for no values. */
export function upperMedianOf(values: readonly number[]): number | undefined {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
