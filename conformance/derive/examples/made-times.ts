/** Times in bodies: later ones in further bodies, and the end of something after its beginning. */

import { asList, type Json } from '../../../kit/collections.js';

const hour = 3_600_000;
const day = 24 * hour;

/** The words by which a time is the end of something. */
const isEnd =
  /end|until|finish|stop|expir|due|deadline|return|last|departure|check_?out|(^|_)to$|To$/;

/**
 * A made time, later than those that stand before it: servers want the end of something after its
 * beginning.
 */
export function laterThan(made: Json, name: string, schema: Json, value: unknown): unknown {
  const isMade = [schema.example, schema.examples, schema.default].every(
    (one) => one === undefined,
  );
  if (!isMade || typeof value !== 'string' || !isTime.test(value)) return value;
  const isDate = !value.includes('T');
  const count = Object.values(made).filter((one) => isTimeLike(one, value)).length;
  const steps = count + (isEnd.test(name) ? longest : 0);
  const later = new Date(Date.parse(value) + (isDate ? day : hour) * steps).toISOString();
  return isDate ? later.slice(0, 10) : later.replace('.000Z', 'Z');
}

const isTime = /^\d{4}-\d\d-\d\d(T[\d:]+Z)?$/;

/** More than the number of times in a body. */
const longest = 10;

/** Whether a value is a time in the notation of another one. */
function isTimeLike(value: unknown, other: string): boolean {
  return (
    typeof value === 'string' && value.length === other.length && !Number.isNaN(Date.parse(value))
  );
}

/**
 * The time of an example, some days later: prose may relate several times to each other, or demand one
 * in the future.
 */
export function moveTime({ format, example, examples }: Json, days: number): string | undefined {
  const shown = example ?? asList(examples)[0];
  if (typeof shown !== 'string' || (format !== 'date' && format !== 'date-time')) return undefined;
  const time = Date.parse(shown);
  if (Number.isNaN(time)) return undefined;
  const moved = new Date(time + days * day).toISOString();
  return format === 'date' ? moved.slice(0, 10) : moved.replace('.000Z', 'Z');
}
