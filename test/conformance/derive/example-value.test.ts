/** Values of requests that tell whether a server reads them. */
import { describe, expect, test } from 'vitest';
import type {
  ApiDescription,
  ApiOperation,
} from '../../../conformance/derive/description/description.js';
import { bodyOf } from '../../../conformance/derive/examples/bodies.js';
import { makeExample } from '../../../conformance/derive/examples/example-value.js';
import type { Json } from '../../../kit/collections.js';

const api = { document: {}, operations: [] as unknown } as ApiDescription;

test.each([
  [{ type: 'integer', default: 50 }, 51],
  [{ type: 'integer', default: 50, maximum: 50 }, 49],
  [{ type: 'number', default: 2.5, multipleOf: 0.1 }, 2.6],
  [{ type: 'integer', default: 3, minimum: 3, maximum: 3 }, 3],
  [{ type: 'integer', default: 5, enum: [5, 10] }, 5],
  [{ type: 'boolean', default: false }, false],
  [{ type: 'string', default: 'en' }, 'en'],
])('%j is sent as %j', (schema, expected) => {
  expect(makeExample(api, schema)).toBe(expected);
});

describe('a pattern that JavaScript does not compile', () => {
  const code = { type: 'string', pattern: '\\A[A-Z]{3}\\Z' };
  const made = (properties: object, required: readonly string[] = []) => {
    const schema = { type: 'object', required, properties };
    const operations: unknown = [{ body: { schema }, parameters: [] }];
    return makeExample({ document: {}, operations } as ApiDescription, schema);
  };

  test('leaves out its member alone, when it is optional', () => {
    expect(made({ code, count: { type: 'integer' } })).toEqual({ count: 1 });
  });

  test('does not forbid the value that the description shows', () => {
    expect(made({ code: { ...code, example: 'ABC' } }, ['code'])).toEqual({ code: 'ABC' });
  });

  test('names the member that is required', () => {
    expect(() => made({ code }, ['code'])).toThrow(/for code that matches the pattern \\A/);
  });
});

test('names the format that no value has', () => {
  const schema = { type: 'string', format: 'json-pointer' };
  const operations: unknown = [{ body: { schema }, parameters: [] }];
  const make = () => makeExample({ document: {}, operations } as ApiDescription, schema);
  expect(make).toThrow('no value can be derived that satisfies the format json-pointer');
});

describe('a value that the schema itself forbids', () => {
  const enumeration = { type: 'string', enum: ['small', 'large'] };
  const made = (schema: Json) => {
    const operations: unknown = [{ body: { schema }, parameters: [] }];
    const components = { schemas: { Box: { type: 'object', properties: { kind: enumeration } } } };
    const document: Json = { components };
    return makeExample({ document, operations } as ApiDescription, schema);
  };

  test.each([
    { ...enumeration, default: 'Small' },
    { oneOf: [enumeration], default: 'Small' },
    { ...enumeration, example: 'Small' },
  ])('in %j gives way to one of its enum', (schema) => {
    expect(made(schema)).toBe('small');
  });

  test('gives way to it where a discriminator has no mapping', () => {
    const oneOf = [{ $ref: '#/components/schemas/Box' }];
    expect(made({ oneOf, discriminator: { propertyName: 'kind' } })).toEqual({ kind: 'small' });
  });
});

test.each([
  ['boolean', 'true'],
  ['integer', '1'],
])('a text/plain body may be that of a %s', (type, expected) => {
  const body = { mediaType: 'text/plain', schema: { type }, examples: [], isRequired: true };
  const operation = { body, parameters: [] } as unknown as ApiOperation;
  const document: ApiDescription = { ...api, operations: [operation] };
  expect(bodyOf(document, operation)).toBe(expected);
});
