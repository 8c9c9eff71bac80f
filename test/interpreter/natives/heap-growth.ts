import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { memoryInUse } from '../../../interpreter/runtime/budget.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Number of bytes that an action allocates, less any that the engine collects before its end. */
export function heapGrowth(act: () => unknown): number {
  collectGarbage();
  const before = memoryInUse();
  const result = act();
  const growth = memoryInUse() - before;
  // The result must stay reachable until it is measured.
  return result === undefined ? Math.max(growth, 0) : growth;
}
