/** However many requests a server stands at a time, it is judged by what it answers to one. */

import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, describe, expect, test } from 'vitest';
import type { Report } from '../../../conformance/report/model.js';
import { packageFile } from '../../../kit/package-root.js';
import { isFull, share } from '../../extent.js';
import { startConformingServer } from '../../faulty/conforming-server.js';
import type { ReceivedRequest } from '../../faulty/exchange.js';
import type { Plant } from '../../faulty/faults/fault.js';
import { afterOthers } from '../../faulty/overlap.js';
import { argumentsFor, removeFolders, runCheck } from '../run-check.js';
import { startServer } from '../servers.js';
import { idsWith } from '../survey.js';

afterAll(removeFolders);

/** Takes one request after the other; all others wait. */
const serial: Plant = (app) => {
  const transmit = app.transmit.bind(app);
  let previous = Promise.resolve();
  app.transmit = (answer, response) => {
    previous = previous
      .then(() => new Promise<void>((resolve) => afterOthers(resolve)))
      .then(() => transmit(answer, response));
  };
};

/** Takes two requests at a time, and refuses all others without looking at them. */
const refusing =
  (status: number): Plant =>
  (app) => {
    const [handle, transmit] = [app.handle.bind(app), app.transmit.bind(app)];
    let underWay = 0;
    app.handle = (request) => {
      underWay += 1;
      return underWay > 2 ? app.json(status, { error: 'too busy' }) : handle(request);
    };
    app.transmit = (answer, response) => {
      afterOthers(() => {
        underWay -= 1;
        transmit(answer, response);
      });
    };
  };

/** Takes two requests at a time, and closes the connections of all others. */
const dropping: Plant = (app) => {
  const [handle, transmit] = [app.handle.bind(app), app.transmit.bind(app)];
  const dropped = new WeakSet<object>();
  let underWay = 0;
  app.handle = (request) => {
    underWay += 1;
    if (underWay <= 2) return handle(request);
    const answer = app.json(200, {});
    dropped.add(answer);
    return answer;
  };
  app.transmit = (answer, response) => {
    afterOthers(() => {
      underWay -= 1;
      if (dropped.has(answer)) response.destroy();
      else transmit(answer, response);
    });
  };
};

const servers: readonly (readonly [string, Plant])[] = [
  ['that stands any number of requests', () => {}],
  ['that takes one request after the other', serial],
  ['that answers 503 to more than two requests', refusing(503)],
  ['that answers 429 to more than two requests', refusing(429)],
  ['that drops the connections of more than two requests', dropping],
];

const some = ['--only', 'users.create.*,users.update.*,products.list.*,auth.api-key.no-effect'];

/** Requirements whose scenarios fail when one of their updates does; others allow rejections. */
const judged = ['--only', 'users.update.status,users.update.answer'];

/**
 * Without scenarios that are about concurrent requests: a lost connection is an error of theirs.
 */
const oneByOne = ['--only', 'users.create.*,users.update.*,users.delete.*,products.list.*'];

/** All verdicts, by requirement, and what was observed. */
function verdictsOf(report: Report | undefined): Record<string, string> {
  const rows = (report?.requirements ?? []).filter(({ selected }) => selected);
  return Object.fromEntries(rows.map((row) => [row.id, [row.verdict, ...row.observations].join()]));
}

test('waits for a server that limits the rate of requests, and says so', async ({
  onTestFinished,
}) => {
  let refused = 0;
  const server = await startConformingServer({
    plant: (app) => {
      const handle = app.handle.bind(app);
      app.handle = (request) => {
        refused += 1;
        return refused % 4 === 0 ? app.error(429, 'not now') : handle(request);
      };
    },
  });
  onTestFinished(server.close);
  const { code, stdout, report } = await runCheck([
    ...argumentsFor(server),
    '--only',
    'users.read.*',
  ]);
  expect(code).toBe(0);
  const { throttledMs = 0 } = report?.traffic ?? {};
  expect(throttledMs).toBeGreaterThan(0);
  expect(stdout).toContain(
    `The server answered 429 (Too Many Requests), and the run waited ${Math.ceil(throttledMs / 1000)} s as it asked.`,
  );
});

// Most of the time is spent waiting for answers.
describe.concurrent.each(share(servers, 2))('a server %s', (_name, plant) => {
  test('is judged equally at 1, at 8 and by default', async ({ onTestFinished }) => {
    let first: Record<string, string> | undefined;
    for (const order of [['--concurrency', '1'], ['--concurrency', '8'], []]) {
      const server = await startConformingServer({ plant });
      onTestFinished(server.close);
      const selection = plant === dropping ? oneByOne : isFull ? [] : some;
      const { code, report } = await runCheck([...argumentsFor(server), ...selection, ...order]);
      expect(report?.counts).toMatchObject({ fail: 0, error: 0, blocked: 0, 'not tested': 0 });
      expect(code).toBe(0);
      expect(report?.leftovers).toEqual([]);
      first ??= verdictsOf(report);
      expect(verdictsOf(report), order.join(' ')).toEqual(first);
    }
  });
});

describe('a server that answers 503', () => {
  test('now and then is judged by its other answers, and named', async () => {
    const rarely: Plant = (app) => {
      const handle = app.handle.bind(app);
      let updates = 0;
      app.handle = (request) => {
        if (request.method === 'PUT' && request.path.endsWith('/users')) updates += 1;
        else return handle(request);
        const isRefused = updates === 2 || updates === 4;
        return isRefused ? app.json(503, { error: 'try later' }) : handle(request);
      };
    };
    for (const order of [['--concurrency', '1'], []]) {
      const server = await startServer({ plant: rarely });
      const { code, report } = await runCheck([...argumentsFor(server), ...judged, ...order]);
      expect(report?.counts).toMatchObject({ fail: 0, error: 0, blocked: 0, 'not tested': 0 });
      expect(code).toBe(0);
      expect(report?.traffic.passedAlone).not.toEqual([]);
      expect(report?.leftovers).toEqual([]);
    }
  });

  test('always to one kind of request is accused', async () => {
    const isConcerned = (request: ReceivedRequest) =>
      request.method === 'PUT' && request.path.endsWith('/products');
    const refusesUpdates: Plant = (app) => {
      const handle = app.handle.bind(app);
      app.handle = (request) =>
        isConcerned(request) ? app.json(503, { error: 'try later' }) : handle(request);
    };
    const server = await startServer({ plant: refusesUpdates });
    const { code, report } = await runCheck([
      ...argumentsFor(server),
      '--only',
      'products.update.*',
    ]);
    expect(code).toBe(1);
    expect(idsWith(report, 'fail')).toEqual(['products.update.status']);
  });
});

test('failures that occur only beside other requests are named', async () => {
  const named = 'Failed while other scenarios ran, passed when repeated alone: scenarios of ';
  for (const [concurrency, isNamed] of [
    ['8', true],
    ['1', false],
  ] as const) {
    const server = await startServer({ plant: refusing(500) });
    const order = [...oneByOne, '--concurrency', concurrency];
    const { code, report, stdout, file } = await runCheck([...argumentsFor(server), ...order]);
    expect(code).toBe(0);
    expect((report?.traffic.passedAlone.length ?? 0) > 0).toBe(isNamed);
    expect(stdout.includes(named)).toBe(isNamed);
    expect(file('report.html').includes('Passed only alone')).toBe(isNamed);
  }
});

test('no more requests are under way than the limit allows', async () => {
  for (const bound of [1, 3, 8]) {
    let [underWay, most] = [0, 0];
    const count: Plant = (app) => {
      const [handle, transmit] = [app.handle.bind(app), app.transmit.bind(app)];
      app.handle = (request) => {
        underWay += 1;
        most = Math.max(most, underWay);
        return handle(request);
      };
      app.transmit = (answer, response) => {
        afterOthers(() => {
          underWay -= 1;
          transmit(answer, response);
        });
      };
    };
    const server = await startServer({ plant: count });
    // Scenarios that are about concurrent requests are left out: the limit does not apply to them.
    const lists = ['limit', 'offset', 'order', 'pages', 'total'].map(
      (one) => `products.list.${one}`,
    );
    const ids = `${lists},users.read.status,users.update.id-*,users.update.un*`;
    const only = ['--only', ids];
    const { report, stdout } = await runCheck([
      ...argumentsFor(server),
      ...only,
      ...['--concurrency', String(bound)],
    ]);
    // A busy machine may not show the server all of them at the same time.
    expect(most).toBeLessThanOrEqual(bound);
    const { mostAtATime = 0 } = report?.traffic ?? {};
    expect(mostAtATime).toBeLessThanOrEqual(bound);
    expect(mostAtATime).toBeGreaterThanOrEqual(Math.min(bound, 2));
    expect(report?.traffic.bound).toBe(bound);
    expect(report?.traffic.requests).toBeGreaterThan(100);
    if (isFull) expect(stdout).not.toContain('slow');
    const schema = JSON.parse(readFileSync(packageFile('reports', 'report.schema.json'), 'utf8'));
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);
    validate(report);
    expect(validate.errors).toBeNull();
  }
});

test('the reported requests are those that the server received, shared ones once', async () => {
  let got = 0;
  const count: Plant = (app) => {
    const handle = app.handle.bind(app);
    app.handle = (request) => {
      got += 1;
      return handle(request);
    };
  };
  const server = await startServer({ plant: count });
  // Nothing is cleaned up, so that there is one request besides: whether the server is up.
  const selection = ['--disposable', '--only', 'products.list.*,users.read.*'];
  const { report } = await runCheck([...argumentsFor(server), ...selection]);
  expect(report?.traffic.requests).toBe(got - 1);
});
