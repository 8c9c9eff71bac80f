/** `init`, `lint`, `check` and `docs` find the same operations in a description, and the same mistakes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { renderApiPages } from '../../../api-docs/api-pages.js';
import { type Document, loadDescription } from '../../../api-docs/description.js';
import { describeApi } from '../../../conformance/derive/description/description.js';
import { checkDescription, checkKeywords } from '../../../conformance/lint/check-coverage.js';
import { renderText } from '../../../conformance/lint/finding.js';
import { readDescription } from '../../../conformance/openapi/read-description.js';
import { checkAnswer } from '../../../conformance/verdict/openapi-check.js';
import { loadContractDescription } from '../../../conformance/verdict/openapi-description.js';

const root = mkdtempSync(join(tmpdir(), 'one-reader-'));
afterAll(() => rmSync(root, { recursive: true }));

let folders = 0;

/** Writes a description, and files beside it; returns its path. */
function write(description: object | string, files: Readonly<Record<string, object>> = {}): string {
  const folder = mkdtempSync(join(root, `${++folders}-`));
  for (const [name, one] of Object.entries({ 'api.yaml': description, ...files })) {
    writeFileSync(join(folder, name), typeof one === 'string' ? one : stringify(one));
  }
  return join(folder, 'api.yaml');
}

const info = { title: 'Lamps', version: '1' };
const responses = { 204: { description: 'done' } };
const operation = (summary: string) => ({ summary, responses });
const openapi = (paths: object, more: object = {}) => ({ openapi: '3.2.0', info, paths, ...more });

const descriptions: readonly [string, object, Readonly<Record<string, object>>, string[]][] = [
  [
    'a path item of the components',
    openapi(
      { '/a': { $ref: '#/components/pathItems/A' } },
      { components: { pathItems: { A: { get: operation('read'), put: operation('set') } } } },
    ),
    {},
    ['GET /a', 'PUT /a'],
  ],
  [
    'operations beside a reference',
    openapi({ '/a': { $ref: './more.yaml', post: operation('own') } }),
    { 'more.yaml': { get: operation('read'), post: operation('hidden') } },
    ['GET /a', 'POST /a'],
  ],
  [
    'operations beside a reference within the document',
    openapi({
      '/a': { get: operation('read') },
      '/b': { $ref: '#/paths/~1a', delete: operation('b') },
    }),
    {},
    ['GET /a', 'GET /b', 'DELETE /b'],
  ],
  [
    'null in place of an operation, beside a reference to a path item that has one',
    openapi({
      '/a': { get: null, post: operation('made') },
      '/b': { $ref: '#/paths/~1c', get: null },
      '/c': { get: operation('read') },
    }),
    {},
    ['POST /a', 'GET /b', 'GET /c'],
  ],
  [
    'QUERY and other methods of OpenAPI 3.2',
    openapi({
      '/a': {
        query: operation('find'),
        additionalOperations: { COPY: operation('copy'), 'VERSION-CONTROL': operation('track') },
      },
    }),
    {},
    ['QUERY /a', 'COPY /a', 'VERSION-CONTROL /a'],
  ],
];

test.each(descriptions)(
  'all commands find the operations: %s',
  (_name, description, files, expected) => {
    const file = write(description, files);
    const ofInit = describeApi(file).operations.map(({ method, path }) => `${method} ${path}`);
    expect(ofInit).toEqual(expected);
    const ofCheck = loadContractDescription(file).operations;
    expect(ofCheck.map((one) => one.operation)).toEqual(expected);
    expect(ofCheck.map(({ answers }) => answers.map(({ status }) => status))).toEqual(
      expected.map(() => ['204']),
    );
    const document = readDescription(file).document as unknown as Document;
    const page = renderApiPages(document, undefined).get('index.html');
    const shown = [
      ...(page ?? '').matchAll(/<p class="request"><span[^>]*>([\w-]+)<\/span> <code>([^<]*)/g),
    ];
    expect(shown.map(([, method, path]) => `${method} ${path}`)).toEqual(expected);
    expect(checkDescription({ openapi: file })).toEqual([]);
  },
);

describe('all commands refuse in one sentence', () => {
  test.each<[string, object | string, Readonly<Record<string, object>>, RegExp]>([
    [
      'an earlier version',
      { info, swagger: '2.0' },
      {},
      /api\.yaml:4: an OpenAPI description of version 3\.0, 3\.1 or 3\.2 is needed, but its version is 2\.0\. Convert it first, with swagger2openapi for example\.$/,
    ],
    [
      'a later version',
      { info, openapi: '3.3.0' },
      {},
      /api\.yaml:4: .*, but its version is 3\.3\.0\.$/,
    ],
    ['a version of another type', { info, openapi: { a: 1 } }, {}, /its version is \{"a":1\}\.$/],
    ['another document', { info }, {}, /api\.yaml:1: .* is needed, but this is not one\.$/],
    ['a mistake of YAML', 'openapi: 3.1.0\ninfo: {title: [}\n', {}, /api\.yaml:2: [^\n]*\.$/],
    [
      'a missing file',
      openapi({ '/a': { $ref: './b.yaml#/a' } }),
      {},
      /api\.yaml:7: the reference \.\/b\.yaml#\/a cannot be followed: there is no such file\.$/,
    ],
    [
      'a missing part of another file',
      openapi({ '/a': { get: { responses: { 200: { $ref: 'b.yaml#/one' } } } } }),
      { 'b.yaml': { one: { $ref: '#/two' } } },
      /b\.yaml:2: the reference #\/two cannot be followed: \S*b\.yaml has no such part\.$/,
    ],
    [
      'another host',
      openapi({ '/a': { $ref: 'https://docs.example/a.yaml' } }),
      {},
      /api\.yaml:7: .* cannot be followed: it leads to another host; save the file beside the description\.$/,
    ],
  ])('%s', async (_name, description, files, expected) => {
    const file = write(description, files);
    expect(() => describeApi(file)).toThrow(expected);
    expect(() => loadContractDescription(file)).toThrow(expected);
    expect(checkDescription({ openapi: file }).map(renderText)).toEqual([
      expect.stringMatching(expected),
    ]);
    await expect(loadDescription(file, () => undefined)).rejects.toThrow(expected);
  });
});

test('answers are compared with schemas in other files, however they refer to each other', () => {
  const file = write(
    openapi({
      '/a': { $ref: './a.yaml' },
      '/b': { get: { responses: { 200: { $ref: 'a.yaml#/get/responses/200' } } } },
    }),
    {
      'a.yaml': {
        get: {
          responses: {
            200: {
              description: 'a',
              content: { 'application/json': { schema: { $ref: './lamp.yaml' } } },
            },
          },
        },
      },
      'lamp.yaml': {
        type: 'object',
        required: ['size'],
        properties: {
          size: { $ref: '#/$defs/size', maximum: 9 },
          next: { $ref: 'lamp.yaml', description: 'the next lamp' },
        },
        $defs: { size: { type: 'integer', nullable: true } },
      },
    },
  );
  const answer = { status: 200, headers: [['content-type', 'application/json']] };
  const problemsOf = (path: string, body: unknown) =>
    checkAnswer(loadContractDescription(file), { method: 'GET', path }, {
      ...answer,
      body: Buffer.from(JSON.stringify(body)),
    } as never)?.map((one) => one.path);
  for (const path of ['/a', '/b']) {
    expect(problemsOf(path, { size: 9, next: { size: null } })).toEqual([]);
    expect(problemsOf(path, { size: 10, next: { size: 'x' } })).toEqual(['/size', '/next/size']);
  }
});

test('lint names a value in the place of an operation, which no command uses', () => {
  const file = write(openapi({ '/a': { get: null }, '/b': null }));
  expect(checkKeywords({ openapi: file }).map(({ line, sentence }) => [line, sentence])).toEqual([
    [7, 'get: the value is not an operation; answers are not compared with it.'],
    [8, '/b: the value is not a path item; answers are not compared with it.'],
  ]);
});
