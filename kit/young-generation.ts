/** The size of V8's space for new objects. */
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Half of V8's default, in bytes. */
const largest = 16 * 1024 * 1024;

/**
 * Limits the space for new objects, which V8 doubles now and then. With this limit, a check takes
 * 30 MiB less memory and no more time. V8 reads its own limit before any script runs, so the growth
 * is ended after the garbage collection that reaches this one.
 */
export function limitYoungGeneration(): void {
  const observer = new PerformanceObserver(() => {
    const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    if (space === undefined || space.space_size < largest) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    observer.disconnect();
  });
  observer.observe({ entryTypes: ['gc'] });
}
