import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkAnswer } from '../../../conformance/verdict/openapi-check.js';
import { loadContractDescription } from '../../../conformance/verdict/openapi-description.js';
import { withModernSchemas } from '../../../conformance/verdict/openapi-schemas.js';

const folder = mkdtempSync(join(tmpdir(), 'openapi-schemas-'));
afterAll(() => rmSync(folder, { recursive: true }));

const schemas = {
  text: { type: 'string', nullable: true, enum: ['a'] },
  plain: { type: 'string', nullable: false },
  reference: { nullable: true, allOf: [{ $ref: '#/components/schemas/text' }] },
  above: { type: 'number', minimum: 0, exclusiveMinimum: true },
  atMost: { type: 'number', maximum: 9, exclusiveMaximum: false },
};

function convertSchemas(written: object, openapi = '3.0.3') {
  const { document, ignored } = withModernSchemas({ openapi, components: { schemas: written } });
  return { schemas: (document.components as { schemas: unknown }).schemas, ignored };
}

test.each(['3.0.3', '3.1.0'])('keywords of OpenAPI 3.0 become JSON Schema in %s', (version) => {
  expect(convertSchemas(schemas, version)).toEqual({
    ignored: [],
    schemas: {
      text: { type: ['string', 'null'], enum: ['a', null] },
      plain: { type: 'string' },
      reference: { anyOf: [{ allOf: [{ $ref: '#/components/schemas/text' }] }, { type: 'null' }] },
      above: { type: 'number', exclusiveMinimum: 0 },
      atMost: { type: 'number', maximum: 9 },
    },
  });
});

test('names and data that look like keywords are kept', () => {
  const written = {
    example: { properties: { example: {}, 'x-id': {}, nullable: { type: 'boolean' } } },
    data: {
      const: { nullable: true, example: 1 },
      enum: [{ example: 1 }],
      default: { example: 1 },
    },
  };
  expect(convertSchemas(written)).toEqual({ schemas: written, ignored: [] });
});

const password = { type: 'string', writeOnly: true };
const secret = { type: 'object', required: ['password', 'id'], properties: { password } };

test.each<[string, object]>([
  ['in the same schema', secret],
  ['by reference', { ...secret, properties: { password: { $ref: '#/components/schemas/word' } } }],
  ['in a part', { required: ['password', 'id'], allOf: [{ properties: { password } }] }],
  [
    'beside the requirement',
    { allOf: [{ properties: { password } }, { required: ['password', 'id'] }] },
  ],
  [
    'in a part of a part',
    {
      allOf: [{ allOf: [{ required: ['password', 'id'] }] }, { $ref: '#/components/schemas/base' }],
    },
  ],
])('a required member that is writeOnly is required in requests only: %s', (_name, schema) => {
  const written = { a: schema, word: password, base: { properties: { password } } };
  const requiredIn = (messages: 'answers' | 'requests') => {
    const { document } = withModernSchemas({ components: { schemas: written } }, messages);
    const { a } = (document.components as { schemas: Record<string, unknown> }).schemas;
    return /"required":\[([^\]]*)\]/.exec(JSON.stringify(a))?.[1];
  };
  expect(requiredIn('answers')).toBe('"id"');
  expect(requiredIn('requests')).toBe('"password","id"');
});

test('a required member that is readOnly is required in answers only', () => {
  const a = { required: ['id', 'name'], properties: { id: { readOnly: true }, name: {} } };
  const schemaIn = (messages: 'answers' | 'requests') =>
    withModernSchemas({ components: { schemas: { a } } }, messages).document.components;
  expect(schemaIn('answers')).toEqual({ schemas: { a } });
  expect(schemaIn('requests')).toEqual({ schemas: { a: { ...a, required: ['name'] } } });
});

test('examples and extensions are left out', () => {
  const written = { a: { type: 'string', example: 'x', examples: ['x'], 'x-order': 1 } };
  expect(convertSchemas(written).schemas).toEqual({ a: { type: 'string' } });
});

test.each([
  ['type', 'file', 'is not a type of JSON Schema'],
  ['required', true, 'is not a list of members'],
  ['enum', [], 'is not a list of values'],
  ['pattern', '(?i)a', 'is not a regular expression of JavaScript'],
  ['minimum', '1', 'is not a number'],
  ['exclusiveMaximum', '1', 'is not a number'],
  ['multipleOf', 0, 'is not a number above 0'],
  ['maxLength', -1, 'is not a whole number'],
  ['uniqueItems', 'yes', 'is neither true nor false'],
  ['items', [{}], 'is not a schema'],
  ['properties', ['a'], 'is not a map of schemas'],
  ['oneOf', [], 'is not a list of schemas'],
  ['$ref', '#/components/schemas/Missing', 'leads nowhere'],
])('an invalid keyword is ignored and named: %s', (keyword, value, reason) => {
  expect(convertSchemas({ a: { title: 'A', [keyword]: value } })).toEqual({
    schemas: { a: { title: 'A' } },
    ignored: [{ path: ['components', 'schemas', 'a', keyword], reason }],
  });
});

let files = 0;

/** Problems of an answer with this body, in a description with this schema. */
function problemsOf(schema: object, body: unknown) {
  const file = join(folder, `${++files}.json`);
  const content = {
    'application/json': { schema, example: { $id: 'same', note: { $id: 'same' } } },
  };
  const paths = { '/a': { get: { responses: { 200: { description: 'a', content } } } } };
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', paths }));
  const response = {
    status: 200,
    headers: [['content-type', 'application/json']] as const,
    body: JSON.stringify(body),
    malformedAt: undefined,
  };
  return checkAnswer(loadContractDescription(file), { method: 'GET', path: '/a' }, response);
}

test.each([
  [{ type: 'string', pattern: '^[a-z\\-\\:]+$' }, 'a-b:c', 'A'],
  [{ type: 'string', pattern: '^\\p{L}+$' }, 'é', '1'],
  [{ type: 'number', minimum: 0, exclusiveMinimum: true }, 1, 0],
  [{ nullable: true, oneOf: [{ type: 'string' }] }, null, 1],
  [{ type: 'object', required: ['a'], properties: { a: { type: 'file' } } }, { a: 1 }, {}],
])('answers are compared with %j', (schema, accepted, rejected) => {
  expect(problemsOf(schema, accepted)).toEqual([]);
  expect(problemsOf(schema, rejected)).not.toEqual([]);
});
