/** Credentials that a suite obtains by a login. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: suites have such places
import { describe, expect, test } from 'vitest';
import { type CheckRunResult, makeFolder, runCommand } from '../conformance/run-check.js';
import {
  checkAccounts,
  formsOf,
  startForEachTest,
  textsOf,
  writeAccountSuite,
} from './account-server.js';

const server = startForEachTest();

const login = `credentials:
  user: { help: the name of an account }
  password: { help: its password }
  token:
    help: a token of a session
    header: "Authorization: Bearer \${value}"
    login:
      request: POST /login
      json: { name: "\${credential:user}", password: "\${credential:password}" }
      token: $.session.token
`;

const scenarios = `
  @req:api.version
  Scenario: Version
    When I send GET /version
    Then the status is 200

  @req:api.whoami
  Scenario: Who
    Given I use the credential token
    When I send GET /whoami
    Then the status is 200
    And $.token is "${'${credential:token}'}"

  @req:api.whoami.again
  Scenario Outline: Who <case>
    Given I use the credential token
    When I send GET /whoami?<case>
    Then the status is 204

    Examples:
      | case |
      | a    |
      | b    |
`;

const ada = ['--user', 'ada', '--password', 'p4ssw0rd!'];

async function check(suite: string, argv: readonly string[], cwd = makeFolder()) {
  return await checkAccounts(server, suite, argv, cwd);
}

const verdicts = ({ report }: CheckRunResult) =>
  Object.fromEntries((report?.requirements ?? []).map(({ id, verdict }) => [id, verdict]));

describe('a credential with a login', () => {
  test('is obtained once, for all scenarios that use it', async () => {
    const result = await check(writeAccountSuite(login, scenarios), ada);
    expect(verdicts(result)).toEqual({
      'api.version': 'pass',
      'api.whoami': 'pass',
      'api.whoami.again': 'fail',
    });
    expect(server.requests.filter((one) => one === 'POST /login')).toHaveLength(1);
  });

  test('is in no report, in no encoding, and commands name its variable', async () => {
    const cwd = makeFolder();
    const result = await check(writeAccountSuite(login, scenarios), ada, cwd);
    const texts = textsOf(result, cwd);
    expect(texts.length).toBeGreaterThan(8);
    for (const text of texts) {
      for (const form of [...formsOf(server.tokens[0] ?? ''), 'p4ssw0rd']) {
        expect(text).not.toContain(form);
      }
    }
    const failed = result.report?.requirements.find(({ verdict }) => verdict === 'fail');
    const [exchange] = failed?.cases[0]?.exchanges ?? [];
    expect(exchange?.curl).toContain('"Authorization: Bearer $TOUCHSTONE_ISSUED_TOKEN"');
    expect(exchange?.response?.body).toContain('${TOUCHSTONE_ISSUED_TOKEN_BASE64}');
    expect(result.stdout).toContain(
      "export TOUCHSTONE_ISSUED_TOKEN='the token in the answer to a login'",
    );
  });

  test.each([
    ['a header', 'X-Api-Key: ${value}', '${header:X-Auth-Token}'],
    ['a cookie', 'Cookie: session=${value}', '${cookie:session}'],
  ])('can come from %s, and is in no report', async (_where, header, token) => {
    const cwd = makeFolder();
    const other = login
      .replace('Authorization: Bearer ${value}', header)
      .replace('$.session.token', `"${token}"`);
    const steps = scenarios.replace(/.*And \$\.token is .*\n/, '');
    const result = await check(writeAccountSuite(other, steps), ada, cwd);
    expect(verdicts(result)).toEqual({
      'api.version': 'pass',
      'api.whoami': 'pass',
      'api.whoami.again': 'fail',
    });
    for (const text of textsOf(result, cwd)) {
      for (const form of formsOf(server.tokens[0] ?? '')) expect(text).not.toContain(form);
    }
  });

  test('names a cookie that the login does not set', async () => {
    const other = login.replace('$.session.token', '"${cookie:sid}"');
    const result = await check(writeAccountSuite(other, scenarios), ada);
    const [, row] = result.report?.requirements ?? [];
    expect(row).toMatchObject({
      verdict: 'blocked',
      reason: expect.stringContaining(
        'POST /login was answered with 200: cookie sid: expected a value, observed nothing',
      ),
    });
  });

  test('is not requested when the operator gives it', async () => {
    const { url } = server;
    const body = JSON.stringify({ name: 'ada', password: 'p4ssw0rd!' });
    const headers = { 'Content-Type': 'application/json' };
    await fetch(`${url}/login`, { method: 'POST', headers, body });
    const given = ['--token', server.tokens[0] ?? ''];
    const result = await check(writeAccountSuite(login, scenarios), given);
    expect(verdicts(result)).toMatchObject({ 'api.whoami': 'pass' });
    expect(server.requests.filter((one) => one === 'POST /login')).toHaveLength(1);
  });
});

describe('a credential without a successful login', () => {
  test('blocks all scenarios that use it, and names the failed request', async () => {
    const cwd = makeFolder();
    const wrong = ['--user', 'ada', '--password', 'wr0ng-passw0rd'];
    const result = await check(writeAccountSuite(login, scenarios), wrong, cwd);
    expect(verdicts(result)).toEqual({
      'api.version': 'pass',
      'api.whoami': 'blocked',
      'api.whoami.again': 'blocked',
    });
    const reason = 'the credential "token" is missing: POST /login was answered with 401';
    const blocked = result.report?.requirements.find(({ id }) => id === 'api.whoami');
    expect(blocked).toMatchObject({ reason, blockedBy: null });
    expect(blocked?.cases[0]?.exchanges).toMatchObject([
      { request: { method: 'POST', url: `${server.url}/login` }, response: { status: 401 } },
    ]);
    expect(result.stdout).toContain(`2 requirements could not be judged (${reason})`);
    expect(result.code).toBe(3);
    for (const text of textsOf(result, cwd)) expect(text).not.toContain('wr0ng-passw0rd');
  });

  test.each([
    ['$.token', 'body.token: expected a value, observed nothing'],
    ['$.session', 'body.session: expected a token, observed {"token":"$TOUCHSTONE_ISSUED_1"}'],
  ])('blocks when the answer has no token at %s', async (path, message) => {
    const suite = writeAccountSuite(login.replace('$.session.token', path), scenarios);
    const { report } = await check(suite, ada);
    expect(report?.requirements.find(({ id }) => id === 'api.whoami')).toMatchObject({
      verdict: 'blocked',
      reason: `the credential "token" is missing: POST /login was answered with 200: ${message}`,
    });
  });

  test('is missing without the credentials that its login needs', async () => {
    const result = await check(writeAccountSuite(login, scenarios), ['--user', 'ada']);
    expect(result.report?.requirements.find(({ id }) => id === 'api.whoami')).toMatchObject({
      verdict: 'not tested',
      option: '--password',
    });
    expect(server.requests).not.toContain('POST /login');
  });

  test('is not requested by a run that may change nothing', async () => {
    const suite = writeAccountSuite(login, scenarios);
    const { report } = await check(suite, [...ada, '--read-only']);
    expect(report?.requirements.find(({ id }) => id === 'api.whoami')).toMatchObject({
      verdict: 'not tested',
      reason: '--read-only: POST /login was not sent',
    });
    expect(server.requests).not.toContain('POST /login');
  });
});

const registration = `credentials:
  token:
    help: a token of a session
    header: "Authorization: Bearer \${value}"
    login:
      request: POST /login
      form: { name: "\${credential:account}", password: "\${unique:password}" }
      token: $.session.token
  account:
    help: the name of an account
    login:
      request: POST /users
      json: { name: "\${unique:name}", password: "\${unique:password}" }
      token: $.name
`;

describe('a credential that a login issued', () => {
  test('can come from a registration and a login', async () => {
    const result = await check(writeAccountSuite(registration, scenarios), []);
    expect(verdicts(result)).toMatchObject({ 'api.whoami': 'pass' });
    expect(server.requests.filter((one) => one.startsWith('POST'))).toEqual([
      'POST /users',
      'POST /login',
    ]);
    expect(server.names).toHaveLength(2);
  });

  test('leaves nothing behind when its login says how to delete what it creates', async () => {
    const cleanup = '      cleanup: DELETE /users/${credential:account}\n';
    const cleaning = registration.replace('token: $.session.token\n', `$&${cleanup}`);
    const { report } = await check(writeAccountSuite(cleaning, scenarios), []);
    expect(report?.leftovers).toEqual([]);
    const [deletion, read] = server.requests.slice(-2);
    expect(deletion).toMatch(/^DELETE \/users\/touchstone-/);
    expect(read).toBe(deletion?.replace('DELETE', 'GET'));
    expect(server.names).toEqual(['ada']);
  });

  test('is obtained again by a replay, which does not print it', async () => {
    const cwd = makeFolder();
    const suite = writeAccountSuite(login, scenarios);
    await check(suite, ada, cwd);
    const argv = ['api.whoami.again', '--suite', suite, ...ada];
    const { code, stdout } = await runCommand('replay', argv, {}, cwd);
    expect(stdout).toContain('Still broken, in the same way.');
    expect(code).toBe(1);
    expect(server.requests.filter((one) => one === 'POST /login')).toHaveLength(2);
    for (const form of formsOf(server.tokens[0] ?? '')) expect(stdout).not.toContain(form);
  });
});

test('lint finds mistakes in logins', async () => {
  const suite = writeAccountSuite(
    `credentials:
  a:
    help: a
    login:
      request: POST /a
      json: { b: "\${credential:b}", c: "\${credential:c}", n: "\${name}" }
      form: { x: 1 }
      token: $[
  b:
    help: b
    login: { request: "POST /b", headers: { A: "\${credential:a}" }, token: "\${unique} \${header:}" }
`,
    scenarios.replaceAll('token', 'a'),
  );
  const { stdout } = await runCommand('lint', [suite], {}, suite);
  const lines = stdout.replaceAll(`${suite}/`, '').split('\n');
  expect(lines.filter((line) => line.startsWith('suite.yaml'))).toEqual([
    'suite.yaml:8: credentials.a.login: there is no credential "c".',
    'suite.yaml:8: credentials.a.login: ${name} has no value in a login.',
    expect.stringMatching(/^suite\.yaml:8: credentials\.a\.login: "\$\[" is not a JSONPath: /),
    'suite.yaml:8: credentials.a.login: json and form exclude each other.',
    'suite.yaml:8: credentials.a.login: the login needs itself: a → b → a.',
    'suite.yaml:15: credentials.b.login: token: ${unique} takes no value from the answer.',
    'suite.yaml:15: credentials.b.login: token: ${header:} takes no value from the answer.',
    'suite.yaml:15: credentials.b.login: the login needs itself: b → a → b.',
  ]);
  const { code, stderr } = await check(suite, []);
  expect(code).toBe(2);
  expect(stderr).toContain('the login needs itself: a → b → a.');
  expect(server.requests).toEqual([]);
});

describe('touchstone clean', () => {
  const creation = `
  @req:api.version
  Scenario: Register
    Given I use the credential token
    When I send POST /users with {"name": "\${unique}", "password": "x"}
    And I clean up with DELETE /users/\${$.name}
    Then the status is 201
`;

  test('deletes last what its login creates, with which everything else is deleted', async () => {
    const cleanup = '      cleanup: DELETE /users/${credential:account}\n';
    const cleaning = registration.replace('token: $.session.token\n', `$&${cleanup}`);
    const [suite, cwd] = [writeAccountSuite(cleaning, creation), makeFolder()];
    const { report } = await check(suite, ['--token', 'expired', '--account', 'ada'], cwd);
    const left = report?.leftovers.map(({ deletion }) => `DELETE ${deletion?.path}`) ?? [];
    expect(left).toHaveLength(1);
    const { length } = server.requests;
    const argv = ['reports/report.json', '--suite', suite];
    const cleaned = await runCommand('clean', argv, {}, cwd);
    expect([cleaned.stdout, cleaned.code]).toEqual(['server: 1 row deleted, 0 left\n', 0]);
    const deletions = server.requests.slice(length).filter((one) => one.startsWith('DELETE'));
    expect(deletions).toHaveLength(2);
    expect(deletions[0]).toBe(left[0]);
    expect(server.names).toEqual(['ada']);
  });

  test('logs in before it deletes what a check could not delete', async () => {
    const [suite, cwd] = [writeAccountSuite(login, creation), makeFolder()];
    const { report } = await check(suite, ['--token', 'expired'], cwd);
    expect(report?.leftovers).toMatchObject([{ reason: 'DELETE was answered with 401' }]);
    expect(server.names).toHaveLength(2);
    const argv = ['reports/report.json', '--suite', suite, ...ada];
    expect(await runCommand('clean', argv, {}, cwd)).toMatchObject({ code: 0, stderr: '' });
    expect(server.names).toEqual(['ada']);
  });
});
