import { readFileSync } from 'node:fs';
import type { OpenAPIV3_1 } from 'openapi-types';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { follow, loadDescription } from '../../api-docs/description.js';
import { packageFile } from '../../kit/package-root.js';

type Operation = OpenAPIV3_1.OperationObject;

const methods = ['get', 'post', 'put', 'delete', 'options'] as const;
const catalogue = parse(readFileSync(packageFile('spec', 'requirements.yaml'), 'utf8')) as {
  readonly requirements: readonly { readonly level: string; readonly exercises?: string[] }[];
};
const exercised = new Set(
  catalogue.requirements
    .filter(({ level }) => level === 'must')
    .flatMap(({ exercises = [] }) => exercises),
);

describe('the OpenAPI description', () => {
  let document: OpenAPIV3_1.Document;
  let operations: [name: string, operation: Operation][];

  beforeAll(async () => {
    document = await loadDescription(packageFile('spec', 'openapi.yaml'));
    operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      methods.flatMap((method): [string, Operation][] => {
        const operation = item?.[method];
        return operation === undefined ? [] : [[`${method.toUpperCase()} ${path}`, operation]];
      }),
    );
  });

  it('is a valid document of version 3.1', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it('has every method of both resources', () => {
    const expected = ['/api/users', '/api/products'].flatMap((path) =>
      methods.map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations.map(([name]) => name).sort()).toEqual(expected.sort());
  });

  it('describes each operation for readers', () => {
    const silent = operations.filter(([, o]) => !o.summary || !o.description || !o.operationId);
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  it('has only operations and statuses that a stated requirement exercises', () => {
    const described = operations.flatMap(([name, { responses }]) =>
      Object.keys(responses ?? {})
        .filter((status) => status !== 'default')
        .map((status) => `${name} ${status}`),
    );
    expect(described.sort()).toEqual([...exercised].sort());
  });

  it('has CORS headers on every answer', () => {
    const without = operations.flatMap(([name, { responses }]) =>
      Object.entries(responses ?? {})
        .filter(([, given]) => {
          const response = follow<OpenAPIV3_1.ResponseObject>(document, given);
          return !response?.headers?.['Access-Control-Allow-Origin'];
        })
        .map(([status]) => `${name} ${status}`),
    );
    expect(without).toEqual([]);
  });

  it('gives no content to a 204', () => {
    const contents = operations.map(([, { responses }]) => follow(document, responses?.['204']));
    expect(contents.filter((response) => response && 'content' in response)).toEqual([]);
  });
});
