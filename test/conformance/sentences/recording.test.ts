/** Sentences that contain another one: records, which do not vary between runs, and conditions. */
import { afterAll, expect, test } from 'vitest';
import { type MadeUpAnswer, perform, removeScenes, summarize } from './scene.js';

afterAll(removeScenes);

async function observe(sentence: string, answer: MadeUpAnswer): Promise<string> {
  const steps = `When I send POST /todos with {"title": "\${unique}"}\nThen ${sentence}`;
  const result = await perform(steps, { answers: [answer] });
  return result.observations.join(', ') || summarize(result);
}

const json = { 'Content-Type': 'application/problem+json; charset=utf-8' };

test('records answers by status and media type', async () => {
  const answer = 'the answer is recorded';
  expect(await observe(answer, { status: 400, headers: json, text: '{}' })).toBe(
    '400 application/problem+json',
  );
  expect(await observe(answer, { status: 204 })).toBe('204 without a body');
  expect(await observe(answer, { text: 'x' })).toBe('200 without a media type');
  expect(await observe(answer, { headers: json, text: '<' })).toBe(
    '200 application/problem+json that is not JSON',
  );
});

test('records values without the texts of the run', async () => {
  const title = 'touchstone-0a1b2c3d-1';
  expect(await observe('$.title is recorded', { json: { title: `${title}!` } })).toBe(
    '$.title: "${unique}!"',
  );
  expect(await observe('$.title is recorded', { json: {} })).toBe('$.title: nothing');
  expect(await observe('the type of $.a is recorded', { json: { a: [] } })).toBe('$.a: array');
  expect(await observe('the type of $.a is recorded', { json: { a: null } })).toBe('$.a: null');
});

test('records headers and remembered values', async () => {
  const location = { Location: '/todos/touchstone-0a1b2c3d-1' };
  expect(await observe('the header Location is recorded', { headers: location })).toBe(
    'header location: "/todos/${unique}"',
  );
  expect(await observe('the header Location is recorded', {})).toBe('header location: nothing');
  expect(await observe('${header:Location} is recorded', { headers: location })).toBe(
    'header:Location: "/todos/${unique}"',
  );
});

test('whether a sentence holds', async () => {
  const sentence = 'whether the header Location is present is recorded';
  expect(await observe(sentence, { headers: { Location: '/' } })).toBe(
    'the header Location is present: yes',
  );
  expect(await observe(sentence, {})).toBe('the header Location is present: no');
  expect(await observe('whether $.a is "#integer" is recorded', { json: { a: 1 } })).toBe(
    '$.a is "#integer": yes',
  );
});

test.each([
  ['| the status is 404 |', 'pass'],
  ['| the status is 500 | the body is empty |\n| the status is 404 | |', 'pass'],
  ['| the status is 500 | the body is empty |\n| ${name} is "a" | the body is empty |', 'pass'],
  [
    '| the status is 500 | |\n| the status is 404 | the header Allow lists "GET" |',
    'fail: answer: expected one of: the status is 500; the status is 404, and the header Allow lists "GET", observed status 404, header allow nothing',
  ],
])('one of these holds: %s', async (rows, expected) => {
  const steps = `Given I remember "a" as "name"\nWhen I send GET /\nThen one of these holds:\n${rows}`;
  expect(summarize(await perform(steps, { answers: [{ status: 404 }] }))).toBe(expected);
});

test.each([
  ['the status is 201', 'pass'],
  [
    'the status is not 200 or 201',
    'not applicable: it applies only if the status is not 200 or 201: status: expected not 200 or 201, observed 201',
  ],
  [
    '${name} is "b"',
    'not applicable: it applies only if ${name} is "b": name: expected "b", observed "a"',
  ],
])('a condition, %s: %s', async (condition, expected) => {
  const steps = `Given I remember "a" as "name"\nWhen I send POST /todos\nAnd the requirement applies only if ${condition}\nThen the status is 201`;
  expect(summarize(await perform(steps, { answers: [{ status: 201 }] }))).toBe(expected);
});

test('a condition may hold for remembered values before any request', async () => {
  const steps =
    'Given I remember 1 as "level"\nAnd the requirement applies only if ${level} is 2\nWhen I send GET /';
  const { outcome, requests } = await perform(steps);
  expect(outcome.verdict).toBe('not applicable');
  expect(requests).toEqual([]);
});
