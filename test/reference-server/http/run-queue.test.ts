/** Scheduling of runs: immediately, unless scripts have just blocked the event loop. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { wrenNull } from '../../../interpreter/index.js';
import { defaultLimits } from '../../../reference-server/http/limits.js';
import type { Run } from '../../../reference-server/http/run-lanes.js';
import { RunQueue } from '../../../reference-server/http/run-queue.js';
import type { Route, Script } from '../../../reference-server/project/route-table.js';

/** Duration of a long run, in milliseconds. */
const long = 25;

const script: Script = { maySuspend: false, start: () => wrenNull };

function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

class Recorder {
  readonly events: string[] = [];
  readonly #routes = new Map<string, Route>();
  readonly #queue: RunQueue;
  /** Avoided paths. */
  readonly avoided = new Set<string>();

  constructor(limits = defaultLimits, mayBlock = true) {
    const watch = {
      beginRun: () => undefined,
      endRun: () => undefined,
      wait: () => undefined,
      leave: () => undefined,
      isKnown: () => true,
      isAvoided: ({ path }: Route) => this.avoided.has(path),
    };
    this.#queue = new RunQueue(limits, watch, mayBlock);
  }

  begin(): void {
    this.#queue.begin();
  }

  /** Announces a connection whose request is read a turn later. */
  connect(name: string): void {
    this.#queue.expectRequest();
    setImmediate(() => this.events.push(name));
  }

  submit(name: string, act: () => void = () => undefined, more: Partial<Run> = {}): void {
    this.#queue.submit({ ...this.#makeRun(name, act), ...more });
  }

  resume<Result>(name: string, code: () => Result): Promise<Result> {
    return this.#queue.resume(
      this.#makeRun(name, () => undefined),
      code,
    );
  }

  /** @param name begins with the path of the route */
  #makeRun(name: string, act: () => void): Run {
    const [path = ''] = name.split(' ');
    const route = this.#routes.get(path) ?? { isEndpoint: true, path, script };
    this.#routes.set(path, route);
    const start = (): void => {
      this.events.push(name);
      act();
    };
    const reject = (): void => void this.events.push(`-${name}`);
    return { route, isSafe: true, isGone: false, start, wait: () => undefined, reject };
  }

  async expectEvents(...events: string[]): Promise<void> {
    await expect.poll(() => this.events).toHaveLength(events.length);
    expect(this.events).toEqual(events);
  }
}

test('a run starts immediately', () => {
  const recorder = new Recorder();
  for (const name of ['a', 'b', 'c']) recorder.submit(name);
  expect(recorder.events).toEqual(['a', 'b', 'c']);
});

test('what waits when the server begins is read before the first run', async () => {
  const recorder = new Recorder();
  recorder.begin();
  recorder.connect('request');
  recorder.submit('slow');
  await recorder.expectEvents('request', 'slow');
});

test('after a long run, requests of other clients come before the next run', async () => {
  const recorder = new Recorder();
  recorder.submit('slow', () => work(long));
  recorder.submit('slow 2');
  setImmediate(() => {
    recorder.events.push('others');
    recorder.submit('quick');
  });
  await recorder.expectEvents('slow', 'others', 'quick', 'slow 2');
});

test('many short runs let the event loop turn, too', async () => {
  const recorder = new Recorder();
  setImmediate(() => recorder.events.push('others'));
  for (let n = 0; n < 200; n++) recorder.submit('short', () => work(1));
  await expect.poll(() => recorder.events.length).toBe(201);
  expect(recorder.events.indexOf('others')).toBeLessThan(100);
});

test('the deferred work of a run is done before the next run', async () => {
  const recorder = new Recorder();
  recorder.submit('slow', () => work(long));
  const finishLater = (): void => void Promise.resolve().then(() => recorder.events.push('done'));
  recorder.submit('a', finishLater);
  recorder.submit('a 2', finishLater);
  await recorder.expectEvents('slow', 'a', 'done', 'a 2', 'done');
});

test('runs that waited too long for others of their route are rejected', async () => {
  const recorder = new Recorder({ ...defaultLimits, scriptTime: long });
  for (const name of ['slow', 'slow 2', 'quick', 'slow 3']) {
    recorder.submit(name, () => work(long));
  }
  await recorder.expectEvents('slow', 'quick', '-slow 2', '-slow 3');
});

test('a run whose client has disconnected does not start', async () => {
  const recorder = new Recorder();
  recorder.submit('slow', () => work(long));
  recorder.submit('gone', undefined, { isGone: true });
  recorder.submit('here');
  await recorder.expectEvents('slow', 'here');
});

test('an avoided route waits until it is no longer avoided, and others do not', async () => {
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

test('a resumed run waits for its turn and settles with its outcome', async () => {
  const recorder = new Recorder();
  recorder.submit('slow', () => work(long));
  const result = recorder.resume('later', () => recorder.events.push('later'));
  const fault = recorder.resume('fault', () => {
    throw new RangeError('no');
  });
  expect(recorder.events).toEqual(['slow']);
  expect(await result).toBe(2);
  await expect(fault).rejects.toThrow(RangeError);
});

test.each([
  [true, ['request', 'resumed']],
  [false, ['resumed', 'request']],
])(
  'a request on a new connection is read before a run resumes that may block: %s',
  async (mayBlock, order) => {
    const recorder = new Recorder(defaultLimits, mayBlock);
    recorder.connect('request');
    void recorder.resume('a', () => recorder.events.push('resumed'));
    await recorder.expectEvents(...order);
  },
);

test('a run resumes immediately when no connection is new', async () => {
  const recorder = new Recorder();
  recorder.connect('request');
  for (let turn = 0; turn < 3; turn++) await nextTurn();
  void recorder.resume('a', () => recorder.events.push('resumed'));
  expect(recorder.events).toEqual(['request', 'resumed']);
});
