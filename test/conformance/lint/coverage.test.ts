// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sentences have such places
import { afterAll, expect, test } from 'vitest';
import { exercisedBy } from '../../../conformance/lint/requests.js';
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

test('a scenario exercises the requests and statuses in its sentences', () => {
  const sentences = [
    'I send POST /lamps with',
    'I remember $.id as "id"',
    'I clean up with DELETE /lamps/${id}',
    'I send GET /lamps/${id}/colour?full=1',
    'the status is 200 or 404',
  ];
  const steps = sentences.map((text, line) => ({ text, line, kind: 'action' as const }));
  expect(exercisedBy({ steps })).toEqual([
    { method: 'POST', path: '/lamps', status: undefined },
    { method: 'GET', path: '/lamps/1/colour', status: undefined },
    { method: 'GET', path: '/lamps/1/colour', status: '200' },
    { method: 'GET', path: '/lamps/1/colour', status: '404' },
  ]);
});
