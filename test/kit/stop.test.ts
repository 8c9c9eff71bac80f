import { expect, test } from 'vitest';
import { untilStopped } from '../../kit/stop.js';

const listeners = (): number => process.listenerCount('SIGTERM') + process.listenerCount('SIGINT');

test.each(['SIGTERM', 'SIGINT'] as const)(
  'after %s, a second signal ends the process',
  async (signal) => {
    const before = listeners();
    const stopped = untilStopped(undefined);
    expect(listeners()).toBe(before + 2);
    process.emit(signal);
    await stopped;
    // Without a listener, a signal has its default effect.
    expect(listeners()).toBe(before);
  },
);

test('a signal of the caller stops in place of those of the process', async () => {
  const before = listeners();
  const controller = new AbortController();
  const stopped = untilStopped(controller.signal);
  expect(listeners()).toBe(before);
  controller.abort();
  await stopped;
});
