/** When scripts run: at once, unless others have just taken long. */
import { expect, test } from 'vitest';
import type { Run } from '../../../reference-server/http/run-lanes.js';
import { RunQueue } from '../../../reference-server/http/run-queue.js';
import { defaultLimits } from '../../../reference-server/http/service.js';
import type { Route } from '../../../reference-server/project/route-table.js';
import { patiently } from '../../machine-speed.js';

/** So long that others are let in, in milliseconds. */
const long = 25;

function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

class Recorder {
  readonly events: string[] = [];
  readonly #routes = new Map<string, Route>();
  readonly #queue: RunQueue;
  /** Paths that are avoided. */
  readonly avoided = new Set<string>();

  constructor(limits = defaultLimits) {
    this.#queue = new RunQueue(limits, {
      beginRun: () => undefined,
      endRun: () => undefined,
      isAvoided: ({ path }) => this.avoided.has(path),
    });
  }

  submit(name: string, act: () => void = () => undefined, more: Partial<Run> = {}): void {
    this.#queue.submit({ ...this.#makeRun(name, act), ...more });
  }

  goOn<Result>(name: string, code: () => Result): Promise<Result> {
    return this.#queue.goOn(
      this.#makeRun(name, () => undefined),
      code,
    );
  }

  /** The name of a run begins with its route. */
  #makeRun(name: string, act: () => void): Run {
    const [path = ''] = name.split(' ');
    const route = this.#routes.get(path) ?? { path, scripts: [] };
    this.#routes.set(path, route);
    const start = (): void => {
      this.events.push(name);
      act();
    };
    const refuse = (): void => void this.events.push(`-${name}`);
    return { route, isSafe: true, isGone: false, start, refuse };
  }

  async expectEvents(...events: string[]): Promise<void> {
    await expect.poll(() => this.events).toHaveLength(events.length);
    expect(this.events).toEqual(events);
  }
}

test('a run begins at once', () => {
  const recorder = new Recorder();
  for (const name of ['a', 'b', 'c']) recorder.submit(name);
  expect(recorder.events).toEqual(['a', 'b', 'c']);
});

test('after a long run, what others have sent comes before the next', async () => {
  const recorder = new Recorder();
  recorder.submit('slow', () => work(long));
  recorder.submit('slow 2');
  setImmediate(() => {
    recorder.events.push('others');
    recorder.submit('quick');
  });
  await recorder.expectEvents('slow', 'others', 'quick', 'slow 2');
});

test('many short runs let others in, too', async () => {
  const recorder = new Recorder();
  setImmediate(() => recorder.events.push('others'));
  for (let n = 0; n < 200; n++) recorder.submit('short', () => work(1));
  await expect.poll(() => recorder.events.length, { timeout: patiently(10_000) }).toBe(201);
  expect(recorder.events.indexOf('others')).toBeLessThan(100);
});

test('between two runs, what a run has left for the end of its turn is done', async () => {
  const recorder = new Recorder();
  recorder.submit('slow', () => work(long));
  const finishLater = (): void => void Promise.resolve().then(() => recorder.events.push('done'));
  recorder.submit('a', finishLater);
  recorder.submit('a 2', finishLater);
  await recorder.expectEvents('slow', 'a', 'done', 'a 2', 'done');
});

test('runs that waited for others of their route for too long are refused', async () => {
  const recorder = new Recorder({ ...defaultLimits, scriptTime: long });
  for (const name of ['slow', 'slow 2', 'quick', 'slow 3']) {
    recorder.submit(name, () => work(long));
  }
  await recorder.expectEvents('slow', 'quick', '-slow 2', '-slow 3');
});

test('a run whose client has gone is not begun', async () => {
  const recorder = new Recorder();
  recorder.submit('slow', () => work(long));
  recorder.submit('gone', undefined, { isGone: true });
  recorder.submit('here');
  await recorder.expectEvents('slow', 'here');
});

test('a route that is avoided waits until it is no longer, and others do not', async () => {
  const recorder = new Recorder();
  recorder.avoided.add('slow');
  recorder.submit('slow');
  recorder.submit('quick');
  await recorder.expectEvents('quick');
  recorder.submit('quick 2');
  await recorder.expectEvents('quick', 'quick 2');
  recorder.avoided.clear();
  await recorder.expectEvents('quick', 'quick 2', 'slow');
});

test('what goes on after a wait takes its turn, and settles as it ends', async () => {
  const recorder = new Recorder();
  recorder.submit('slow', () => work(long));
  const result = recorder.goOn('later', () => recorder.events.push('later'));
  const fault = recorder.goOn('fault', () => {
    throw new RangeError('no');
  });
  expect(recorder.events).toEqual(['slow']);
  expect(await result).toBe(2);
  await expect(fault).rejects.toThrow(RangeError);
});
