/**
 * Time limits in tests are written for an idle machine, with a margin. On a slower or busier machine they
 * are multiplied, so that no test fails by time alone.
 */
import { createHash } from 'node:crypto';

/** Environment variable that passes the measured factor to all processes of a test run. */
const variable = 'TOUCHSTONE_TEST_SLOWNESS';

/** Time of the sample on the machine for which the limits were chosen, in milliseconds. */
const usualSampleMs = 20;

/** Work as in tests: texts, objects, numbers and hashes. */
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
 * Measures how many times slower this machine is than the one for which the limits were chosen, at
 * least 1, and passes the factor to child processes. A number in TOUCHSTONE_TEST_SLOWNESS overrides it.
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
