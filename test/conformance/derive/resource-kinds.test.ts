/** The kinds of resources that a description gives the clean-up. */
import { expect, test } from 'vitest';
import { deriveSuite } from '../../../conformance/derive/derived-suite.js';
import { packageFile } from '../../../kit/package-root.js';

const kindsOf = (...path: readonly string[]) =>
  deriveSuite(packageFile(...path), { takenOptions: [] }).resources;

test('kinds are named by the id in the query, and by the page of their list', () => {
  expect(kindsOf('spec', 'openapi.yaml')).toEqual([
    { name: 'users', item: '/api/users?id=${id}', list: '/api/users' },
    {
      ...{ name: 'products', item: '/api/products?id=${id}' },
      list: '/api/products?page=${page}',
    },
  ]);
});
