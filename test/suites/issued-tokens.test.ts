/** Tokens that the server issues within scenarios are in no report. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sentences have such places
import { expect, test } from 'vitest';
import { makeFolder, runCommand } from '../conformance/run-check.js';
import {
  checkAccounts,
  formsOf,
  janesToken,
  startForEachTest,
  textsOf,
  writeAccountSuite,
} from './account-server.js';

const server = startForEachTest();

/** Checks the server and returns everything written, without the marks of the console. */
async function check(suite: string, cwd = makeFolder()) {
  const result = await checkAccounts(server, suite, ['--keep', 'all'], cwd);
  const cases = (result.report?.requirements ?? []).flatMap((row) => row.cases);
  return { ...result, cases, texts: textsOf(result, cwd) };
}

function expectHidden(texts: readonly string[]): void {
  expect(server.tokens.length).toBeGreaterThan(0);
  for (const form of server.tokens.flatMap(formsOf)) {
    for (const text of texts) expect(text).not.toContain(form);
  }
}

const register =
  'Given I send POST /users with {"name": "${unique}", "password": "${unique:password}"}\n' +
  'And I send POST /login with {"name": "${unique}", "password": "${unique:password}"}';

test.each([
  ['Authorization', 'I use ${$.session.token} as bearer token', 'Bearer $TOUCHSTONE_ISSUED_1'],
  ['X-API-Key', 'I set the header X-API-Key to "${$.session.token}"', '$TOUCHSTONE_ISSUED_1'],
])('%s carries a token that reports do not show', async (header, use, shown) => {
  const suite = writeAccountSuite(
    '',
    `
  @req:api.whoami.again
  Scenario: Who
    ${register}
    And ${use}
    When I send GET /whoami
    Then the status is 204`,
  );
  const { cases, texts } = await check(suite);
  expectHidden(texts);
  const [, login, last] = cases[0]?.exchanges ?? [];
  expect(login?.response?.body).toBe('{"session":{"token":"$TOUCHSTONE_ISSUED_1"}}');
  expect(last?.request.headers[header]).toBe(shown);
  expect(last?.curl).toContain(`-H "${header}: ${shown}"`);
  expect(cases[0]?.verdict).toBe('fail');
});

test('a cookie carries a token that reports do not show, and its attributes stay', async () => {
  const suite = writeAccountSuite(
    '',
    `
  @req:api.whoami.again
  Scenario: Who
    ${register}
    And I remember the header Set-Cookie as "cookie"
    And I set the header Cookie to "\${cookie}"
    When I send GET /whoami
    Then the status is 204`,
  );
  const { cases, texts } = await check(suite);
  expectHidden(texts);
  const last = cases[0]?.exchanges.at(-1);
  expect(last?.response?.status).toBe(200);
  expect(last?.request.headers.Cookie).toBe('session=$TOUCHSTONE_ISSUED_1; Path=/; HttpOnly');
});

test('a token is hidden in scenarios that end before another one uses it', async () => {
  const login = 'I send POST /login with {"name": "ada", "password": "p4ssw0rd!"}';
  const suite = writeAccountSuite(
    '',
    `
  @req:api.whoami @first
  Scenario: Login
    When ${login}
    Then $.session.token is "none"

  @req:api.whoami.again
  Scenario: Who
    Given ${login}
    And I use \${$.session.token} as bearer token
    When I send GET /whoami
    Then the status is 204`,
  );
  const cwd = makeFolder();
  const { cases, texts } = await check(suite, cwd);
  expectHidden(texts);
  expect(cases.map(({ verdict }) => verdict)).toEqual(['fail', 'fail']);
  expect(cases[0]?.mismatches[0]?.observed).toBe('"$TOUCHSTONE_ISSUED_1"');
  for (const id of ['api.whoami', 'api.whoami.again']) {
    const { stdout } = await runCommand('replay', [id, '--suite', suite], {}, cwd);
    expect(stdout).toContain('Still broken, in the same way.');
    if (id === 'api.whoami.again') expectHidden([stdout]);
  }
});

test('a token that scenarios share is hidden in those that did not request it', async () => {
  const steps = `import { Given } from 'touchstone';
Given('the shared session is made', async function () {
  this.token = await this.run.shared.use('session', async () => {
    const json = { name: 'ada', password: 'p4ssw0rd!' };
    const { response } = await this.send({ method: 'POST', path: '/login', json });
    return { token: JSON.parse(response.body).session.token };
  });
});
Given('it is used', function () {
  this.setHeader('Authorization', 'Bearer ' + this.token.token);
});
`;
  const suite = writeAccountSuite(
    'steps: steps\n',
    `
  @req:api.whoami @first
  Scenario: Login
    Given the shared session is made
    When I send GET /version
    Then the status is 200

  @req:api.whoami.again
  Scenario: Who
    Given the shared session is made
    And it is used
    When I send GET /version
    Then the status is 200`,
    { 'steps/session.steps.mjs': steps },
  );
  const { cases, texts } = await check(suite);
  expectHidden(texts);
  expect(cases.map(({ exchanges }) => exchanges.length)).toEqual([2, 1]);
});

test.each([true, false])(
  'a token that contains a credential is hidden whole; the name is secret: %s',
  async (secret) => {
    const account = '{"name": "${credential:user}", "password": "${unique:password}"}';
    const suite = writeAccountSuite(
      `credentials:\n  user: {help: a user, secret: ${secret}}\n`,
      `
  @req:api.whoami.again
  Scenario: Who
    Given I send POST /users with ${account}
    And I send POST /login with ${account}
    And I use \${$.session.token} as bearer token
    When I send GET /whoami
    Then $.token is "\${credential:user}"`,
    );
    const cwd = makeFolder();
    const options = ['--keep', 'all', '--user', 'jane-doe'];
    const result = await checkAccounts(server, suite, options, cwd);
    const [one] = result.report?.requirements.flatMap(({ cases }) => cases) ?? [];
    expect(one?.exchanges[0]?.response?.body).toContain(secret ? '$TOUCHSTONE_USER' : 'jane-doe');
    expect(one?.exchanges[1]?.response?.body).toBe('{"session":{"token":"$TOUCHSTONE_ISSUED_1"}}');
    expect(one?.mismatches[0]?.observed).toBe('"$TOUCHSTONE_ISSUED_1"');
    for (const text of textsOf(result, cwd)) {
      if (secret) expect(text).not.toContain('jane-doe');
      for (const part of janesToken.split('.')) expect(text).not.toContain(part);
    }
  },
);

test('a made-up credential is shown: no answer contains it', async () => {
  const suite = writeAccountSuite(
    '',
    `
  @req:api.whoami
  Scenario: Who
    Given I use "made-up-token" as bearer token
    When I send GET /whoami
    Then the status is 403`,
  );
  const { cases } = await check(suite);
  expect(cases[0]?.exchanges[0]?.request.headers.Authorization).toBe('Bearer made-up-token');
});
