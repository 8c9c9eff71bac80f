/** Every body that a description is given is valid by its schema, as a validator of the test's own says. */
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Arbitrary, array, boolean, constantFrom, integer, record, sample } from 'fast-check';
import { expect, test } from 'vitest';
import type { ApiDescription } from '../../../conformance/derive/description/description.js';
import {
  describeApi,
  describeDocument,
} from '../../../conformance/derive/description/description.js';
import { sampleOf } from '../../../conformance/derive/description/request-schemas.js';
import { bodyOf } from '../../../conformance/derive/examples/bodies.js';
import {
  NoExample,
  uniquePlaceholder,
} from '../../../conformance/derive/examples/example-value.js';
import type { Json } from '../../../kit/collections.js';
import { packageFile } from '../../../kit/package-root.js';
import { isFull, seed } from '../../extent.js';

const descriptions = {
  notes: fileURLToPath(new URL('notes.yaml', import.meta.url)),
  recipes: fileURLToPath(new URL('recipes.yaml', import.meta.url)),
  lending: fileURLToPath(new URL('lending/openapi.yaml', import.meta.url)),
  'example endpoints': packageFile('spec', 'openapi.yaml'),
};

/** The bodies of all operations in four variants, with what is wrong with them; and how many there are. */
function judge({ document, operations }: ApiDescription) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const bodies = operations.flatMap((operation) => {
    const { body } = operation;
    if (body === undefined || !/json/.test(body.mediaType)) return [];
    const validate = ajv.compile({ ...document, ...body.schema });
    return [0, 1, 2, 3].flatMap((variant) => {
      try {
        const value = sampleOf(
          bodyOf({ document, operations } as ApiDescription, operation, variant),
        );
        const place = `${operation.method} ${operation.path} ${variant}`;
        return [validate(value) ? '' : `${place}: ${ajv.errorsText(validate.errors)}`];
      } catch (error) {
        if (error instanceof NoExample) return [];
        throw error;
      }
    });
  });
  return { count: bodies.length, wrong: bodies.filter((one) => one !== '') };
}

test.each(Object.entries(descriptions))('bodies for the %s are valid', (_name, file) => {
  const { count, wrong } = judge(describeApi(file));
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(6);
});

const small = integer({ min: 0, max: 12 });

/** Schemas of texts, numbers, lists and words. */
const members: Arbitrary<Json> = integer({ min: 0, max: 6 }).chain((kind): Arbitrary<Json> => {
  const range = array(small, { minLength: 2, maxLength: 2 }).map((two) =>
    two.sort((a, b) => a - b),
  );
  const between = (names: readonly [string, string], rest: Json) =>
    range.map(([least, most]) => ({ ...rest, [names[0]]: least, [names[1]]: most }));
  const kinds: readonly Arbitrary<Json>[] = [
    between(['minLength', 'maxLength'], { type: 'string' }),
    between(['minimum', 'maximum'], { type: 'integer' }),
    between(['minimum', 'maximum'], { type: 'number', multipleOf: 0.25 }),
    between(['minItems', 'maxItems'], { type: 'array', items: { type: 'string' } }),
    constantFrom('^[A-Z]{2,8}$', '^\\d{3}-[a-z]+$', '^[a-z0-9-]+$').map((pattern) => ({
      ...{ type: 'string', pattern },
    })),
    constantFrom('email', 'uuid', 'date-time', 'date', 'uri', 'ipv4', 'hostname').map((format) => ({
      ...{ type: 'string', format },
    })),
    boolean().map((isWord) => (isWord ? { enum: ['a', 'b'] } : { type: ['boolean', 'null'] })),
  ];
  return kinds[kind] ?? members;
});

const schemas = record({
  one: members,
  two: members,
  isOpen: boolean(),
  required: constantFrom([], ['one'], ['one', 'two']),
}).map(({ one, two, isOpen, required }) => ({
  type: 'object',
  properties: { one, two, inside: { type: 'object', required: ['two'], properties: { two } } },
  required,
  additionalProperties: isOpen,
}));

test('bodies for generated schemas are valid', () => {
  const made = sample(schemas, { numRuns: isFull ? 1_000 : 30, seed });
  const paths = Object.fromEntries(
    made.map((schema, index) => {
      const requestBody = { content: { 'application/json': { schema } } };
      return [`/things-${index}`, { post: { requestBody, responses: { 201: {} } } }];
    }),
  );
  const info = { title: 'Things', version: '1' };
  const { count, wrong } = judge(describeDocument({ openapi: '3.1.0', info, paths }));
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(3 * made.length);
});

test.each<[string, string, object, unknown]>([
  ['an object', 'POST', {}, { name: uniquePlaceholder }],
  ['a list', 'POST', { type: 'array' }, [{ name: uniquePlaceholder }]],
  ['an object that a PUT replaces', 'PUT', {}, { id: 10, name: uniquePlaceholder }],
])(
  '%s with an example of an id does not name what belongs to others',
  (_what, method, outer, body) => {
    const shown = { id: 10, name: 'Ada' };
    const user = {
      type: 'object',
      properties: { id: { type: 'integer' }, name: { type: 'string' } },
    };
    const isList = 'type' in outer;
    const content = {
      schema: isList ? { ...outer, items: user } : user,
      example: isList ? [shown, shown] : shown,
    };
    const operation = {
      requestBody: { content: { 'application/json': content } },
      responses: { 200: { description: 'done' } },
    };
    const api = describeDocument({
      ...{ openapi: '3.1.0', info: { title: 'Users', version: '1' } },
      paths: { '/users': { [method.toLowerCase()]: operation } },
    });
    expect(api.operations.map((one) => bodyOf(api, one))).toEqual([body]);
  },
);
