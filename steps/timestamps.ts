/** Timestamps, whose ISO-like form the specification leaves open. */
import { setTimeout as sleep } from 'node:timers/promises';

const isoLike =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?\s?(Z|[+-]\d\d:?\d\d)?$/i;

/** Milliseconds since 1970, with UTC for a missing zone; undefined when it is no timestamp. */
export function timeOf(value: unknown): number | undefined {
  const match = typeof value === 'string' ? isoLike.exec(value) : null;
  if (match === null) return undefined;
  const [, date, time = '00:00', zone = 'Z'] = match;
  const milliseconds = Date.parse(`${date}T${time}${zone.toUpperCase()}`);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

/** The form in words, for observations. */
export function formOf(value: unknown): string {
  const match = typeof value === 'string' ? isoLike.exec(value) : null;
  if (match === null) return typeof value === 'string' ? 'other text' : typeof value;
  const [text, , time = '', zone] = match;
  const separator = time === '' ? 'date only' : text.includes('T') ? 'T between' : 'space between';
  const fraction = time.includes('.') ? 'fraction' : 'no fraction';
  return `${separator}, ${fraction}, ${zone === undefined ? 'no zone' : 'zone'}`;
}

/**
 * Calls `attempt` until it gives something, for at most `longestMs`: the target's clock may count
 * in whole seconds, so what shall differ in time has to be tried again a little later.
 */
export async function repeatUntilLater<T>(
  attempt: () => Promise<T | undefined>,
  longestMs = 2500,
): Promise<T | undefined> {
  const deadline = performance.now() + longestMs;
  for (;;) {
    const result = await attempt();
    if (result !== undefined || performance.now() > deadline) return result;
    await sleep(75);
  }
}
