import { createRequire } from 'node:module';
import { afterEach, expect, test } from 'vitest';
import { plainConnection } from '../../../conformance/http/connection-options.js';
import type { Session } from '../../../conformance/sessions/session-input.js';
import type * as Threads from '../../../conformance/sessions/thread.js';
import { loadShippedSuite } from '../../../conformance/suite/load-suite.js';
import { packageFile } from '../../../kit/package-root.js';

// A thread runs the compiled program.
const { startThread } = createRequire(import.meta.url)(
  packageFile('dist', 'conformance', 'sessions', 'thread.js'),
) as typeof Threads;

const suite = loadShippedSuite();

const target = {
  name: 'basic',
  class: 'api',
  profile: 'basic',
  baseUrl: 'http://127.0.0.1:9',
  credentials: {},
  isDisposable: false,
} as const;

const session: Session = {
  target,
  suite,
  parameters: {},
  requirements: [{ id: 'users.list.status', needs: [], level: 'must' }],
  seed: 1,
  marker: 'touchstone-0a1b2c3d',
  numbersFrom: 0,
  concurrency: { bound: 1, adapts: false },
  timeoutMs: 5000,
  connection: plainConnection,
  headers: {},
  secrets: [],
};

const threads: Threads.Thread[] = [];
afterEach(async () => {
  for (const thread of threads.splice(0)) await thread.close();
});

function start(): Threads.Thread {
  const thread = startThread(suite);
  threads.push(thread);
  return thread;
}

/** Nothing listens at the target's port. */
const gone = { leftovers: [], outage: { reason: 'the connection was refused' } };

const ignore = { onCase: () => {} };

test('a thread runs several sessions at a time, and reports their cases', async () => {
  const thread = start();
  const told: [number, string][] = [];
  const run = (seed: number) =>
    thread.runSession({ ...session, seed }, target, {
      onCase: ({ requirement }) => told.push([seed, requirement]),
    });
  await expect(Promise.all([run(1), run(2)])).resolves.toMatchObject([gone, gone]);
  for (const seed of [1, 2]) expect(told).toContainEqual([seed, 'users.list.status']);
});

test('an error in a session ends only this session', async () => {
  const thread = start();
  const lost = { ...suite, features: '/nowhere' };
  await expect(thread.runSession({ ...session, suite: lost }, target, ignore)).rejects.toThrow(
    '/nowhere',
  );
  await expect(thread.runSession(session, target, ignore)).resolves.toMatchObject(gone);
});

test('an error of the listener ends the session', async () => {
  const onCase = () => {
    throw new Error('no more');
  };
  await expect(start().runSession(session, target, { onCase })).rejects.toThrow('no more');
});

test('a stopped session reports no more cases', async () => {
  const signal = AbortSignal.abort();
  const onCase = () => {
    throw new Error('a case');
  };
  await expect(start().runSession(session, target, { onCase, signal })).resolves.toEqual({
    leftovers: [],
    outage: undefined,
    mostAtATime: 0,
    passedAlone: [],
    traffic: { requests: 0, durations: [], throttledMs: 0 },
  });
});

test('sessions fail when their thread ends', async () => {
  const thread = start();
  const running = thread.runSession(session, target, ignore);
  await Promise.all([expect(running).rejects.toThrow('ended unexpectedly'), thread.close()]);
});
