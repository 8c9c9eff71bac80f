/** When the same creation again must be rejected with 409. */
import { expect, test } from 'vitest';
import { derive } from '../../../conformance/derive/derive.js';
import { describeDocument } from '../../../conformance/derive/description/description.js';

const text = { type: 'string' };
const key = { name: 'Idempotency-Key', in: 'header', required: true, schema: text };

/** The ids of requirements of a description whose creation has an answer for conflicts. */
function idsWith(conflict: string, parameters: readonly object[] = []): readonly string[] {
  const page = { type: 'object', required: ['title'], properties: { title: text, slug: text } };
  const shown = { ...page, properties: { id: { type: 'integer' }, ...page.properties } };
  const schemaOf = (schema: object, example?: object) => ({
    ...{
      description: 'done',
      content: { 'application/json': { schema, ...(example && { example }) } },
    },
  });
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const post = {
    ...{ operationId: 'create', parameters, requestBody: schemaOf(page, { title: 'A page' }) },
    responses: { 201: schemaOf(shown), 409: { description: conflict } },
  };
  const get = { parameters: [id], responses: { 200: schemaOf(shown) } };
  const info = { title: 'Pages', version: '1' };
  const paths = { '/pages': { post }, '/pages/{id}': { get } };
  const api = describeDocument({ openapi: '3.1.0', info, paths });
  return derive(api, { takenOptions: [] }).requirements.map((one) => one.id);
}

test.each([
  ['A page with this title already exists.', true],
  ['The page exists.', true],
  ['The slug is taken.', false],
  ['The page is locked.', false],
])('where a description says "%s": %j', (conflict, isDue) => {
  expect(idsWith(conflict).includes('create.twice')).toBe(isDue);
});

test('where a key makes a request that is sent again harmless, nothing conflicts', () => {
  expect(idsWith('The page exists.', [key])).not.toContain('create.twice');
});
