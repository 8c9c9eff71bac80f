/** For Node.js 20 alone: this file goes when that is no longer supported. */
import { setFlagsFromString } from 'node:v8';

/** V8's own, in bytes of bytecode that a function executes between looks at whether it is hot. */
const usualBudget = 67_584;

const setBudget = (bytes: number) => setFlagsFromString(`--interrupt-budget=${bytes}`);

/** From V8 12 on, which Node.js 22 has, it counts calls instead, and optimizes for less. */
function hasBudget(): boolean {
  return Number.parseInt(process.versions.v8, 10) < 12;
}

/**
 * Has V8 optimize functions of this process five times later than it would on its own: for work
 * that is over, like the compiling of a program, by the time that optimizing it would pay. V8 does
 * that on the cores which it shares with the work. Later releases are left alone: with them, to
 * put it off was measured not to pay.
 *
 * @returns a function that lets V8 go on as usual
 */
export function putOffOptimizing(): () => void {
  if (!hasBudget()) return () => undefined;
  setBudget(5 * usualBudget);
  return () => setBudget(usualBudget);
}
