/** The clock of a target: waiting until it shows another time, and what it shows now. */
import { type Exchange, Expectation, headerOf } from '../../../conformance/index.js';
import type { ServiceWorld } from '../../world.js';
import { isToTheDay, namesZone, timeOf, timeOfIsoLike } from './timestamps.js';

/** After it a clock that counts in whole seconds shows another time. */
const aSecondMs = 1010;

/** Lets so much time go by. */
export async function waitForNextSecond(world: ServiceWorld): Promise<void> {
  await world.scenario.pause(aSecondMs);
}

/** The first is enough for most clocks. */
const pausesMs = [aSecondMs, 250, 250, 500, 500];

/**
 * Calls `attempt` until it gives something, at once and after some pauses: the target's clock may
 * count in whole seconds, so what shall differ in time has to be tried again a little later.
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
 * How far a time may be from that of the clock. A missing time zone may mean any, which is up to
 * half a day; one that is named must not be another one's, of which the next is an hour away.
 */
function toleranceOf(value: unknown, isTheirClock: boolean): number {
  return isTheirClock && namesZone(value) ? hourMs / 2 : 24 * hourMs;
}

/**
 * By the clock of the target, which it shows in the header Date, or else by ours. That of a user is
 * ISO-like, and a day is no datetime (§2).
 */
export function theCurrentTime({ request, response }: Exchange): Expectation {
  const shown = Date.parse(headerOf(response, 'date') ?? '');
  const now = shown || Date.now();
  const read = new URL(request.url).pathname.endsWith('/users') ? timeOfIsoLike : timeOf;
  const isCurrent = (value: unknown) =>
    !isToTheDay(value) && Math.abs((read(value) ?? 0) - now) < toleranceOf(value, now === shown);
  return new Expectation(`the time ${new Date(now).toISOString()}, or about it`, isCurrent);
}
