/** The guards of the variants of the project basic. */
import { hash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createApiKey,
  createToken,
  revokeApiKey,
  revokeToken,
  shippedProject,
} from '../../../reference-server/index.js';
import { isOnPostgres, serveFolder, type TestServer } from '../support/serve.js';
import { execute } from '../support/sql.js';

type Headers = Readonly<Record<string, string>>;

let server: TestServer;

async function serveVariant(name: string): Promise<void> {
  const options = isOnPostgres ? {} : { database: ':memory:' };
  server = await serveFolder(shippedProject(name), options);
}

async function statusOf(resource: string, headers: Headers = {}, method = 'GET'): Promise<number> {
  const response = await fetch(`${server.url}/api/${resource}`, { method, headers });
  const text = await response.text();
  if (response.status >= 400) expect(JSON.parse(text)).toEqual({ error: expect.any(String) });
  return response.status;
}

describe('users-api-key', () => {
  beforeEach(() => serveVariant('users-api-key'));

  test.each(['users', 'products'])('%s need an active API key', async (resource) => {
    const key = await createApiKey(server.database);
    expect(await statusOf(resource)).toBe(401);
    expect(await statusOf(resource, { 'x-api-key': `${key}x` })).toBe(401);
    expect(await statusOf(resource, { 'x-api-key': key })).toBe(200);
    await revokeApiKey(server.database, key);
    expect(await statusOf(resource, { 'x-api-key': key })).toBe(401);
  });

  test('a preflight needs no key', async () => {
    expect(await statusOf('users', {}, 'OPTIONS')).toBe(204);
  });
});

describe('bearer', () => {
  beforeEach(() => serveVariant('bearer'));

  const authorize = (authorization: string): Headers => ({ authorization });

  test.each(['users', 'products'])('%s need a valid token', async (resource) => {
    const token = await createToken(server.database);
    expect(await statusOf(resource)).toBe(401);
    expect(await statusOf(resource, authorize(`Bearer ${token}x`))).toBe(401);
    expect(await statusOf(resource, authorize(`Bearer ${token}`))).toBe(200);
    await revokeToken(server.database, token);
    expect(await statusOf(resource, authorize(`Bearer ${token}`))).toBe(401);
  });

  test('an expired token is rejected', async () => {
    const token = await createToken(server.database, -1);
    expect(await statusOf('users', authorize(`Bearer ${token}`))).toBe(401);
  });

  test.each([
    (token: string) => token,
    (token: string) => `bearer ${token}`,
    (token: string) => `BEARER ${token}`,
    (token: string) => `Basic ${token}`,
    (token: string) => `Bearer  ${token}`,
    (token: string) => `Bearer ${token} x`,
    (token: string) => `Bearer\t${token}`,
    (token: string) => `Bearer${token}`,
    () => 'Bearer',
  ])('a header in a different format is rejected: %s', async (write) => {
    const token = await createToken(server.database);
    expect(await statusOf('users', authorize(`Bearer ${token}`))).toBe(200);
    expect(await statusOf('users', authorize(write(token)))).toBe(401);
  });

  test.each([
    ['2999-12-31T23:59:59Z', 200],
    ['2999-12-31 23:59:59', 200],
    ['2001-01-01T00:00:00Z', 401],
    ['some day', 401],
  ])('a token that expires at %s is answered with %s', async (expiresAt, status) => {
    const insert = 'INSERT INTO sessions (token_hash, expires_at) VALUES (?, ?)';
    await execute(server.database, insert, hash('sha256', 't'), expiresAt);
    expect(await statusOf('users', authorize('Bearer t'))).toBe(status);
  });

  test('a token that expires later today, written with a T, is accepted', async () => {
    const soon = new Date(Date.now() + 60_000).toISOString();
    const past = new Date(Date.now() - 60_000).toISOString();
    const insert = 'INSERT INTO sessions (token_hash, expires_at) VALUES (?, ?)';
    await execute(server.database, insert, hash('sha256', 'soon'), soon);
    await execute(server.database, insert, hash('sha256', 'past'), past);
    expect(await statusOf('users', authorize('Bearer soon'))).toBe(200);
    expect(await statusOf('users', authorize('Bearer past'))).toBe(401);
  });

  test('a 401 names the scheme', async () => {
    const { headers } = await fetch(`${server.url}/api/users`);
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });

  test('API keys are not accepted, and a preflight needs no token', async () => {
    const key = await createApiKey(server.database);
    expect(await statusOf('products', { 'x-api-key': key })).toBe(401);
    expect(await statusOf('products', {}, 'OPTIONS')).toBe(204);
  });
});

describe('route', () => {
  beforeEach(() => serveVariant('route'));

  test('users are open, products need an API key', async () => {
    const key = await createApiKey(server.database);
    expect(await statusOf('users')).toBe(200);
    expect(await statusOf('products')).toBe(401);
    expect(await statusOf('products', { 'x-api-key': 'x' })).toBe(401);
    expect(await statusOf('products', { 'x-api-key': key })).toBe(200);
  });

  test('a preflight needs no key, and a path without an endpoint is answered with 404', async () => {
    expect(await statusOf('products', {}, 'OPTIONS')).toBe(204);
    expect(await statusOf('orders')).toBe(404);
  });

  test('a percent-encoded path of products needs a key, too', async () => {
    expect(await statusOf('%70roducts')).toBe(401);
    expect(await statusOf('products?id=1')).toBe(401);
  });
});
