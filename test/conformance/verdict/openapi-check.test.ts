import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ContractCheck } from '../../../conformance/verdict/openapi-check.js';
import { ContractDescription } from '../../../conformance/verdict/openapi-description.js';
import { packageFile } from '../../../kit/package-root.js';

const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
afterAll(() => rmSync(folder, { recursive: true }));

const error = { required: ['error'], properties: { error: { type: 'string' } } };
const details = { required: ['details'], properties: { details: { type: 'object' } } };

const description = {
  openapi: '3.1.0',
  paths: {
    '/api/users': {
      get: {
        responses: {
          200: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/List' } } },
          },
          404: { $ref: '#/components/responses/Missing' },
        },
      },
      delete: {
        responses: {
          204: { description: 'gone' },
          404: {
            content: {
              'application/xml': {},
              'application/json': { schema: { oneOf: [error, details] } },
            },
          },
        },
      },
    },
  },
  components: {
    responses: {
      Missing: {
        content: { 'application/json': { schema: error } },
      },
    },
    schemas: {
      List: {
        type: 'object',
        properties: { data: { type: 'array', items: { $ref: '#/components/schemas/User' } } },
      },
      User: { required: ['id'], properties: { id: { type: 'integer' }, name: { type: 'string' } } },
    },
  },
};

type Answer = readonly [
  status: number,
  body: string,
  type?: string,
  path?: string,
  method?: string,
];

const file = join(folder, 'openapi.json');
writeFileSync(file, JSON.stringify(description));

function check(...answers: readonly Answer[]) {
  const contract = new ContractCheck(file);
  for (const [
    status,
    body,
    type = 'application/json',
    path = '/users',
    method = 'GET',
  ] of answers) {
    const url = `http://h:1/prefix/api${path}?id=1`;
    const request = { method, url, headers: {}, body: undefined };
    const headers = [['content-type', type]] as const;
    const response = { status, headers, body, malformedAt: undefined };
    contract.add({ request, response, durationMs: 1 }, 'http://h:1/prefix');
  }
  return contract.findings;
}

test('counts answers and members, through references and alternatives', () => {
  const { coverage, deviations } = check([200, '{"data":[{"id":1}]}'], [404, '{"error":"x"}']);
  expect(deviations).toEqual([]);
  expect(coverage.operations).toEqual([
    {
      operation: 'GET /api/users',
      statuses: [
        {
          status: '200',
          answers: 1,
          members: [
            { name: 'data', seen: true },
            { name: 'data[].id', seen: true },
            { name: 'data[].name', seen: false },
          ],
        },
        { status: '404', answers: 1, members: [{ name: 'error', seen: true }] },
      ],
    },
    {
      operation: 'DELETE /api/users',
      statuses: [
        { status: '204', answers: 0, members: [] },
        {
          status: '404',
          answers: 0,
          members: [
            { name: 'error', seen: false },
            { name: 'details', seen: false },
          ],
        },
      ],
    },
  ]);
});

test('a deviation is listed once, with its number', () => {
  const wrong = [200, '{"data":[{"id":"1"},{"id":2},{"id":"3"}]}'] as const;
  expect(check(wrong, wrong).deviations).toEqual([
    {
      operation: 'GET /api/users',
      status: 200,
      path: '/data/*/id',
      message: 'must be integer',
      count: 4,
    },
  ]);
});

test.each([
  [[500, '{}'], 'the status is not described'],
  [[200, '<html>'], 'the body is not JSON'],
  [[200, '{"data":[]}', 'text/plain'], 'the content type is not JSON'],
  [[404, '{}'], "must have required property 'error'"],
] as const)('an answer deviates: %j', (answer, message) => {
  expect(check(answer).deviations).toMatchObject([{ message, count: 1 }]);
});

test.each([
  [[200, '{}', 'application/problem+json; charset=utf-8']],
  [[200, '{}', 'Application/JSON;charset=UTF-8']],
  [[204, 'whatever', 'text/plain', '/users', 'DELETE']],
  [[404, '<error/>', 'application/xml; charset=utf-8', '/users', 'DELETE']],
  [[500, 'x', 'text/plain', '/elsewhere']],
] as const)('an answer does not deviate: %j', (answer) => {
  expect(check(answer).deviations).toEqual([]);
});

test("Touchstone's own description can be used", () => {
  const { coverage } = new ContractCheck(packageFile('spec', 'openapi.yaml')).findings;
  expect(coverage.operations.map(({ operation }) => operation)).toContain('PUT /api/products');
});

test('a request belongs to the most specific path, in any order of the description', () => {
  const paths = [
    '/{a}/{b}',
    '/todos/{id}',
    '/{a}/{b}/c',
    '/todos/{id}.json',
    '/todos/new.json',
    '/{a}/new',
  ];
  const description = new ContractDescription(
    paths.map((path) => ({ operation: `GET ${path}`, answers: [] })),
    [],
  );
  const found = ['/x/y', '/todos/7', '/x/y/c', '/todos/7.json', '/todos/new.json', '/x/new'].map(
    (path) => description.find('GET', path)?.operation,
  );
  expect(found).toEqual(paths.map((path) => `GET ${path}`));
});

test.each([
  ['/v2/team/app/tags', '/v2/{name}/tags'],
  ['/v2/team/app/blobs/7', '/v2/{name}/blobs/{digest}'],
  ['/v2/team/app/blobs/uploads/7', '/v2/{name}/blobs/uploads/{session}'],
  ['/v2/team/blobs/app/tags', '/v2/{name}/tags'],
  ['/v2/app/blobs/7/8', undefined],
  ['/todos/7/notes', undefined],
])('%s with values with slashes belongs to %s', (path, expected) => {
  const paths = [
    ...['/todos/{id}', '/v2/{name}/{part}', '/v2/{name}/blobs/{digest}'],
    ...['/v2/{name}/blobs/uploads/{session}', '/v2/{name}/tags'],
  ];
  const description = new ContractDescription(
    paths.map((one) => ({ operation: `GET ${one}`, answers: [] })),
    [],
  );
  const operation = description.find('GET', path)?.operation;
  expect(operation).toBe(expected === undefined ? undefined : `GET ${expected}`);
});

test('a path below that of a server comes before a value with slashes', () => {
  const operations = ['GET /{name}/tags', 'GET /app/tags'].map((operation) => {
    return { operation, answers: [] };
  });
  const description = new ContractDescription(operations, ['/v2']);
  expect(description.find('GET', '/v2/app/tags')?.operation).toBe('GET /app/tags');
});
