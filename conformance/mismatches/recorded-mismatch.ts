/** Mismatches as a case keeps them: with indexes of exchanges, without secrets, of bounded size. */
import { ExactNumber } from '../http/exact-number.js';
import type { Exchange } from '../http/exchange.js';
import { type Redact, redactDeep } from '../http/secrets/redact.js';
import type { Expected, Mismatch, Observed, RecordedMismatch } from './mismatch.js';

/**
 * Replaces exchanges by their indexes, and values by plain values, which another thread can
 * receive. Exchanges of other cases are left out.
 */
export function recordMismatch(
  { exchange, after, ...one }: Mismatch,
  exchanges: readonly unknown[],
): RecordedMismatch {
  return {
    ...one,
    expected: toPlainSide(one.expected),
    observed: toPlainSide(one.observed),
    ...indexOf('exchange', exchange, exchanges),
    ...indexOf('after', after, exchanges),
  };
}

function toPlainSide<Side extends Expected | Observed>(side: Side): Side {
  if (side.is !== 'value') return side;
  const digits = side.value instanceof ExactNumber ? { digits: String(side.value) } : {};
  return { ...side, value: toPlain(side.value), ...digits };
}

/** A copy of plain values, in which numbers with more digits are the nearest ones of JavaScript. */
function toPlain(value: unknown): unknown {
  if (value instanceof ExactNumber) return Number(value);
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value !== 'object' || value === null) return value;
  if ('toJSON' in value && typeof value.toJSON === 'function') return toPlain(value.toJSON());
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, toPlain(part)]));
}

function indexOf<Name extends 'exchange' | 'after'>(
  name: Name,
  exchange: Exchange | undefined,
  exchanges: readonly unknown[],
): { readonly [Key in Name]?: number } {
  const index = exchange === undefined ? -1 : exchanges.lastIndexOf(exchange);
  return index === -1 ? {} : ({ [name]: index } as { readonly [Key in Name]?: number });
}

/**
 * A mismatch without secrets and with cut values. Our own texts, such as kinds, are not redacted: a
 * key like `value` would match in them.
 */
export function redactMismatch(one: RecordedMismatch, redact: Redact): RecordedMismatch {
  const { name, location } = one.place;
  const isWords = name !== undefined && one.place.part !== 'header';
  const place = {
    ...one.place,
    ...(isWords ? { name: redact(name) } : {}),
    location: redactDeep(location, redact),
  };
  const expected = redactSide(one.expected, redact);
  const note = expected.note && redact(expected.note);
  return {
    ...one,
    place,
    expected: note === undefined ? expected : { ...expected, note },
    observed: redactSide(one.observed, redact),
  };
}

function redactSide<Side extends Expected | Observed>(side: Side, redact: Redact): Side {
  if (side.is === 'value') return { ...side, value: excerptOf(redactDeep(side.value, redact)) };
  return 'words' in side ? { ...side, words: redact(side.words) } : side;
}

/** Longer texts and lists tell readers no more, and causes compare the beginnings. */
const [longestText, mostParts, deepest] = [10_000, 50, 6];

/** The beginning of a value: of each list and object the first parts, and of a long text as much. */
function excerptOf(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.slice(0, longestText);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    if (depth === deepest) return [];
    return value.slice(0, mostParts).map((item) => excerptOf(item, depth + 1));
  }
  const members = depth === deepest ? [] : Object.entries(value).slice(0, mostParts);
  return Object.fromEntries(members.map(([name, part]) => [name, excerptOf(part, depth + 1)]));
}
