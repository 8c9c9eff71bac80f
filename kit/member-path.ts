/** Members of JSON values by their paths. */

import { asObject, memberOf, valueAt } from './collections.js';

/** A member of JSON by its path: `['user', 'password']`. */
export type MemberPath = readonly string[];

interface Member {
  readonly name: string;
  readonly value: unknown;
}

/** The path of the first member of an object that a condition holds for, at any depth. */
export function findMember(
  value: unknown,
  condition: (member: Member) => boolean,
): MemberPath | undefined {
  for (const [name, one] of Object.entries(asObject(value))) {
    if (condition({ name, value: one })) return [name];
    const inside = findMember(one, condition);
    if (inside !== undefined) return [name, ...inside];
  }
  return undefined;
}

/** A copy of a value with another one at a path. */
export function withValueAt(value: unknown, path: MemberPath, other: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return other;
  if (Array.isArray(value))
    return value.map((one, index) =>
      String(index) === first ? withValueAt(one, rest, other) : one,
    );
  return { ...asObject(value), [first]: withValueAt(memberOf(value, first), rest, other) };
}

/** A copy of a value without the member, or the item, at a path. */
export function without(value: unknown, path: MemberPath): unknown {
  const [around, last = ''] = [path.slice(0, -1), path.at(-1)];
  const whole = valueAt(value, around);
  if (Array.isArray(whole)) return withValueAt(value, around, whole.toSpliced(Number(last), 1));
  const { [last]: _left, ...rest } = Object(whole);
  return withValueAt(value, around, rest);
}
