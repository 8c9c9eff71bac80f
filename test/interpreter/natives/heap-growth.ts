import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function bytesInUse(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

/** Number of bytes that an action allocates, less any that the engine collects before its end. */
export function heapGrowth(act: () => unknown): number {
  collectGarbage();
  const before = bytesInUse();
  const result = act();
  const growth = bytesInUse() - before;
  // The result must stay reachable until it is measured.
  return result === undefined ? Math.max(growth, 0) : growth;
}
