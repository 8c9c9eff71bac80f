import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { listenForStop } from '../../../conformance/check/stop-signals.js';
import type { Environment } from '../../../kit/environment.js';

afterEach(() => void vi.restoreAllMocks());

/** What the signals ask for, each of which comes at a time in milliseconds. */
function listen(presses: readonly number[]) {
  const stderr = new PassThrough();
  const source = new EventEmitter() as EventEmitter & NodeJS.Process;
  const clock = vi.spyOn(performance, 'now');
  const { signal, givingUp } = listenForStop({ stderr } as unknown as Environment, source);
  for (const at of presses) {
    clock.mockReturnValue(at);
    source.emit('SIGINT');
  }
  const heard = source.listenerCount('SIGINT') > 0;
  return { stops: signal.aborted, givesUp: givingUp?.aborted, heard, said: String(stderr.read()) };
}

test('the first signal stops the run, and announces the effect of the second one', () => {
  expect(listen([1000])).toEqual({
    stops: true,
    givesUp: false,
    heard: true,
    said: expect.stringContaining('Press Ctrl+C again'),
  });
});

test('a second signal right after the first counts once, since npm passes signals on', () => {
  expect(listen([1000, 1005])).toMatchObject({ stops: true, givesUp: false });
});

test('a later signal ends the clean-up, and a third one the process', () => {
  expect(listen([1000, 2000])).toMatchObject({ stops: true, givesUp: true, heard: false });
});
