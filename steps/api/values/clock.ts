/** The clock of a target: waiting for another time, and the current time. */
import { type Exchange, Expectation, headerOf } from '../../../conformance/index.js';
import { isToTheDay, namesZone, timeOf, timeOfIsoLike } from '../../world/timestamps.js';
import type { ServiceWorld } from '../../world/world.js';

/** Long enough for a clock that counts whole seconds. */
const aSecondMs = 1010;

export async function waitForNextSecond(world: ServiceWorld): Promise<void> {
  await world.scenario.pause(aSecondMs);
}

/** The first pause suffices for most clocks. */
const pausesMs = [aSecondMs, 250, 250, 500, 500];

/**
 * Calls `attempt` immediately and after pauses, until it returns a value: the target's clock may
 * count whole seconds.
 */
export async function repeatUntilLater<T>(
  world: ServiceWorld,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  let result = await attempt();
  for (const pauseMs of pausesMs) {
    if (result !== undefined) break;
    await world.scenario.pause(pauseMs);
    result = await attempt();
  }
  return result;
}

const hourMs = 60 * 60 * 1000;

/**
 * The tolerance of a time. Without a zone it may be in any zone, up to a day away; with a zone, it must
 * not be off by the hour to the next zone.
 */
function toleranceOf(value: unknown, isTheirClock: boolean): number {
  return isTheirClock && namesZone(value) ? hourMs / 2 : 24 * hourMs;
}

/**
 * The current time by the target's header Date, or else by our clock. The time of a user must be
 * ISO-like, and a date is not a datetime (§2).
 */
export function theCurrentTime({ request, response }: Exchange): Expectation {
  const shown = Date.parse(headerOf(response, 'date') ?? '');
  const now = shown || Date.now();
  const read = new URL(request.url).pathname.endsWith('/users') ? timeOfIsoLike : timeOf;
  const isCurrent = (value: unknown) =>
    !isToTheDay(value) && Math.abs((read(value) ?? 0) - now) < toleranceOf(value, now === shown);
  return new Expectation(`the time ${new Date(now).toISOString()}, or about it`, isCurrent);
}
