/**
 * Limits of time in tests say how long something takes on an idle machine of today, with a margin.
 * On a slower or a busier machine they are stretched, so that no test fails by time alone.
 */
import { createHash } from 'node:crypto';

/** Where the processes of a run of tests find what the first one measured. */
const variable = 'TOUCHSTONE_TEST_SLOWNESS';

/** What the sample takes on the machine that the limits were chosen on, in milliseconds. */
const usualSampleMs = 20;

/** A sample of what tests do: texts, objects, numbers and hashes. */
function runSample(): number {
  const start = performance.now();
  let text = '';
  for (let round = 0; round < 40; round++) {
    const rows = Array.from({ length: 1000 }, (_, id) => ({ id, name: `row ${id} of ${round}` }));
    text = JSON.stringify(JSON.parse(JSON.stringify(rows.sort((a, b) => (b.id % 7) - (a.id % 7)))));
    createHash('sha256').update(text).digest();
  }
  return performance.now() - start;
}

/**
 * Measures how many times slower the machine is than the one that limits were chosen on, for this
 * process and those that it starts; 1 for a quicker one. A number in TOUCHSTONE_TEST_SLOWNESS counts
 * instead.
 */
export function measureSlowness(): void {
  if (process.env[variable] !== undefined) return;
  const samples = Array.from({ length: 5 }, runSample).sort((a, b) => a - b);
  process.env[variable] = String(Math.max(1, (samples[2] ?? 0) / usualSampleMs));
}

/** A limit in milliseconds, stretched for this machine. */
export function patiently(milliseconds: number): number {
  const slowness = Number(process.env[variable] ?? 1);
  return Math.ceil(milliseconds * (slowness >= 1 ? slowness : 1));
}
