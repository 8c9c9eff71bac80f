/** Timestamps, whose ISO-like form the specification leaves open. */
import type { ScenarioWorld } from './world.js';

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

/** After the first of these a clock that counts in whole seconds shows another time. */
const pausesMs = [1010, 250, 250, 500, 500];

/**
 * Calls `attempt` until it gives something, at once and after some pauses: the target's clock may
 * count in whole seconds, so what shall differ in time has to be tried again a little later.
 */
export async function repeatUntilLater<T>(
  world: ScenarioWorld,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  let result = await attempt();
  for (const pauseMs of pausesMs) {
    if (result !== undefined) break;
    await world.pause(pauseMs);
    result = await attempt();
  }
  return result;
}
