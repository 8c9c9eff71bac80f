/** What an update sends to see what it leaves: the smallest part of its body that the schema allows. */
import { expect, test } from 'vitest';
import { derive } from '../../../conformance/derive/derive.js';
import { describeDocument } from '../../../conformance/derive/description/description.js';
import type { PlannedStep } from '../../../conformance/derive/scenarios/model.js';

const text = { type: 'string', minLength: 1 };
const answer = (schema: object) => ({
  description: 'done',
  content: { 'application/json': { schema } },
});
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } });

/** The patterns that steps compare answers with. */
const judgedBy = (steps: readonly PlannedStep[]) =>
  steps.flatMap(({ text, below = '' }) => (/ matches\b/.test(text) ? [text + below] : []));

/** A contact with an address, of which a change may need all members. */
function restOf(required: readonly string[]) {
  const address = { type: 'object', properties: { street: text, town: text } };
  const contact = { type: 'object', properties: { address, note: text } };
  const shown = { ...contact, properties: { id: { type: 'integer' }, ...contact.properties } };
  const change = { ...contact, properties: { address: { ...address, required }, note: text } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
  const { requirements } = derive(
    describeDocument({
      openapi: '3.1.0',
      info: { title: 'Contacts', version: '1' },
      paths: {
        '/contacts': {
          post: {
            requestBody: body({ ...contact, required: ['address', 'note'] }),
            responses: { 201: answer(shown) },
          },
        },
        '/contacts/{id}': {
          parameters,
          get: { responses: { 200: answer(shown) } },
          patch: {
            operationId: 'change',
            requestBody: body(change),
            responses: { 200: answer(shown) },
          },
        },
      },
    }),
    { takenOptions: [] },
  );
  const [scenario] = requirements.find(({ id }) => id === 'change.rest')?.scenarios ?? [];
  const steps = scenario?.steps ?? [];
  const sent = steps
    .filter((one) => one.text.startsWith('I send PATCH'))
    .map(({ text, below }) => JSON.parse(below ?? text.replace(/^.* with /, '')));
  return { sent, judged: judgedBy(steps) };
}

test.each([
  [[], ['street']],
  [
    ['street', 'town'],
    ['street', 'town'],
  ],
])('an address that needs %j is sent with %j', (required, names) => {
  const { sent, judged } = restOf(required);
  expect(Object.keys(sent[0])).toEqual(['address']);
  expect(Object.keys(sent[0].address)).toEqual(names);
  expect(judged[0]).toContain('"note"');
});

test('a second change leaves what the first one has changed', () => {
  const { sent, judged } = restOf([]);
  expect(sent.map((one) => Object.keys(one))).toEqual([['address'], ['note']]);
  expect(judged.map((one) => /address|note/.exec(one)?.[0])).toEqual(['note', 'address']);
});
