/** Objects and lists. Inherited properties, such as `constructor`, are not members. */

/** An object with unknown members. */
export type Json = Readonly<Record<string, unknown>>;

/** An object unchanged; empty for any other value. */
export function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Json)
    : {};
}

/** An array unchanged; empty for any other value. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

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

/** The value to which steps lead from a value; undefined when there is none. */
export function valueAt(value: unknown, steps: readonly (string | number)[]): unknown {
  return steps.reduce(memberOf, value);
}

/** A list with at least one item. */
export type NonEmpty<Item> = [Item, ...Item[]];

/** Groups items by key: the groups, and the items in each, keep their order. */
export function groupBy<Key, Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Map<Key, NonEmpty<Item>> {
  const groups = new Map<Key, NonEmpty<Item>>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** The median; of an even count, the greater of the two middle values; undefined for no values. */
export function upperMedianOf(values: readonly number[]): number | undefined {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
