/** When the same creation again must be rejected with 409. */
import { expect, test } from 'vitest';
import { derive } from '../../../conformance/derive/derive.js';
import { describeDocument } from '../../../conformance/derive/description/description.js';

const text = { type: 'string' };
const key = { name: 'Idempotency-Key', in: 'header', required: true, schema: text };

/** The level of the requirement about a description whose creation has an answer for conflicts. */
function levelWith(conflict: string, parameters: readonly object[] = []): string | undefined {
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
  const { requirements } = derive(api, { takenOptions: [] });
  return requirements.find((one) => one.id === 'create.twice')?.level;
}

test.each([
  ['A page with this title already exists.', 'must'],
  ['The page exists.', 'open'],
  ['The slug is taken.', undefined],
  ['The page is locked.', undefined],
])('where a description says "%s": %j', (conflict, level) => {
  expect(levelWith(conflict)).toBe(level);
});

test('where a key makes a request that is sent again harmless, nothing conflicts', () => {
  expect(levelWith('A page with this title exists.', [key])).toBeUndefined();
});
