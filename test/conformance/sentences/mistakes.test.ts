/**
 * A step that cannot be performed is a mistake of the suite, reported with its place, and never a
 * failure.
 */
import { afterAll, expect, test } from 'vitest';
import { get, laterMistakes, mistakes } from './mistakes.js';
import { perform, removeScenes } from './scene.js';

afterAll(removeScenes);

test.each([...mistakes, ...laterMistakes])('%s', async (steps, message) => {
  const { outcome } = await perform(steps);
  expect(outcome).toMatchObject({ verdict: 'error', origin: 'suite' });
  expect(outcome.reason).toContain(message);
  expect(outcome.reason).toMatch(/^features\/scene\.feature:\d+: /);
});

test('the message has the line of the step', async () => {
  const { outcome } = await perform(`${get}\nThen $.id is \${id}`);
  expect(outcome).toMatchObject({
    reason: 'features/scene.feature:5: "$.id is ${id}": Nothing is remembered as "id".',
  });
});

test('a parameter of the suite that was not given is missing, and no mistake', async () => {
  const suite = 'parameters:\n  limit: { help: a }\n';
  const { outcome } = await perform('When I send GET /${parameter:limit}', { suite });
  expect(outcome).toMatchObject({ verdict: 'not tested', reason: 'needs --limit' });
});

test('a credential without a header in suite.yaml cannot be used', async () => {
  const suite = 'credentials:\n  token: { help: a }\n';
  const { outcome } = await perform('Given I use the credential token', { suite });
  expect(outcome).toMatchObject({
    reason: expect.stringContaining(
      'does not say in which header "token" is sent (credentials.token.header).',
    ),
  });
});
