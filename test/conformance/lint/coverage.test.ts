// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sentences have such places
import { afterAll, expect, test } from 'vitest';
import { exercisedBy, pathOf } from '../../../conformance/lint/requests.js';
import { removeFolders } from '../run-check.js';
import { findingsIn, soundSuite } from './suite-folder.js';

afterAll(removeFolders);

const openapi = `openapi: 3.1.0
info: {title: Lamps, version: "1"}
paths:
  /lamps:
    get: {responses: {"200": {description: All}, default: {description: Fault}}}
    post: {responses: {"201": {description: Made}, "4XX": {description: Refused}}}
  /lamps/{id}:
    delete: {responses: {"204": {description: Gone}, "404": {description: None}}}
`;
const suite = `${soundSuite['suite.yaml']}openapi: openapi.yaml\n`;
const requirements = soundSuite['requirements.yaml'] ?? '';

test('names operations and answers without an exercise', async () => {
  const exercises = 'exercises: [GET /lamps, POST /lamps 422, "DELETE /lamps/{id} 204"]';
  const findings = await findingsIn({
    ...{ 'openapi.yaml': openapi, 'suite.yaml': suite },
    'requirements.yaml': `${requirements}    ${exercises}\n`,
  });
  expect(findings).toEqual([
    'openapi.yaml:5: GET /lamps: no scenario demands the answer 200.',
    'openapi.yaml:6: POST /lamps: no scenario demands the answer 201.',
    'openapi.yaml:8: DELETE /lamps/{id}: no scenario demands the answer 404.',
  ]);
});

test('does not name answers that the catalogue excludes', async () => {
  const exercises = 'exercises: [GET /lamps, POST /lamps, "DELETE /lamps/{id}"]';
  const excluded = `exclusions:
  - answers: [GET /lamps 200, POST /lamps 4XX, "* 404"]
    reason: Nobody can provoke them.
`;
  const findings = await findingsIn({
    ...{ 'openapi.yaml': openapi, 'suite.yaml': suite },
    'requirements.yaml': `${requirements}    ${exercises}\n${excluded}`,
  });
  expect(findings).toEqual([
    'openapi.yaml:6: POST /lamps: no scenario demands the answer 201.',
    'openapi.yaml:8: DELETE /lamps/{id}: no scenario demands the answer 204.',
  ]);
});

test('names invalid keywords of schemas, which do not prevent a check', async () => {
  const schema = '{type: string, pattern: "(?i)a"}';
  const described = openapi.replace(
    '{"200": {description: All}',
    `{"200": {description: All, content: {application/json: {schema: ${schema}}}}`,
  );
  const exercises =
    'exercises: [GET /lamps 200, POST /lamps 201, POST /lamps 422, "DELETE /lamps/{id} 2XX", "DELETE /lamps/{id} 404"]';
  const findings = await findingsIn({
    ...{ 'openapi.yaml': described, 'suite.yaml': suite },
    'requirements.yaml': `${requirements}    ${exercises}\n`,
  });
  expect(findings).toEqual([
    'openapi.yaml:5: pattern: the value is not a regular expression of JavaScript; answers are not compared with it.',
  ]);
});

test('ignores coverage when step files send unlisted requests', async () => {
  const files = { 'openapi.yaml': openapi, 'suite.yaml': suite };
  expect(await findingsIn(files)).toEqual([]);
});

test('names requests whose paths only a run knows, beside what they may exercise', async () => {
  const feature = `Feature: Lamps
  @req:lamp.switch.on
  Scenario: Away
    When I send POST /lamps with {"name": "\${unique}"}
    And I send DELETE \${header:Location}
    Then the status is 204
`;
  const findings = await findingsIn({
    ...{ 'openapi.yaml': openapi, 'suite.yaml': suite },
    'requirements.yaml': `${requirements}    exercises: [GET /lamps 200, POST /lamps 201, POST /lamps 422]\n`,
    'features/lamps.feature': feature,
  });
  expect(findings).toEqual([
    'openapi.yaml:8: DELETE /lamps/{id}: no scenario sends such a request. The path of DELETE ${header:Location} is known only during a run; "exercises" of its requirement can name the operation.',
  ]);
});

test('a scenario exercises the requests and statuses in its sentences', () => {
  const sentences = [
    'I send POST /lamps with',
    'I remember $.id as "my lamp"',
    'I clean up with DELETE /lamps/${my lamp}',
    'I send GET /lamps/${my lamp}/colour?full=1',
    'the status is 200 or 404',
    'I send GET ${link:next}',
    'the status is 206',
  ];
  const steps = sentences.map((text, line) => ({ text, line, kind: 'action' as const }));
  const colour = { method: 'GET', target: '/lamps/${my lamp}/colour?full=1' };
  const next = { method: 'GET', target: '${link:next}' };
  const exercised = exercisedBy({ steps });
  expect(exercised).toEqual([
    { method: 'POST', target: '/lamps', status: undefined },
    ...[undefined, '200', '404'].map((status) => ({ ...colour, status })),
    ...[undefined, '206'].map((status) => ({ ...next, status })),
  ]);
  expect([...new Set(exercised.map(pathOf))]).toEqual(['/lamps', '/lamps/1/colour', undefined]);
});
