// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sentences have such places
import { afterAll, describe, expect, test } from 'vitest';
import { packageFile } from '../../../kit/package-root.js';
import { removeFolders, runCommand } from '../run-check.js';
import { findingsIn, soundSuite } from './suite-folder.js';

afterAll(removeFolders);

const suite = (soundSuite['suite.yaml'] ?? '').replace('steps: steps\n', '');
const lines = (...steps: readonly string[]) => steps.map((step) => `    ${step}\n`).join('');

/** The findings for a suite whose first scenario has these steps. */
function findingsFor(steps: string, more: Readonly<Record<string, string>> = {}) {
  return findingsIn({
    'steps/lamp.steps.js': undefined,
    'suite.yaml': suite,
    'features/lamp.feature': `Feature: Lamp
  @req:lamp.switch.on
  Scenario: On
${steps}
  @req:lamp.switch.off
  Scenario: Off
    When I send GET /
`,
    ...more,
  });
}

describe('in ready-made sentences, a finding names', () => {
  test.each([
    [
      'a credential that the suite does not have',
      lines('Given I use the credential tokn', 'When I send GET /${credential:key}'),
      [
        'features/lamp.feature:4: suite.yaml has no credential "tokn".',
        'features/lamp.feature:5: suite.yaml has no credential "key".',
      ],
    ],
    [
      'a value that nothing remembers before',
      lines(
        'When I send GET /${id}/${unique}/$${x}',
        'And I remember $.id as "id"',
        'And I send GET /${id}',
      ),
      ['features/lamp.feature:4: nothing is remembered as "id" before this step.'],
    ],
    [
      'JSON that cannot be read',
      lines('When I send POST / with', '  """', '  {"a": ${unique},}', '  """'),
      [expect.stringMatching(/^features\/lamp\.feature:4: The JSON cannot be read: /)],
    ],
    [
      'a request that prepares for a requirement without needs',
      lines('Given I use no credential', 'And I send GET /', 'When I send GET /a'),
      [
        'features/lamp.feature:5: the step sends a request that prepares: the needs of lamp.switch.on must name the requirement that it relies on.',
      ],
    ],
  ])('%s', async (_name, steps, expected) => {
    expect(await findingsFor(steps)).toEqual(expected);
  });

  test('operations and answers that none of them names', async () => {
    const openapi = `openapi: 3.0.3
info: {title: Lamps, version: "1"}
paths:
  /:
    get: {responses: {"200": {description: Home}}}
  /lamps/{id}:
    get:
      responses:
        "200": {description: A lamp}
        "404": {description: None}
    delete: {responses: {"204": {description: Gone}}}
`;
    const findings = await findingsFor(
      lines('When I send GET /lamps/${unique}', 'Then the status is a client error'),
      { 'openapi.yaml': openapi, 'suite.yaml': `${suite}openapi: openapi.yaml\n` },
    );
    expect(findings).toEqual([
      'openapi.yaml:5: GET /: no scenario demands the answer 200.',
      'openapi.yaml:9: GET /lamps/{id}: no scenario demands the answer 200.',
      'openapi.yaml:11: DELETE /lamps/{id}: no scenario sends such a request.',
    ]);
  });
});

test('the suite of Todo-Backend lints clean', async () => {
  const folder = packageFile('examples', 'suites', 'todo');
  const { stdout } = await runCommand('lint', [folder], {}, folder);
  expect(stdout).toBe('No problems found.\n');
});
