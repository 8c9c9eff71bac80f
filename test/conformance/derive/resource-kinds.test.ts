/** The kinds of resources that a description gives the clean-up. */
import { expect, test } from 'vitest';
import { deriveSuite } from '../../../conformance/derive/derived-suite.js';
import { packageFile } from '../../../kit/package-root.js';

const kindsOf = (...path: readonly string[]) =>
  deriveSuite(packageFile(...path), { takenOptions: [] }).resources;

test('kinds are named by the id in the query, and have no list', () => {
  const more = { list: undefined, members: [] };
  expect(kindsOf('spec', 'openapi.yaml')).toEqual([
    { name: 'users', item: '/api/users?id=${id}', ...more },
    { name: 'products', item: '/api/products?id=${id}', ...more },
  ]);
  expect(kindsOf('test', 'conformance', 'derive', 'notes.yaml')).toEqual([]);
});
