/** Values of requests that tell whether a server reads them. */
import { expect, test } from 'vitest';
import type { ApiDescription } from '../../../conformance/derive/description.js';
import { makeExample } from '../../../conformance/derive/example-value.js';

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
