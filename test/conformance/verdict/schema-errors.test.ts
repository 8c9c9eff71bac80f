import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { withoutAlternatives } from '../../../conformance/verdict/schema-errors.js';

const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false });

function mistakesIn(schema: object, value: unknown): readonly string[] {
  const validate = ajv.compile(schema);
  validate(value);
  return withoutAlternatives(validate.errors ?? []).map(
    ({ instancePath, keyword }) => `${instancePath} ${keyword}`,
  );
}

const cat = { type: 'object', required: ['claws'], properties: { name: { type: 'string' } } };
const dog = { type: 'object', required: ['bark'], properties: { name: { type: 'string' } } };
const nothing = { type: 'null' };

test.each([
  ['one mistake for alternatives of one type', { oneOf: [cat, dog] }, { name: 1 }, [' oneOf']],
  ['one mistake for a value of another type', { anyOf: [cat, nothing] }, 1, [' anyOf']],
  [
    'the mistakes of the only alternative of the type',
    { anyOf: [cat, nothing] },
    { name: 1 },
    [' required', '/name type'],
  ],
  [
    'mistakes of each element',
    { items: { anyOf: [cat, nothing, { type: 'string' }] } },
    [null, {}, 'x', { claws: 1, name: 1 }],
    ['/1 required', '/3/name type'],
  ],
  [
    'alternatives within alternatives',
    { anyOf: [nothing, { type: 'object', properties: { pet: { oneOf: [cat, dog] } } }] },
    { pet: {} },
    ['/pet oneOf'],
  ],
  ['several matches', { oneOf: [true, true] }, 1, [' oneOf']],
  [
    'other mistakes beside',
    { properties: { a: { type: 'string' }, pet: { oneOf: [cat, dog] } } },
    { a: 1, pet: {} },
    ['/a type', '/pet oneOf'],
  ],
])('%s', (_name, schema, value, expected) => {
  expect(mistakesIn(schema, value)).toEqual(expected);
});
