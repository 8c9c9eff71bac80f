/** Preparation that scenarios of a feature or a rule have in common. */
import { expect, test } from 'vitest';
import { runCheck } from '../conformance/run-check.js';
import { startForEachTest, writeAccountSuite } from './account-server.js';

const server = startForEachTest();

/** Three scenarios, of which one is in a rule with a Background of its own. */
const feature = (inFeature: string, inRule: string) => `
  Background:
    Given I send POST /login with {"name": "ada", "password": "p4ssw0rd!"}
    And ${inFeature}

  @req:api.whoami.again
  Scenario: One
    And I use \${token} as bearer token
    When I send GET /whoami
    Then the status is 200

  @req:api.whoami.again
  Scenario Outline: Some <query>
    Given I use \${token} as bearer token
    When I send GET /whoami?<query>
    Then the status is 200

    Examples:
      | query |
      | a     |

  Rule: A version
    Background:
      Given I send GET ${inRule}

    @req:api.whoami.again
    Scenario: Other
      Given I use \${token} as bearer token
      When I send GET /whoami
      Then the status is 200
`;

async function verdicts(inFeature: string, inRule: string) {
  const suite = writeAccountSuite('', feature(inFeature, inRule));
  const { report } = await runCheck(['--suite', suite, '--base-url', server.url]);
  const row = report?.requirements.find(({ id }) => id === 'api.whoami.again');
  return row?.cases.map(({ verdict, reason }) => [verdict, reason]);
}

const remember = 'I remember $.session.token as "token"';

test('each scenario has its own preparation by the Background', async () => {
  expect(await verdicts(remember, '/version')).toEqual([
    ['pass', null],
    ['pass', null],
    ['pass', null],
  ]);
  expect(server.requests.filter((one) => one === 'POST /login')).toHaveLength(3);
});

test('a Background that fails blocks its scenarios, and no others', async () => {
  const missing = 'body.token: expected a value, observed nothing';
  expect(await verdicts('I remember $.token as "token"', '/version')).toEqual([
    ['blocked', missing],
    ['blocked', missing],
    ['blocked', missing],
  ]);
  expect(await verdicts(remember, '/whoami')).toEqual([
    ['pass', null],
    ['pass', null],
    ['blocked', 'GET /whoami was answered with 401, but the scenario needs a success'],
  ]);
});
