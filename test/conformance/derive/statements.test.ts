/** The ids and sentences of requirements, as lists and reports show them. */
import { expect, test } from 'vitest';
import { derive } from '../../../conformance/derive/derive.js';
import { describeDocument } from '../../../conformance/derive/description/description.js';
import { content, deriveFrom } from './small-apis.js';

const info = { title: 'Things', version: '1' };
test.each([
  ['deleteIDs', 'delete-ids'],
  ['floatingIPs_list', 'floating-ips-list'],
  ['getURLsOfHTTPServer', 'get-urls-of-http-server'],
  ['getAsset', 'get-asset'],
  [`search${'ForAnotherThing'.repeat(6)}`, `search${'-for-another-thing'.repeat(6)}`],
])('the ids of %s begin with %s', (operationId, name) => {
  const get = { operationId, responses: { 200: { description: 'things' } } };
  expect(deriveFrom({ '/things': { get } })[0]?.id).toBe(`${name}.response.status`);
});

test('each constraint is a sentence', () => {
  const words = {
    type: 'array',
    minItems: 1,
    maxItems: 2,
    uniqueItems: true,
    items: { type: 'string' },
  };
  const properties = {
    count: { type: 'integer', minimum: 2 },
    word: { type: 'string', enum: ['a'] },
    text: { type: 'string', minLength: 2, maxLength: 9 },
    words,
    things: {
      ...words,
      uniqueItems: false,
      items: { type: 'object', properties: { a: { type: 'string' } } },
    },
  };
  const responses = { 201: { description: 'new' }, 400: { description: 'bad request' } };
  const requestBody = content({ type: 'object', properties });
  const parameters = [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } }];
  const post = { operationId: 'create', parameters, requestBody, responses };
  const statements = deriveFrom({ '/things': { post } })
    .filter(({ kind }) => kind === 'constraints')
    .map(({ statement }) =>
      statement.replace(/^POST \/things rejects a (body|request) in which /, ''),
    );
  expect(statements).toEqual([
    'limit is no integer (type).',
    'limit is 0 (minimum).',
    'limit is a fraction (integer).',
    '$.count is no integer (type).',
    '$.count is 1 (minimum).',
    '$.count is a fraction (integer).',
    '$.word is no string (type).',
    '$.word is another value (enum).',
    '$.text is no string (type).',
    '$.text has 1 character (minLength).',
    '$.text has 10 characters (maxLength).',
    '$.words is no array (type).',
    '$.words has too few items (minItems).',
    '$.words has too many items (maxItems).',
    '$.words has the same item twice (uniqueItems).',
    '$.words has an item of another type (items).',
    '$.things is no array (type).',
    '$.things has a text in place of an object (items).',
    '$.things has too few items (minItems).',
    '$.things has too many items (maxItems).',
    '$.things[0].a is no string (type).',
    'POST /things rejects a body that is not JSON.',
  ]);
});

test('a value in a path is called by its place', () => {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const get = { operationId: 'read', parameters: [id], responses: { 200: { description: 'it' } } };
  const form = deriveFrom({ '/things/{id}': { get } }).find((one) => one.id === 'read.id.type');
  const statement = 'GET /things/{id} answers a client error when {id} is of another form (type).';
  expect(form?.statement).toBe(statement);
});

test('forms of errors are told from each other by their names, or by their operations', () => {
  const error = { type: 'object', properties: { message: { type: 'string' } } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const read = (schema: object) => ({
    get: {
      parameters: [id],
      responses: {
        200: { description: 'it' },
        404: { description: 'unknown', ...content(schema) },
      },
    },
  });
  const document = {
    openapi: '3.1.0',
    info,
    components: { schemas: { NotFound: error } },
    paths: {
      '/a/{id}': read(error),
      '/b/{id}': read(error),
      '/c/{id}': read({ $ref: '#/components/schemas/NotFound' }),
    },
  };
  const { requirements } = derive(describeDocument(document), { takenOptions: [] });
  const statements = requirements.flatMap(({ id: one, statement }) =>
    /error/.test(one) ? statement : [],
  );
  expect(statements).toEqual([
    'Errors of GET /a/{id} have the documented form and media type.',
    'Errors of GET /b/{id} have the documented form and media type.',
    'Errors have the documented form and media type (not-found).',
  ]);
});
