/** Output of a run for outline rows and for errors in a small suite. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder, removeFolders, runCheck, runCommand } from '../conformance/run-check.js';
import { startTodoServer } from './todo-server.js';

afterAll(removeFolders);

/** Writes a suite with one requirement, these scenarios and steps. */
function writeSmallSuite(scenarios: string, steps?: string): string {
  const folder = makeFolder();
  const requirement = '{ id: small.rule, statement: The server conforms. }';
  mkdirSync(join(folder, 'features'));
  writeFileSync(
    join(folder, 'suite.yaml'),
    `name: small\ntitle: Small\nrequirements: r.yaml\nfeatures: features\n${steps ? 'steps: steps' : ''}\n`,
  );
  if (steps !== undefined) {
    mkdirSync(join(folder, 'steps'));
    writeFileSync(join(folder, 'steps', 'small.steps.mjs'), steps);
  }
  writeFileSync(join(folder, 'r.yaml'), `requirements: [${requirement}]\n`);
  writeFileSync(join(folder, 'features', 'small.feature'), `Feature: Small\n${scenarios}\n`);
  return folder;
}

/** Checks the Todo-Backend server by a suite with one requirement, these scenarios and steps. */
async function checkBy(scenarios: string, steps?: string) {
  const folder = writeSmallSuite(scenarios, steps);
  const server = await startTodoServer();
  try {
    return await runCheck(['--suite', folder, '--base-url', server.url, '--disposable']);
  } finally {
    await server.close();
  }
}

test('a run reports an outline per row, with the cells and the answer', async () => {
  const { code, stdout, report, file } = await checkBy(`
  @req:small.rule
  Scenario Outline: A <kind> is <status>
    When I send POST / with <body>
    Then the status is <status>

    Examples:
      | kind   | body             | status |
      | number | {"title": 7}     | 400    |
      | null   | {"title": null}  | 422    |
      | text   | {"title": "a b"} | 201    |`);
  expect(code).toBe(1);
  expect(stdout).toContain('POST / → 400');
  expect(stdout).toContain('features/small.feature:11 (null | {"title": null} | 422)\n');
  const cases = report?.requirements[0]?.cases ?? [];
  expect(cases.map(({ row, verdict }) => [row, verdict]).sort()).toEqual([
    ['null | {"title": null} | 422', 'fail'],
    ['number | {"title": 7} | 400', 'pass'],
    ['text | {"title": "a b"} | 201', 'pass'],
  ]);
  expect(file('report.html')).toContain('A null is 422: null | {&quot;title&quot;: null} | 422');
});

test('a mistake of the suite ends a replay with 2, as it ends a check', async () => {
  const scenario = (then: string) =>
    `@req:small.rule\nScenario: It is listed\nWhen I send GET /\nThen ${then}`;
  const server = await startTodoServer();
  const cwd = makeFolder();
  const against = (then: string) => {
    const suite = writeSmallSuite(scenario(then));
    return ['--suite', suite, '--base-url', server.url, '--disposable'];
  };
  try {
    expect((await runCheck(against('the status is 404'), {}, cwd)).code).toBe(1);
    const argv = ['small.rule', ...against('whether it rains is recorded')];
    const { code, stdout } = await runCommand('replay', argv, {}, cwd);
    expect(stdout).toContain('Cannot say: error in the suite: features/small.feature:5: ');
    expect(code).toBe(2);
  } finally {
    await server.close();
  }
});

test('a mistake that only the run finds is an error, not a failure', async () => {
  const { code, stdout, report } = await checkBy(`
  @req:small.rule
  Scenario: It is listed
    When I send POST / with {} in which $.a.b is 1
    Then the status is 400`);
  const place = 'features/small.feature:5: "I send POST / with {} in which $.a.b is 1"';
  expect(stdout).toContain(`error in the suite: ${place}: "$.a.b" is not a member of the body`);
  expect(stdout).not.toContain('Touchstone itself');
  expect(report?.counts).toMatchObject({ fail: 0, error: 1 });
  expect(code).toBe(2);
  expect(stdout).not.toContain('did not finish');
});

test('a check refuses a suite with an unknown sentence inside another one', async () => {
  const { code, stderr, report } = await checkBy(`
  @req:small.rule
  Scenario: It is listed
    When I send GET /
    Then whether it rains is recorded`);
  expect(stderr).toMatch(
    /features\/small\.feature:6: "it rains" is not a ready-made sentence that judges an answer\.\n$/,
  );
  expect(report).toBeUndefined();
  expect(code).toBe(2);
});

const hasty = `import { Then } from 'touchstone';

Then('it has tags', function () {
  const todo = { title: 'milk' };
  if (todo.tags.length === 0) throw new Error('no tags');
});
`;

test('an error thrown in a step file is an error, reported with its file and line', async () => {
  const scenario = '@req:small.rule\nScenario: It has tags\nWhen I send GET /\nThen it has tags';
  const { code, stdout, report } = await checkBy(scenario, hasty);
  expect(stdout).toMatch(
    /error in the suite: features\/small\.feature:5: "it has tags": \S*steps\/small\.steps\.mjs:5: TypeError: Cannot read properties of undefined \(reading 'length'\)\.\n/,
  );
  expect(stdout).not.toContain('Touchstone itself');
  expect(report?.counts).toMatchObject({ fail: 0, error: 1 });
  expect(code).toBe(2);
});

const forgetful = `import { Then } from 'touchstone';

Then('it is read', async function () {
  this.send({ method: 'GET', path: '/' });
});
Then('its status is read', async function () {
  const { response } = this.send({ method: 'GET', path: '/' });
  this.observe(String(response.status));
});
Then('a pause follows', function () {
  void this.pause(1);
});
`;

test.each([
  ['it is read', '3: An "await" is missing: the step ended before the request GET / did.'],
  [
    'its status is read',
    '8: TypeError: Cannot read properties of undefined (reading \'status\'). An "await" is missing: the step ended before the request GET / did.',
  ],
  ['a pause follows', '10: An "await" is missing: the step ended before the pause did.'],
])('a step without an await is a mistake of the suite: %s', async (step, message) => {
  const scenario = `@req:small.rule\nScenario: One\nThen ${step}`;
  const { code, stdout, stderr, report } = await checkBy(scenario, forgetful);
  expect(stdout).toContain(`features/small.feature:4: "${step}": `);
  expect(stdout).toContain(`steps/small.steps.mjs:${message}\n`);
  expect(stderr).toBe('');
  expect(report?.counts).toMatchObject({ fail: 0, error: 1 });
  expect(code).toBe(2);
});

const careless = `import { Then } from 'touchstone';

const send = (step, request) =>
  Then(step, async function () {
    await this.send({ method: 'GET', path: '/', ...request });
  });
send('a body is sent', { method: 'POST', body: '{}' });
send('a line break is sent', { headers: { 'X-Name': 'a\\nb' } });
send('a number is sent', { headers: { 'X-Count': 7 } });
send('words are sent', { method: 'GET IT' });
`;

test.each([
  [
    'a body is sent',
    'A request has no member "body". Its members are: method, path, query, headers,',
  ],
  [
    'a line break is sent',
    'The header "X-Name" cannot be sent: its value contains "\\n" (U+000A),',
  ],
  ['a number is sent', 'The header "X-Count" cannot be sent: its value is of the type number, and'],
  ['words are sent', '"GET IT" is not a method.'],
])('a request that cannot be sent is a mistake of the suite: %s', async (step, message) => {
  const scenario = `@req:small.rule\nScenario: One\nThen ${step}`;
  const { code, stdout, report } = await checkBy(scenario, careless);
  expect(stdout).toContain(`features/small.feature:4: "${step}": `);
  expect(stdout).toContain(`steps/small.steps.mjs:5: ${message}`);
  expect(report?.counts).toMatchObject({ fail: 0, error: 1 });
  expect(code).toBe(2);
});
