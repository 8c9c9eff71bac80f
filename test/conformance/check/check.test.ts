import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { CTRFReport } from 'ctrf';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { packageFile } from '../../../kit/package-root.js';
import { isFull } from '../../extent.js';
import { startConformingServer } from '../../faulty/conforming-server.js';
import { emptyObjectReply, startRawServer } from '../../faulty/raw-server.js';
import { parseXml } from '../report/parse-xml.js';
import { argumentsFor, removeFolders, runCheck } from '../run-check.js';
import { startServer } from '../servers.js';

afterAll(removeFolders);

describe('a conforming server', () => {
  // The requirements of one resource are checked twice in `npm test`, too (same-verdicts.test.ts).
  test('passes consecutive checks, and is left unchanged', async () => {
    const server = await startServer();
    const rows = JSON.stringify([server.store.users, server.store.products]);
    for (let run = 1; run <= (isFull ? 2 : 1); run += 1) {
      const { code, report, stdout } = await runCheck(argumentsFor(server));
      expect(report?.counts).toMatchObject({ fail: 0, error: 0, blocked: 0, 'not tested': 0 });
      expect(report?.leftovers).toEqual([]);
      expect(stdout).toMatch(
        /The server conforms: all \d+ requirements of class api, profile basic, passed\.\n$/,
      );
      expect(code).toBe(0);
      expect(JSON.stringify([server.store.users, server.store.products])).toBe(rows);
    }
  });

  test('deviates from no description in what the specification leaves open', async () => {
    const server = await startServer();
    const open = 'users.create.duplicate-email,users.fallback.head,http.json.malformed';
    const { report } = await runCheck([...argumentsFor(server), '--only', open]);
    expect(report?.counts.observed).toBe(3);
    expect(report?.deviations).toEqual([]);
  });

  test('may send the bytes of an empty object after a 204', async () => {
    const server = await startServer({
      variations: ['a deletion answers with the bytes of an empty object'],
    });
    const { code, report } = await runCheck([...argumentsFor(server), '--only', '*.delete.*']);
    expect(report?.counts.pass).toBeGreaterThan(2);
    expect(code).toBe(0);
  });

  test.each(['users-api-key', 'bearer'] as const)('passes in profile %s', async (profile) => {
    const server = await startServer({ profile });
    const argv = [...argumentsFor(server), '--profile', profile, '--only', 'auth.*,users.create.*'];
    const { code, report } = await runCheck(argv);
    expect(report?.requirements.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(report?.target.profiles).toEqual([profile]);
    expect(code).toBe(0);
  });

  test('is not tested where a credential is missing, and the option is named', async () => {
    const server = await startServer();
    const { 'inactive-api-key': _missing, ...credentials } = server.credentials;
    const argv = [...argumentsFor({ url: server.url, credentials }), '--only', 'auth.api-key.*'];
    const { code, report, stdout } = await runCheck(argv);
    expect(code).toBe(3);
    expect(stdout).toMatch(
      /cannot say .* 1 of 9 stated requirements not tested \(give --inactive-api-key\)/,
    );
    const untested = report?.requirements.filter(
      (row) => row.selected && row.verdict === 'not tested',
    );
    expect(untested).toMatchObject([{ option: '--inactive-api-key' }]);
    expect((await runCheck([...argv, '--allow-untested'])).code).toBe(0);
  });
});

test('without an address, the reference server is started, checked and ended', async () => {
  const { code, report, stdout } = await runCheck(['--only', 'users.create.*,auth.api-key.*']);
  expect(stdout).toMatch(
    /^Checking the reference server, classes api and runtime, profiles basic, users-api-key and bearer: \d+ requirements, seed \d+$/m,
  );
  expect(report).toMatchObject({
    complete: true,
    target: { url: null },
    counts: { 'not tested': 0 },
  });
  expect(code).toBe(0);
});

test('the reports of a run agree with each other and with the published form', async () => {
  const server = await startServer({ fault: 'an unknown user is read as null' });
  const only = ['--only', 'users.read.*,users.create.*,auth.*,http.*'];
  const formats = ['--format', 'ctrf,cucumber'];
  const { report, file } = await runCheck([...argumentsFor(server), ...only, ...formats]);
  const schema = JSON.parse(readFileSync(packageFile('reports', 'report.schema.json'), 'utf8'));
  const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);
  validate(report);
  expect(validate.errors).toBeNull();
  const selected = report?.requirements.filter((row) => row.selected) ?? [];
  const junit = parseXml(file('junit.xml'));
  const testCases = junit.children[0]?.children.filter(({ name }) => name === 'testcase');
  const names = testCases?.map(({ attributes }) => attributes.name);
  const ids = selected.map(({ id }) => id);
  expect(names).toEqual(ids);
  const ctrf = JSON.parse(file('ctrf.json')) as CTRFReport;
  expect(ctrf.results.tests.map(({ name }) => name)).toEqual(ids);
  const failedSteps = file('cucumber.ndjson').match(/"status":"FAILED"/g) ?? [];
  const failedCases = selected.flatMap(({ cases }) =>
    cases.filter((one) => one.verdict === 'fail'),
  );
  expect(failedSteps).toHaveLength(failedCases.length);
  expect(junit.children[0]?.attributes.failures).toBe(String(report?.counts.fail));
  for (const { id, verdict } of selected) {
    expect(file('report.html')).toContain(`id="${id}" data-verdict="${verdict}"`);
  }
  expect(file('summary.md')).toContain(`| pass | ${report?.counts.pass} |`);
});

test('the reports omit requests of passing cases, unless --keep asks for all', async () => {
  const server = await startServer({ fault: 'an unknown user is read as null' });
  const argv = [...argumentsFor(server), '--only', 'users.read.*', '--seed', '1'];
  const sizeOf = async (...more: string[]) => {
    const { report, file } = await runCheck([...argv, ...more]);
    const cases = report?.requirements.flatMap((row) => row.cases) ?? [];
    const count = (ofFailed: boolean) => {
      const counted = cases.filter(({ verdict }) => (verdict === 'fail') === ofFailed);
      return counted.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
    };
    const omitted = cases.reduce((sum, one) => sum + one.omittedExchanges, 0);
    const length = file('report.html').length;
    return { failed: count(true), passed: count(false), omitted, length };
  };
  const [essential, all] = [await sizeOf(), await sizeOf('--keep', 'all')];
  expect(all.omitted).toBe(0);
  expect(essential.omitted).toBeGreaterThan(0);
  expect(essential.passed + essential.omitted).toBe(all.passed);
  expect(essential.failed).toBe(all.failed);
  expect(essential.length).toBeLessThan(all.length);
});

describe('a server that cannot be judged', () => {
  test('is unreachable when its port is closed', async () => {
    const server = await startRawServer(() => {});
    await server.close();
    const { code, stdout, stderr, report } = await runCheck([
      '--base-url',
      server.url,
      '--wait',
      '0',
    ]);
    expect(code).toBe(2);
    expect(stderr).toBe(
      `touchstone check: ${server.url} cannot be reached: the connection was refused.\n`,
    );
    expect(stdout).not.toContain('pass');
    expect(report).toMatchObject({ complete: false, counts: { pass: 0, fail: 0 } });
    expect(report?.conclusion).toMatchObject({ answer: 'cannot say', exitCode: 2 });
  });

  test('is awaited for the time of --wait', async () => {
    const early = await startConformingServer();
    const port = Number(new URL(early.url).port);
    await early.close();
    const checking = runCheck([
      ...argumentsFor(early),
      '--only',
      'users.read.unknown',
      '--wait',
      '20',
    ]);
    const late = await startConformingServer({ port });
    onTestFinished(late.close);
    expect((await checking).code).toBe(0);
  });

  test('gives errors, not failures, when it closes every connection', async () => {
    const server = await startRawServer((socket, request) => {
      if (request.startsWith('GET /api/users?id=1 HTTP')) {
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]');
      } else socket.destroy();
    });
    onTestFinished(server.close);
    const { code, report } = await runCheck([
      '--base-url',
      server.url,
      '--only',
      'users.create.status',
    ]);
    expect(report?.counts).toMatchObject({ fail: 0, error: 1 });
    expect(report?.requirements.find(({ verdict }) => verdict === 'error')?.reason).toContain(
      'the connection was closed',
    );
    expect(code).toBe(3);
  });

  test('causes an incomplete report when the check is stopped', async () => {
    const server = await startServer();
    const controller = new AbortController();
    const create = server.store.addUser.bind(server.store);
    server.store.addUser = (name, email) => {
      controller.abort();
      return create(name, email);
    };
    const { signal } = controller;
    const { code, report, stdout } = await runCheck(argumentsFor(server), { signal });
    expect(code).toBe(3);
    expect(stdout).toMatch(
      /: the run was stopped before its end; \d+ of \d+ requirements were not judged\.$/m,
    );
    expect(report).toMatchObject({ complete: false, conclusion: { answer: 'cannot say' } });
    expect(report?.requirements.length).toBeGreaterThan(100);
  });
});

describe('a faulty server', () => {
  test('is found when the first row in the wrong order ends a page', async () => {
    const fault = 'the products that were changed last come first, and of these the newest';
    const server = await startServer({ fault });
    const [sample] = server.store.products;
    const latest = '2999-01-01 00:00:00';
    for (let id = 1001; id < 1020 && sample !== undefined; id += 1) {
      server.store.products.push({ ...sample, id, created_at: latest, updated_at: latest });
    }
    // More pages follow; reports show the last request, which is to be that of the page.
    for (let id = 2001; id < 2081 && sample !== undefined; id += 1) {
      server.store.products.push({ ...sample, id });
    }
    const { report } = await runCheck([...argumentsFor(server), '--only', 'products.list.order']);
    const failed = report?.requirements.find(({ verdict }) => verdict === 'fail');
    const [shown] = failed?.cases.filter(({ mismatches }) => mismatches.length > 0) ?? [];
    const path = shown?.mismatches[0]?.path;
    expect(path).toMatch(/^page \d+: body\.data\[\d+\]\.created_at$/);
    const page = /\d+/.exec(path ?? '')?.[0];
    expect(shown?.exchanges.at(-1)?.curl).toContain(`page=${page}&`);
  });

  test('shows one fault as one failure, with all of its evidence', async () => {
    const server = await startServer({ fault: 'a user is created with status 200' });
    const { code, report, stdout } = await runCheck([...argumentsFor(server), '--only', 'users.*']);
    expect(code).toBe(1);
    const failed = report?.requirements.filter(({ verdict }) => verdict === 'fail');
    expect(failed?.map(({ id }) => id)).toEqual(['users.create.status']);
    const [block] = stdout.slice(stdout.indexOf('FAIL')).split('\n\n');
    expect(block?.split('\n').length).toBeLessThanOrEqual(12);
    expect(block).toMatch(/^FAIL users\.create\.status §4\.1/);
    expect(block).toContain('POST /api/users → 200');
    expect(block).toContain('status: expected 201, observed 200');
    expect(block).toContain(`curl -ig -X POST ${server.url}/api/users -H`);
    expect(block).toMatch(/features\/api\/users\/\w+\.feature:\d+/);
    expect(stdout).toMatch(/The server does not conform: 1 requirement failed\.\n$/);
  });
});

test('a server with changing answers is unstable', async () => {
  let count = 0;
  const server = await startRawServer((socket, request) => {
    if (request.startsWith('OPTIONS')) count += 1;
    // Many in a row, since a scenario that fails while others run runs again.
    if (count % 40 > 20) socket.write('HTTP/1.1 500 Oops\r\nContent-Length: 2\r\n\r\n{}');
    else socket.write(emptyObjectReply);
  });
  onTestFinished(server.close);
  const argv = [
    '--base-url',
    server.url,
    '--only',
    'cors.preflight.answered',
    '--repeat',
    '6',
    '--seed',
    '1',
  ];
  const { code, report } = await runCheck(argv);
  expect(code).toBe(1);
  expect(report?.requirements.find(({ selected }) => selected)).toMatchObject({
    verdict: 'unstable',
    reason: expect.stringMatching(/fail, then pass/),
  });
  expect(report?.conclusion.sentence).toBe('The server does not conform: 1 requirement unstable.');
});
