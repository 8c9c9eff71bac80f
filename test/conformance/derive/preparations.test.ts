/** What derived scenarios prepare. */
import { expect, test } from 'vitest';
import { derive } from '../../../conformance/derive/derive.js';
import { describeDocument } from '../../../conformance/derive/description/description.js';

const content = (schema: object) => ({ 'application/json': { schema } });
const app = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
const found = { 200: { description: 'The app', content: content(app) } };
const kind = { type: 'object', required: ['kind'], properties: { kind: { enum: ['a', 'b'] } } };
const requestBody = { required: true, content: content(kind) };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };

test('a request that cannot be prepared leaves nothing of its preparation', () => {
  // Nothing recognizes what the run has created, so that POST /apps/{id} is not sent.
  const document = {
    openapi: '3.1.0',
    info: { title: 'Apps', version: '1' },
    paths: {
      '/apps': {
        post: { requestBody, responses: { 201: { description: 'New', content: content(app) } } },
      },
      '/apps/{id}': {
        parameters: [id],
        get: { operationId: 'getApp', responses: found },
        post: { operationId: 'changeApp', requestBody, responses: found },
      },
    },
  };
  const { requirements, unsent } = derive(describeDocument(document), { takenOptions: [] });
  expect(unsent.map(({ name }) => name)).toEqual(['change-app']);
  const body = requirements.find((one) => one.id === 'get-app.response.body');
  const requests = body?.scenarios[0]?.steps.filter(({ text }) => text.startsWith('I send'));
  expect(requests?.map(({ text }) => text)).toEqual([
    'I send POST /apps with {"kind":"a"}',
    'I send GET /apps/$'.concat('{id}'),
  ]);
});
