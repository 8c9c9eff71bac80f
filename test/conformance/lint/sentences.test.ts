// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sentences have such places
import { afterAll, describe, expect, test } from 'vitest';
import { packageFile } from '../../../kit/package-root.js';
import { removeFolders, runCommand } from '../run-check.js';
import { mistakes } from '../sentences/mistakes.js';
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
${steps}    Then the header X-None is absent

  @req:lamp.switch.off
  Scenario: Off
    When I send GET /
    Then the body is empty
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
      'no use of a value that a mistaken sentence would remember',
      lines('Given I remember the SHA1 of "a" as "digest"', 'When I send GET /${digest}'),
      [
        expect.stringMatching(
          /^features\/lamp\.feature:4: no sentence matches "I remember the SHA1/,
        ),
      ],
    ],
    [
      'a condition before the first request, unless it is one of remembered values',
      lines(
        'Given I remember 1 as "level"',
        'And the requirement applies only if ${level} is 2',
        'And the requirement applies only if the status is 200',
        'When I send GET /',
      ),
      ['features/lamp.feature:6: there is no answer yet: no step before this one receives one.'],
    ],
    [
      'no value of a clean-up that a later step remembers, and none in its request',
      lines(
        'Given what POST /${any}/lamps creates is cleaned up with DELETE /${room}/${lamp}/${$.id}',
        'And I remember 1 as "room"',
        'When I send POST /${room}/lamps with {"name": "${unique}"}',
      ),
      ['features/lamp.feature:4: nothing is remembered as "lamp" before this step.'],
    ],
    [
      'JSON that cannot be read',
      lines('When I send PATCH /${unique} with', '  """', '  {"a": ${unique},}', '  """'),
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

test('each mistake in a sentence by which a run would end is found', async () => {
  const scenarios = mistakes.map(
    ([steps], index) => `  @req:lamp.switch.on\n  Scenario: Mistake ${index}\n${steps}\n`,
  );
  const feature = `Feature: Mistakes\n${scenarios.join('')}`;
  const findings = await findingsIn({
    'steps/lamp.steps.js': undefined,
    'suite.yaml': suite,
    'features/lamp.feature': feature,
  });
  const found = findings.map((one) => Number(/^features\/lamp\.feature:(\d+): /.exec(one)?.[1]));
  const written = feature.split('\n');
  const heads = [...written.keys()].filter((line) => written[line]?.startsWith('  Scenario:'));
  const missed = heads.filter((head, index) => {
    const end = heads[index + 1] ?? written.length;
    return !found.some((line) => line > head + 1 && line <= end);
  });
  expect(missed.map((head) => written.slice(head + 1, head + 3))).toEqual([]);
});

test('a scenario without a judgement is noted, once for all rows of an outline', async () => {
  const color = '  - id: lamp.color.default\n    level: open\n    statement: Which color has it?\n';
  const findings = await findingsIn({
    'requirements.yaml': `${soundSuite['requirements.yaml']}${color}`,
    'steps/lamp.steps.js': undefined,
    'suite.yaml': suite,
    'features/lamp.feature': `Feature: Lamp
  @req:lamp.switch.on
  Scenario Outline: <path>
    Given I use no credential
    When I send GET <path>
    And the requirement applies only if the status is 200
    Examples:
      | path |
      | /a   |
      | /b   |

  @req:lamp.switch.off
  Scenario: Recorded
    When I send GET /
    Then the answer is recorded

  @req:lamp.color.default
  Scenario: Recorded, and observed
    When I send GET /
    Then whether the status is 200 is recorded

  @req:lamp.switch.off
  Scenario: A value must be there
    When I send GET /
    And I remember $.id as "id"

  @req:lamp.switch.off
  Scenario: A state is awaited
    When I send GET / for up to 1 second until the status is 200
`,
  });
  expect(findings).toEqual([
    'features/lamp.feature:3: the scenario judges nothing: it passes whatever the server answers.',
    'features/lamp.feature:13: the scenario only records: it passes whatever the server answers, unless its requirement has "level: open".',
  ]);
});

test('a target that no sentence holds is not released', async () => {
  const release = 'And other scenarios run again';
  expect(await findingsFor(lines('When I send GET /', release))).toEqual([
    'features/lamp.feature:5: no step before this one holds the target.',
  ]);
});

test('sentences without a mistake are not accused', async () => {
  const steps = lines(
    'Given I remember {"name": "#sent"} as "lamp"',
    'And ${lamp} is {"name": "##sent"}',
    'And no other scenario runs from here on',
    'When I send GET /lamps with the query:',
    '  | name | ${lamp} |',
    'Then the body matches:',
    '  """',
    '  {"a": ["#every", "#integer?"], "b": ${lamp}, "c": "#/^a+$/"}',
    '  """',
    'And $.a contains "#1"',
    'And whether every element of $.a matches "#integer or #null" is recorded',
    'And I remember $.a as "a"',
    'And I send PATCH /lamps/${unique} with ${lamp} without $.items[${a}]',
    'And other scenarios run again',
  );
  expect(await findingsFor(steps)).toEqual([]);
});

describe('requests that create rows', () => {
  const note = (line: number, request: string) =>
    `features/lamp.feature:${line}: ${request} creates rows, and nothing tells how to delete them: add "what ${request} creates is cleaned up with DELETE …", or exclude the request.`;
  const create = 'When I send POST /lamps with {"name": "${unique}"}';

  test.each([
    ['JSON', [create], 'POST /lamps'],
    [
      'a text',
      ['When I send POST /lamps with', '  """', '  {"a": "${unique}"}', '  """'],
      'POST /lamps',
    ],
    ['a form', ['When I send POST /lamps?x with the form', '  | a | ${unique} |'], 'POST /lamps'],
    ['PUT', ['When I send PUT /lamps/${unique} with {}'], 'PUT /lamps/${unique}'],
    ['a success', [create, 'Then the status is 201 or 422'], 'POST /lamps'],
    [
      'a header',
      ['Given I set the header X-Title to "${unique}"', 'When I send POST /lamps'],
      'POST /lamps',
    ],
    [
      'a header with a remembered value',
      [
        'Given I remember the base64 of "${unique}" as "title"',
        'And I set the headers:',
        '  | X-Title | name ${title} |',
        'When I send POST /lamps',
      ],
      'POST /lamps',
    ],
    [
      'a rule for others',
      ['Given what POST /lights creates is cleaned up with DELETE /lights/${$.id}', create],
      'POST /lamps',
    ],
  ])('are noted once without a clean-up: %s', async (_name, steps, request) => {
    const line = steps.findIndex((one) => one.includes('I send')) + 4;
    expect(await findingsFor(lines(...steps, ...steps))).toEqual([note(line, request)]);
  });

  test('are not noted where a list shows what they create', async () => {
    const resources = `resources:\n  lamps: {item: '/lamps/\${id}', list: '/lamps?page=\${page}', members: [name]}\n`;
    const more = { 'suite.yaml': suite + resources };
    expect(await findingsFor(lines(create), more)).toEqual([]);
  });

  test.each([
    ['a rule', ['Given what POST /lamps creates is cleaned up with DELETE /lamps/${$.id}', create]],
    [
      'a rule with any segment',
      [
        'Given what POST /${unique:x}/lamps creates is cleaned up with DELETE /a/lamps/${$.id}',
        'When I send POST /${unique}/lamps with {"name": "${unique}"}',
      ],
    ],
    [
      'a rule with the path of a parameter',
      ['Given what POST ${parameter:name} creates is cleaned up with DELETE /x/${$.id}', create],
    ],
    ['a clean-up', [create, 'And I clean up with DELETE /lamps/${$.id}']],
    ['its deletion', [create, 'When I send DELETE /lamps/${$.id}']],
    ['a rejection', [create, 'Then the status is a client error']],
    ['another rejection', [create, 'Then the status is not 201']],
    [
      'no value',
      [
        'When I send POST /lamps with {"name": "a"}',
        'When I send PUT /lamps/1 with {}',
        'Then the status is 404',
      ],
    ],
    [
      'constant bytes',
      [
        'Given I remember the bytes "00 ff" as "content"',
        'When I send POST /lamps as a/b with ${content}',
      ],
    ],
    [
      'a header that was dropped',
      [
        'Given I set the header X-Title to "${unique}"',
        'And I drop the header X-Title',
        'When I send POST /lamps',
      ],
    ],
    [
      'a header that puts another method in the place of POST',
      [
        'Given I set the header X-Title to "${unique}"',
        'And I set the header X-HTTP-Method-Override to "PATCH"',
        'When I send POST /lamps/1',
      ],
    ],
    ['given values', ['When I send POST /login with {"name": "${parameter:name}"}']],
  ])('are not noted with %s', async (_name, steps) => {
    const parameter = 'parameters:\n  name: { help: a name, default: /lamps }\n';
    expect(await findingsFor(lines(...steps), { 'suite.yaml': suite + parameter })).toEqual([]);
  });

  test('are not noted when an exclusion names them', async () => {
    const exclusion =
      'exclusions:\n  - requests: ["POST /lamps/{id}/bulbs"]\n    reason: They go with the lamp.\n';
    const steps = lines('When I send POST /lamps/${unique}/bulbs with {"name": "${unique}"}');
    const requirements = soundSuite['requirements.yaml'] + exclusion;
    expect(await findingsFor(steps, { 'requirements.yaml': requirements })).toEqual([]);
  });
});

test('the suite of Todo-Backend lints clean', async () => {
  const folder = packageFile('examples', 'suites', 'todo');
  const { stdout } = await runCommand('lint', [folder], {}, folder);
  expect(stdout).toBe('No problems found.\n');
});
