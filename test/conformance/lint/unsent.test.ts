/** Requests that are sent to disposable servers only, and logins, which need no clean-up. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sentences have such places
import { afterAll, expect, test } from 'vitest';
import { removeFolders } from '../run-check.js';
import { findingsIn, soundSuite } from './suite-folder.js';

afterAll(removeFolders);

const login = `credentials:
  token:
    help: a token
    header: "Authorization: Bearer \${value}"
    login:
      request: POST /login
      json: {user: "\${unique}"}
      token: $.token
  key:
    help: a key
    header: "X-Key: \${value}"
`;

/** The notes on a scenario with these steps. */
async function notesOn(steps: string, tags = ''): Promise<readonly string[]> {
  const findings = await findingsIn({
    'steps/lamp.steps.js': undefined,
    'suite.yaml': `${soundSuite['suite.yaml']?.replace('steps: steps\n', '')}${login}`,
    'requirements.yaml': 'requirements:\n  - id: lamp.on\n    statement: It is on.\n',
    'features/lamp.feature': `Feature: Lamp\n  ${tags} @req:lamp.on\n  Scenario: On\n    ${steps.replaceAll('\n', '\n    ')}\n`,
  });
  return findings;
}

test('a request that names no data of the run is noted, with what to do', async () => {
  expect(await notesOn('When I send PUT /user with {"a": 1}\nThen the status is 401')).toEqual([
    'features/lamp.feature:4: PUT /user is sent to disposable servers only, since nothing in it shows whose data it changes: use a path with ${unique} or a value from an answer, or a token from an answer, or tag the scenario @destructive.',
  ]);
});

test.each([
  [
    'with a key of the operator',
    'When I use the credential key\nAnd I send PATCH /user with {}\nThen the status is 200',
    1,
  ],
  [
    'without the token of a login',
    'When I use the credential token\nAnd I use no credential\nAnd I send DELETE /user\nThen the status is 401',
    1,
  ],
  [
    'with the token of a login',
    'When I use the credential token\nAnd I send PUT /user with {}\nThen the status is 200',
    0,
  ],
  ['that finds nothing', 'When I send DELETE /lamps/0\nThen the status is 404', 0],
  ['of a path of the run', 'When I send DELETE /lamps/${unique}\nThen the status is 400', 0],
])('%s: %s', async (_name, steps, count) => {
  expect(await notesOn(steps)).toHaveLength(count);
});

test('@destructive settles it', async () => {
  const steps = 'When I send PUT /user with {"a": 1}\nThen the status is 401';
  expect(await notesOn(steps, '@destructive')).toEqual([]);
});

test('the request of a login needs no clean-up', async () => {
  const steps = (path: string) =>
    `When I send POST ${path} with {"user": "\${unique}"}\nThen the status is 200`;
  expect(await notesOn(steps('/login'))).toEqual([]);
  expect(await notesOn(steps('/users'))).toHaveLength(1);
});
