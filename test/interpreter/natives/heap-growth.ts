import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function bytesInUse(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

/** How many bytes an action makes; less when the engine collects garbage in the middle of it. */
export function heapGrowth(act: () => unknown): number {
  collectGarbage();
  const before = bytesInUse();
  const result = act();
  const growth = bytesInUse() - before;
  // Whatever has been made has to be there until it is measured.
  return result === undefined ? Math.max(growth, 0) : growth;
}
