/** Judges durations in ways that do not depend on what else the machine does. */
import { expect } from 'vitest';
import { isFull } from './extent.js';

/**
 * Judges a time that users wait, which documentation promises. Only `npm run test:full` does, which has the
 * machine to itself.
 *
 * @param start by `performance.now()`
 * @param most in milliseconds
 */
export function expectWithin(start: number, most: number): void {
  if (isFull) expect(performance.now() - start).toBeLessThan(most);
}

/** Runs an action and returns the processor time of this process, in milliseconds. */
export async function processorTimeOf(act: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
