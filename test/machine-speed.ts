/**
 * Time limits in tests assume an idle machine and include a margin. They are multiplied on slower or
 * busier machines, so that no test fails because of the machine.
 */
import { createHash } from 'node:crypto';

/** Environment variable that passes the measured factor to all processes of a test run. */
const variable = 'TOUCHSTONE_TEST_SLOWNESS';

/** Time of the sample on the machine for which the limits were chosen, in ms. */
const usualSampleMs = 20;

/** Runs work typical of tests: texts, objects, numbers and hashes. Returns its time in ms. */
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
 * Measures the slowness of this machine relative to the one for which the limits were chosen, at
 * least 1, and passes it to child processes. TOUCHSTONE_TEST_SLOWNESS overrides the measurement.
 */
export function measureSlowness(): void {
  if (process.env[variable] !== undefined) return;
  const samples = Array.from({ length: 5 }, runSample).sort((a, b) => a - b);
  process.env[variable] = String(Math.max(1, (samples[2] ?? 0) / usualSampleMs));
}

/** Multiplies a limit in milliseconds by the slowness of this machine. */
export function timeLimit(milliseconds: number): number {
  const slowness = Number(process.env[variable] ?? 1);
  return Math.ceil(milliseconds * (slowness >= 1 ? slowness : 1));
}
