/** Targets that go away during a run, for good, for a while, or for one request alone. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, describe, expect, type TestContext, test } from 'vitest';
import type { Report } from '../../../conformance/report/model.js';
import { packageFile } from '../../../kit/package-root.js';
import { isFull } from '../../extent.js';
import type { ConformingServerOptions } from '../../faulty/conforming-server.js';
import { type Arrival, type Fate, startUnreliableServer } from '../../faulty/unreliable-server.js';
import { parseXml } from '../report/parse-xml.js';
import { argumentsFor, removeFolders, runCheck } from '../run-check.js';

afterAll(removeFolders);

const some = 'users.create.*,users.read.*,users.delete.*,auth.api-key.*';

/** Starts a server for one test, given by its context. */
async function start(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  decide: (arrival: Arrival) => Fate,
  options?: ConformingServerOptions,
) {
  const server = await startUnreliableServer(decide, options);
  onTestFinished(server.close);
  return server;
}

function rowsOf(report: Report | undefined, verdict: string) {
  return (report?.requirements ?? []).filter((row) => row.selected && row.verdict === verdict);
}

const death = 60;

const ends: readonly [string, (arrival: Arrival) => Fate][] = [
  ['whose process ends', ({ number }) => (number >= death ? 'ends the server' : 'is answered')],
  [
    'that closes every connection',
    ({ number }) => (number >= death ? 'loses its connection' : 'is answered'),
  ],
  ['that hangs', ({ number }) => (number >= death ? 'waits for ever' : 'is answered')],
];

// Most of the time is spent waiting for answers.
describe.concurrent.each(isFull ? [1, 8] : [1])(
  'with %i scenarios at a time, a target',
  (concurrency) => {
    const given = [
      '--seed',
      '1',
      '--only',
      some,
      '--timeout',
      '2000',
      '--concurrency',
      String(concurrency),
    ];

    test.for(ends)('%s is lost once', async ([, decide], context) => {
      const server = await start(context, decide);
      const argv = [...argumentsFor(server), ...given, '--allow-untested'];
      const { code, report, stdout, file } = await runCheck(argv);
      expect(code).toBe(2);
      expect(report).toMatchObject({ complete: false, counts: { fail: 0, error: 0, unstable: 0 } });
      const lost = server.arrivals[death - 1];
      expect(report?.outage).toMatchObject({
        server: 'basic',
        reason: expect.stringMatching(/^the connection was|^there was no answer within 2000 ms/),
        notJudged: report?.counts['not tested'],
      });
      const { request, at, scenario, reason, sinceStartMs = 0 } = report?.outage ?? {};
      if (concurrency === 1) {
        expect(request?.method).toBe(lost?.method);
        expect(request?.url.startsWith(server.url + lost?.path)).toBe(true);
        // Of several at a time, each may still wait for the clock.
        expect(report?.counts.pass).toBeGreaterThan(0);
      }
      expect(scenario?.requirement).toMatch(/^(users|auth)\./);
      expect(sinceStartMs).toBe(Date.parse(at ?? '') - Date.parse(report?.startedAt ?? ''));
      const sentence = report?.conclusion.sentence ?? '';
      expect(sentence).toContain(`${at?.slice(0, 19).replace('T', ' ')} UTC`);
      expect(sentence).toContain(`${request?.method} ${new URL(request?.url ?? '').pathname}`);
      expect(sentence).toContain(`: ${reason}; ${report?.outage?.notJudged} of `);
      expect(stdout).not.toMatch(/^ERROR/m);
      expect(stdout.split(sentence)).toHaveLength(2);
      expect(report?.counts.pass).toBeGreaterThan(0);
      expect(file('report.html').indexOf('stopped answering')).toBeLessThan(
        file('report.html').indexOf('left behind'),
      );
    });

    test('that returns is judged completely', async (context) => {
      const server = await start(context, ({ number }) =>
        number === death ? 'restarts the server' : 'is answered',
      );
      const argv = [...argumentsFor(server), '--only', some, '--concurrency', String(concurrency)];
      const { code, report } = await runCheck(argv);
      expect(report).toMatchObject({
        complete: true,
        outage: null,
        counts: { fail: 0, blocked: 0 },
      });
      expect(rowsOf(report, 'not tested')).toEqual([]);
      expect(rowsOf(report, 'error').length).toBeLessThanOrEqual(concurrency);
      expect(code).toBe(rowsOf(report, 'error').length > 0 ? 3 : 0);
    });

    const methods = ['POST', 'PUT'];

    test.for(methods)('that fails at %s alone is judged at all else', async (method, context) => {
      const server = await start(context, (arrival) =>
        arrival.method === method && arrival.path === '/api/users'
          ? 'loses its connection'
          : 'is answered',
      );
      const only = ['--only', 'users.create.*,users.update.*,products.read.*'];
      const argv = [...argumentsFor(server), ...only, '--concurrency', String(concurrency)];
      const { code, report } = await runCheck(argv);
      expect(report).toMatchObject({ complete: true, outage: null });
      expect(code).toBe(3);
      expect(rowsOf(report, 'pass').filter(({ id }) => id.startsWith('products.')).length).toBe(
        (report?.requirements ?? []).filter(
          ({ id, selected, level }) => selected && level === 'must' && id.startsWith('products.'),
        ).length,
      );
    });
  },
);

test('a target that is lost in the clean-up does not pass', async (context) => {
  const server = await start(context, ({ method }) =>
    method === 'DELETE' ? 'ends the server' : 'is answered',
  );
  const given = ['--only', 'users.create.status', '--timeout', '2000'];
  const { code, report } = await runCheck([...argumentsFor(server), ...given]);
  expect(report?.counts).toMatchObject({ fail: 0, error: 0, 'not tested': 0 });
  expect(report?.leftovers).not.toEqual([]);
  expect(report?.conclusion.sentence).toMatch(
    /^Touchstone cannot say .*: it stopped answering at .*; each requirement had been judged\.$/,
  );
  expect(code).toBe(2);
});

describe('for a lost target, all reports state', () => {
  test('the time, the request and the reason, and an earlier failure', async (context) => {
    const fault = 'a user is created with status 200';
    const server = await start(
      context,
      ({ number }) => (number > 250 ? 'ends the server' : 'is answered'),
      {
        fault,
      },
    );
    const env = { GITHUB_ACTIONS: 'true' };
    const order = ['--seed', '3', '--concurrency', '1'];
    const argv = [...argumentsFor(server), '--only', 'users.*', '--timeout', '2000', ...order];
    const { code, report, stdout, file } = await runCheck(argv, { env });
    expect(code).toBe(2);
    const sentence = report?.conclusion.sentence ?? '';
    expect(sentence).toMatch(
      /^The server does not conform: 1 requirement failed; it stopped answering at .* were not judged\.$/,
    );
    expect(rowsOf(report, 'fail').map(({ id }) => id)).toEqual(['users.create.status']);
    expect(stdout).toContain('FAIL users.create.status');
    expect(stdout.trimEnd().endsWith(sentence)).toBe(true);
    expect(stdout).toContain(`::error title=touchstone::${sentence}\n`);
    const [suite] = parseXml(file('junit.xml')).children;
    const ofRun = suite?.children.find(({ attributes }) => attributes.classname === 'touchstone');
    expect(ofRun?.children).toMatchObject([{ name: 'error', attributes: { message: sentence } }]);
    expect(suite?.attributes).toMatchObject({ errors: '1', failures: '1' });
    const [first] = /<div class="conclusion.*?<\/div>/s.exec(file('report.html')) ?? [];
    expect(first).toContain(sentence.replace('The server does not conform: ', ''));
    const [heading, conclusion] = file('summary.md').split('\n\n');
    expect(heading).toBe('# Conformance');
    expect(conclusion?.replaceAll('\\', '')).toBe(`**${sentence}**`);
    const schema = JSON.parse(readFileSync(packageFile('reports', 'report.schema.json'), 'utf8'));
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);
    validate(report);
    expect(validate.errors).toBeNull();
  });
});

describe('a single lost connection', () => {
  const only = 'users.create.status,users.create.echo,users.read.unknown';

  /** Loses the first request of that method to users, readiness aside. */
  function loseFirst(method: string): (arrival: Arrival) => Fate {
    let isLost = false;
    return (arrival) => {
      if (isLost || arrival.number < 2 || arrival.method !== method) return 'is answered';
      isLost = true;
      return 'loses its connection';
    };
  }

  test.for([1, 8])(
    'of a GET is repeated, and recorded (%i at a time)',
    async (concurrency, context) => {
      const server = await start(context, loseFirst('GET'));
      const argv = [...argumentsFor(server), '--only', only, '--concurrency', String(concurrency)];
      const { code, report } = await runCheck(argv);
      expect(code).toBe(0);
      const exchanges = (report?.requirements ?? []).flatMap(({ cases }) =>
        cases.flatMap((one) => one.exchanges),
      );
      expect(exchanges.filter(({ response }) => response === null)).toMatchObject([
        { failure: 'the connection was closed before the answer was complete' },
      ]);
    },
  );

  // Scenarios judge the answer to this one, so that no row is made in advance by it.
  test.for([1, 8])(
    'of a POST is an error of its case (%i at a time)',
    async (concurrency, context) => {
      const server = await start(context, loseFirst('POST'));
      const judged = ['--only', 'users.create.name-required'];
      const argv = [...argumentsFor(server), ...judged, '--concurrency', String(concurrency)];
      const { code, report } = await runCheck(argv);
      expect(code).toBe(3);
      expect(report).toMatchObject({ complete: true, counts: { fail: 0, error: 1, blocked: 0 } });
      expect(report?.conclusion.sentence).toBe(
        'Touchstone cannot say whether the server conforms: 1 requirement could not be judged (the connection was closed before the answer was complete).',
      );
    },
  );

  test('makes no requirement unstable', async (context) => {
    const server = await start(context, loseFirst('POST'));
    const argv = [...argumentsFor(server), '--only', 'users.create.status', '--repeat', '3'];
    const { code, report } = await runCheck(argv);
    expect(rowsOf(report, 'error')).toMatchObject([{ id: 'users.create.status' }]);
    expect(code).toBe(3);
  });
});

test.for([1, 8])(
  'a target that loses changes on kept connections is judged (%i at a time)',
  async (concurrency, context) => {
    const isLost = ({ method, onConnection }: Arrival) => method !== 'GET' && onConnection > 1;
    const server = await start(context, (one) =>
      isLost(one) ? 'loses its connection' : 'is answered',
    );
    const argv = [...argumentsFor(server), '--only', some, '--concurrency', String(concurrency)];
    const { code, report } = await runCheck(argv);
    expect(report?.counts).toMatchObject({ fail: 0, error: 0, unstable: 0 });
    expect(report?.leftovers).toEqual([]);
    expect(code).toBe(0);
  },
);

test('an endless body is an error of the scenarios that receive it', async (context) => {
  const server = await start(context, ({ method, path }) =>
    method === 'GET' && path === '/api/products' ? 'gets an endless body' : 'is answered',
  );
  const only = ['--only', 'products.list.status,products.create.status,users.create.status'];
  const { code, report } = await runCheck([...argumentsFor(server), ...only]);
  expect(report).toMatchObject({ complete: true, outage: null });
  expect(rowsOf(report, 'error')).toMatchObject([
    { id: 'products.list.status', reason: 'the body is larger than 16777216 bytes' },
  ]);
  expect(rowsOf(report, 'pass')).toHaveLength(2);
  expect(code).toBe(3);
});

test('a target with only endless bodies is there', async (context) => {
  const server = await start(context, () => 'gets an endless body');
  const { code, stdout, stderr } = await runCheck([
    ...argumentsFor(server),
    ...['--only', 'users.list.status,users.create.status'],
  ]);
  expect([code, stderr]).toEqual([3, '']);
  expect(stdout).toContain(
    '2 requirements could not be judged (the body is larger than 16777216 bytes).',
  );
});
