/** Descriptions that `touchstone init` refuses, and unusual ones that it takes. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: features have such places
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makeFolder, removeFolders, runCommand } from '../run-check.js';
import { describeApi, init, json, lint, odd, post } from './new-suite.js';

afterAll(removeFolders);

test('an extension may refer to a missing file or another host', async () => {
  const responses = {
    '200': {
      description: 'a lamp',
      headers: { 'x-rate': { $ref: './headers.yaml#/rate' } },
      'x-docs': { page: { $ref: 'https://docs.example/lamps.yaml' } },
    },
  };
  const paths = {
    '/lamps': { 'x-gateway': { $ref: './gateway.yaml' }, get: { responses } },
    '/shades': { $ref: './shades.yaml#/shades' },
  };
  const shades = { get: { 'x-code': { $ref: './code.yaml' }, responses: { '204': {} } } };
  const { folder, read } = await init(
    describeApi(paths, { 'x-parts': [{ $ref: 'parts.yaml' }, { $ref: '#/paths' }] }),
    { 'headers.yaml': { rate: { schema: { type: 'integer' } } }, 'shades.yaml': { shades } },
  );
  expect(await lint(folder)).toBe('No problems found.\n');
  expect(read('openapi.json')).toContain('x-rate');
  expect(read('openapi.json')).not.toMatch(/x-(?:docs|gateway|parts|code)/);
});

describe('a description that cannot be used is named', () => {
  test.each<[string, string | object, RegExp]>([
    ['not there', 'nowhere.yaml', /nowhere\.yaml: it cannot be read: no such file or directory\.$/],
    [
      'without operations',
      describeApi({}),
      /api\.yaml: the description has no operation with a documented status\.$/,
    ],
  ])('%s', async (_name, description, expected) => {
    const { code, stderr, cwd } = await init(description);
    expect(stderr.trim()).toMatch(expected);
    expect(code).toBe(2);
    expect(readdirSync(cwd)).not.toContain('suite');
  });

  test('with aliases that expand excessively', async () => {
    const rows = [...'bcdefghi'].map((name, index) => {
      const before = String.fromCharCode('a'.charCodeAt(0) + index);
      return `${name}: &${name} [${Array(9).fill(`*${before}`).join(', ')}]`;
    });
    const cwd = makeFolder();
    writeFileSync(join(cwd, 'bomb.yaml'), ['openapi: 3.1.0', 'a: &a [1, 1]', ...rows].join('\n'));
    const { code, stderr } = await runCommand('init', ['suite', '--openapi', 'bomb.yaml'], {}, cwd);
    expect(stderr).toMatch(/bomb\.yaml: it cannot be read: Excessive alias count/);
    expect(code).toBe(2);
  });
});

const names = [...'abcdefghij'];
const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const tangled = Object.fromEntries(
  names.map((name) => [
    name,
    { type: 'object', properties: Object.fromEntries(names.map((one) => [one, refer(one)])) },
  ]),
);

/** Contents that could break the files of a suite. */
const unusualDescriptions: readonly [string, object][] = [
  [
    'odd names',
    describeApi({
      '/a b/"q"/#x': {
        get: {
          tags: [odd],
          summary: odd,
          operationId: odd,
          responses: { 200: { description: odd } },
        },
      },
    }),
  ],
  [
    'odd values',
    describeApi({
      '/t': post({ type: 'object', example: { [odd]: odd, '"""': '"""' } }, { tags: ['日本'] }),
    }),
  ],
  [
    'texts that look like placeholders',
    describeApi({ '/t': post({ type: 'object', example: { t: ['${living}'], '${key}': 1 } }) }),
  ],
  [
    'schemas that contain each other',
    describeApi({ '/m': post(refer('a')) }, { components: { schemas: tangled } }),
  ],
  [
    'schemas without an end',
    describeApi(
      { '/r': post(refer('a')) },
      {
        components: {
          schemas: { a: { type: 'object', required: ['a'], properties: { a: refer('a') } } },
        },
      },
    ),
  ],
  [
    'parts that are not objects',
    describeApi({
      '/y': {
        get: { tags: 'x', parameters: 7, responses: { 200: null, weird: {} } },
      },
    }),
  ],
  [
    'forms and texts',
    describeApi({
      '/forms': {
        post: {
          requestBody: {
            content: {
              'application/x-www-form-urlencoded': {
                schema: {
                  type: 'object',
                  required: ['name', 'odd | \\ name'],
                  properties: {
                    name: { type: 'string' },
                    'odd | \\ name': { type: 'string', example: 'a|b\\c\nd' },
                    list: { type: 'array', items: { type: 'string' } },
                  },
                },
              },
            },
          },
          responses: { 201: { description: 'made' }, 400: { description: 'invalid' } },
        },
      },
      '/texts': {
        post: {
          requestBody: { content: { 'text/plain': { schema: { type: 'string' } } } },
          responses: { 201: { description: 'made' } },
        },
      },
    }),
  ],
  [
    'a creation without a documented success',
    describeApi({
      '/user': {
        post: {
          requestBody: json({ type: 'object', properties: { name: { type: 'string' } } }),
          responses: { default: { description: 'made' }, 400: { description: 'invalid' } },
        },
      },
      '/user/{name}': {
        parameters: [{ name: 'name', in: 'path', schema: { type: 'string' } }],
        get: { responses: { 200: { description: 'one' } } },
      },
    }),
  ],
  [
    '500 operations',
    describeApi(
      Object.fromEntries(
        Array.from({ length: 250 }, (_, index) => [
          `/r${index}`,
          { ...post({ type: 'object' }), get: { responses: { 200: { description: 'x' } } } },
        ]),
      ),
    ),
  ],
];

test.each(unusualDescriptions)(
  '%s lead to a suite that lints clean',
  async (_name, description) => {
    const { code, folder, stderr } = await init(description);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(await lint(folder)).toBe('No problems found.\n');
  },
);
