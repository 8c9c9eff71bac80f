/** What the operator of a check is told, and can choose. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { argumentsFor, makeFolder, removeFolders, runCheck } from './run-check.js';
import { startServer } from './servers.js';

afterAll(removeFolders);

/** A few quick requirements of each resource. */
const some = 'users.create.*,users.delete.*,products.create.status,auth.api-key.*';

describe('the operator', () => {
  test('gets a message of one line for a mistake, with exit code 2', async () => {
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
    expect(stderr).toContain(`use --base-url ${server.url}\n`);
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
});

describe('the operator of a run', () => {
  test('can list the requirements without a request', async () => {
    const argv = ['--base-url', 'http://127.0.0.1:9', '--list', '--only', 'users.create.status'];
    const { code, stdout, report } = await runCheck(argv);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^users\.create\.status {2}must {2}§4\.1 POST: /);
    expect(stdout).toContain('\n1 requirement of class api, profile basic\n');
    expect(report).toBeUndefined();
  });

  test('can give all options in a file and the environment', async () => {
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

  test('sees progress on a terminal, and in colour unless that is unwanted', async () => {
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

  test('finds no secret in any output', async () => {
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
