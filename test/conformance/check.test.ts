import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { CTRFReport } from 'ctrf';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { packageFile } from '../../kit/package-root.js';
import { startConformingServer } from '../faulty/conforming-server.js';
import { emptyObjectReply, startRawServer } from '../faulty/raw-server.js';
import { parseXml } from './report/parse-xml.js';
import { argumentsFor, makeFolder, removeFolders, runCheck } from './run-check.js';
import { startServer } from './servers.js';
import { longTestMs } from './survey.js';

afterAll(removeFolders);

/** A few quick requirements of each resource. */
const some = 'users.create.*,users.delete.*,products.create.status,auth.api-key.*';

describe('a conforming server', () => {
  test(
    'passes everything, twice in a row, and is left as it was found',
    async () => {
      const server = await startServer();
      const rows = JSON.stringify([server.store.users, server.store.products]);
      for (let run = 1; run <= 2; run += 1) {
        const { code, report, stdout } = await runCheck(argumentsFor(server));
        expect(report?.counts).toMatchObject({ fail: 0, error: 0, blocked: 0, 'not tested': 0 });
        expect(report?.leftovers).toEqual([]);
        expect(stdout).toMatch(
          /The server conforms: all \d+ requirements of class api, profile basic, passed\.\n$/,
        );
        expect(code).toBe(0);
        expect(JSON.stringify([server.store.users, server.store.products])).toBe(rows);
      }
    },
    longTestMs,
  );

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

  test('is not judged where a credential is missing, and the option is named', async () => {
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

test('the reference server is started, checked and ended when no other is named', async () => {
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
  const names = junit.children[0]?.children.map(({ attributes }) => attributes.name);
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

test('the reports leave out requests of passing cases, unless all are to be kept', async () => {
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

  test('is waited for', async () => {
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

  test('leaves a report that says so when the check is stopped', async () => {
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
    expect(stdout).toContain('The run did not finish.');
    expect(report).toMatchObject({ complete: false, conclusion: { answer: 'cannot say' } });
    expect(report?.requirements.length).toBeGreaterThan(100);
  });
});

describe('a faulty server', () => {
  test('is found when the first row out of its order ends a page', async () => {
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

  test('shows one fault as one failure, with all that leads to it', async () => {
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

test('a server that answers now this and now that is unstable', async () => {
  let count = 0;
  const server = await startRawServer((socket) => {
    count += 1;
    if (count % 3 === 0) socket.write('HTTP/1.1 500 Oops\r\nContent-Length: 2\r\n\r\n{}');
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

describe('the operator', () => {
  test('is told of a mistake in one line, with exit code 2', async () => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'touchstone.config.yaml'));
    const mistakes: [string[], string | undefined][] = [
      [['--bse-url', 'x'], undefined],
      [['--base-url', 'h:1'], undefined],
      [['--only', 'users.create.*,nothing.*'], undefined],
      [['--base-url', 'http://h', '--profile', 'basic,bearer'], undefined],
      [['--reports', '/dev/null/reports'], undefined],
      [['--reports', '/proc'], undefined],
      [[], folder],
    ];
    for (const [argv, cwd] of mistakes) {
      const { code, stdout, stderr } = await runCheck(argv, {}, cwd);
      expect(code).toBe(2);
      expect(stdout).toBe('');
      expect(stderr).toMatch(/^touchstone check: .+\n$/);
    }
  });

  test.each([
    ['users.craete.status', 'users.create.status'],
    ['user.create.*', 'users.create.*'],
    ['users.create', 'users.create.*'],
  ])('learns which id was meant by %s', async (given, meant) => {
    const { code, stderr } = await runCheck(['--only', given]);
    expect(code).toBe(2);
    expect(stderr).toContain(`no requirement matches "${given}". Did you mean "${meant}"?`);
  });

  test('learns before the first request that a report cannot be written', async () => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'reports', 'report.html'), { recursive: true });
    const argv = ['--base-url', 'http://127.0.0.1:9', '--wait', '0'];
    const { code, stderr } = await runCheck(argv, {}, folder);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^touchstone check: --reports: .+: report\.html is a folder\.\n$/);
  });

  test('gets the reports even when the history among them cannot be written', async () => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'reports'));
    writeFileSync(join(folder, 'reports', 'history'), '');
    const server = await startServer();
    const argv = [...argumentsFor(server), '--only', 'users.list.status'];
    const { code, stdout, stderr, report } = await runCheck(argv, {}, folder);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^touchstone check: --reports: .+history cannot be written: .+\.\n$/);
    expect(stdout).toContain('The server conforms');
    expect(report?.counts.pass).toBe(1);
  });

  test('learns that the base URL names a part of the paths, too', async () => {
    const server = await startServer();
    const argv = argumentsFor({ ...server, url: `${server.url}/api` });
    const { stderr } = await runCheck([...argv, '--only', 'users.list.status']);
    expect(stderr).toMatch(/^Hint: .+\/api has no \/api\/users/);
    expect(stderr).toContain(`try --base-url ${server.url}\n`);
  });

  test.each([
    ['--api-key', '--inactive-api-key'],
    ['--bearer-token', '--expired-bearer-token'],
  ])('cannot give one value for %s and %s, and it is not shown', async (one, other) => {
    const argv = ['--base-url', 'http://127.0.0.1:9', one, 'same-value', other, 'same-value'];
    const { code, stdout, stderr } = await runCheck(argv);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe(
      `touchstone check: ${one} and ${other} are the same: a server must accept one and reject the other.\n`,
    );
  });

  test('can see what would be checked, without a request', async () => {
    const argv = ['--base-url', 'http://127.0.0.1:9', '--list', '--only', 'users.create.status'];
    const { code, stdout, report } = await runCheck(argv);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^users\.create\.status {2}must {2}§4\.1 POST: /);
    expect(stdout).toContain('\n1 requirement of class api, profile basic\n');
    expect(report).toBeUndefined();
  });

  test('can give everything in a file and the environment', async () => {
    const server = await startServer();
    const folder = makeFolder();
    writeFileSync(
      join(folder, 'touchstone.config.yaml'),
      `base-url: ${server.url}\nonly: users.read.*\n`,
    );
    const { code, report } = await runCheck([], { env: { TOUCHSTONE_SEED: '7' } }, folder);
    expect(report).toMatchObject({ seed: 7, target: { url: server.url } });
    expect(code).toBe(0);
  });

  test('sees progress on a terminal, and in color unless that is unwanted', async () => {
    const server = await startServer();
    const argv = [...argumentsFor(server), '--only', some];
    const colored = await runCheck(argv, { terminal: true });
    expect(colored.stdout).toMatch(
      /\d+ of \d+ requirements · 0 failed cases · \d+ requests\/s · \d+\.\d s/,
    );
    expect(colored.stdout).toContain('\u001b[32mThe server conforms');
    const plain = await runCheck(argv, { terminal: true, env: { NO_COLOR: '1' } });
    expect(plain.stdout).not.toContain('\u001b[32m');
    const logged = await runCheck(argv, { terminal: true, env: { CI: 'true', NO_COLOR: '1' } });
    for (const sign of ['\r', '\u001b']) expect(logged.stdout).not.toContain(sign);
  });

  test('finds no secret in anything that is written', async () => {
    const server = await startServer({ fault: 'an inactive key is accepted' });
    const argv = [
      ...argumentsFor(server),
      '--header',
      'X-Gateway: gateway-secret-1',
      '--only',
      'auth.*',
    ];
    const { stdout, stderr, file, code } = await runCheck(argv);
    expect(code).toBe(1);
    const written = ['report.json', 'report.html', 'junit.xml', 'summary.md'].map(file);
    const everything = [stdout, stderr, ...written].join('\n').toLowerCase();
    const { 'api-key': apiKey, 'inactive-api-key': inactiveApiKey } = server.credentials;
    for (const secret of [apiKey, inactiveApiKey, 'gateway-secret-1']) {
      expect(everything).not.toContain(secret.slice(1, -1).toLowerCase());
    }
    expect(stdout).toContain('"X-API-Key: $TOUCHSTONE_INACTIVE_API_KEY"');
  });

  test('gets a summary and annotations in GitHub Actions', async () => {
    const server = await startServer({ fault: 'an inactive key is accepted' });
    const summary = join(makeFolder(), 'summary.md');
    writeFileSync(summary, 'before\n');
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
    const argv = [...argumentsFor(server), '--only', 'auth.api-key.inactive'];
    const { stdout, file } = await runCheck(argv, { env });
    expect(stdout).toMatch(
      /^::error title=auth\.api-key\.inactive::.+%0AGET \S+ → 200%0Astatus: expected 401/m,
    );
    expect(file('summary.md')).toContain('does not conform');
  });
});
