import { expect, test } from 'vitest';
import { withModernSchemas } from '../../../conformance/verdict/openapi-30.js';

const schemas = {
  text: { type: 'string', nullable: true, enum: ['a'] },
  plain: { type: 'string', nullable: false },
  reference: { nullable: true, allOf: [{ $ref: '#/schemas/text' }] },
  above: { type: 'number', minimum: 0, exclusiveMinimum: true },
  atMost: { type: 'number', maximum: 9, exclusiveMaximum: false },
};

test('schemas of OpenAPI 3.0 say the same in the words of JSON Schema', () => {
  expect(withModernSchemas({ openapi: '3.0.3', schemas }).schemas).toEqual({
    text: { type: ['string', 'null'], enum: ['a', null] },
    plain: { type: 'string' },
    reference: { anyOf: [{ allOf: [{ $ref: '#/schemas/text' }] }, { type: 'null' }] },
    above: { type: 'number', minimum: 0, exclusiveMinimum: 0 },
    atMost: { type: 'number', maximum: 9 },
  });
});

test('those of 3.1 stay as they are', () => {
  const document = { openapi: '3.1.0', schemas };
  expect(withModernSchemas(document)).toBe(document);
});
