/** A brief test of the project basic; the conformance suite judges it in depth. */
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createApiKey,
  type RunningServer,
  revokeApiKey,
  shippedProject,
  start,
} from '../../../reference-server/index.js';
import { createTestSchema, endSharedPostgres } from '../support/postgres.js';
import { isOnPostgres } from '../support/serve.js';
import { execute, firstRow } from '../support/sql.js';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-basic-'));
let server: RunningServer;
let apiKey: string;

beforeAll(async () => {
  const project = shippedProject('basic');
  const file = join(folder, 'db.sqlite3');
  const database = isOnPostgres ? (await createTestSchema()).address : file;
  server = await start({ project, database, port: 0 });
  apiKey = await createApiKey(server.database);
});

afterAll(async () => {
  await server.close();
  if (isOnPostgres) await endSharedPostgres();
  rmSync(folder, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

type Headers = Readonly<Record<string, string>>;

async function call(method: string, path: string, body?: unknown, headers: Headers = {}) {
  const content = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${server.url}/api/${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: content }),
  });
  const text = await response.text();
  const answer: Answer = {
    status: response.status,
    body: text === '' ? undefined : JSON.parse(text),
  };
  return answer;
}

function callWithKey(method: string, path: string, body?: unknown): Promise<Answer> {
  return call(method, path, body, { 'x-api-key': apiKey });
}

const errorBody = expect.objectContaining({ error: expect.any(String) });

let emails = 0;

function newEmail(): string {
  emails += 1;
  return `user-${emails}@example.org`;
}

async function createUser(email = newEmail()): Promise<number> {
  const { body } = await call('POST', 'users', { name: 'Ada', email });
  return (body as { id: number }).id;
}

async function createProduct(fields: object = {}): Promise<number> {
  const { body } = await callWithKey('POST', 'products', { name: 'Pen', price: 1.5, ...fields });
  return (body as { id: number }).id;
}

describe('users', () => {
  test('are created, read, replaced and deleted', async () => {
    const email = newEmail();
    const created = await call('POST', 'users?id=1', { name: 'Ada', email });
    expect(created).toEqual({ status: 201, body: { id: expect.any(Number), name: 'Ada', email } });
    const { id } = created.body as { id: number };

    const read = await call('GET', `users?id=${id}`);
    const created_at = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(read).toEqual({ status: 200, body: { id, name: 'Ada', email, created_at } });
    expect((await call('GET', 'users')).body).toContainEqual(read.body);

    const replaced = await call('PUT', `users?id=${id}`, { name: '', email: `x${email}` });
    expect(replaced).toEqual({ status: 200, body: { id, name: '', email: `x${email}` } });

    expect(await call('DELETE', `users?id=${id}`)).toEqual({ status: 204, body: undefined });
    expect((await call('GET', `users?id=${id}`)).status).toBe(404);
    expect((await call('DELETE', `users?id=${id}`)).status).toBe(204);
  });

  test.each([
    [{}, ['name', 'email']],
    [{ name: 'Ada' }, ['email']],
    [{ name: '', email: 'a@b' }, ['name']],
    [{ name: null, email: 0 }, ['name', 'email']],
    [{ name: 'Ada', email: 5 }, ['email']],
  ])('are not created from %j', async (body, fields) => {
    const answer = await call('POST', 'users', body);
    expect(answer).toEqual({ status: 400, body: errorBody });
    expect(Object.keys((answer.body as { details: object }).details).sort()).toEqual(fields.sort());
  });

  test('have unique emails', async () => {
    const email = newEmail();
    await createUser(email);
    const id = await createUser();
    expect(await call('POST', 'users', { name: 'B', email })).toEqual({
      status: 409,
      body: errorBody,
    });
    expect((await call('PUT', `users?id=${id}`, { name: 'B', email })).status).toBe(409);
  });

  test('may be replaced by the same values', async () => {
    const email = newEmail();
    const id = await createUser(email);
    expect((await call('PUT', `users?id=${id}`, { name: 'Ada', email })).status).toBe(200);
  });
});

describe('products', () => {
  test('are created, read, updated and deleted', async () => {
    const fields = { name: 'Pen', description: 'Blue', price: 2.5, stock: 3 };
    const created = await callWithKey('POST', 'products', fields);
    expect(created).toEqual({ status: 201, body: { id: expect.any(Number), ...fields } });
    const { id } = created.body as { id: number };

    const read = await callWithKey('GET', `products?id=${id}`);
    expect(read.body).toEqual({
      id,
      ...fields,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });

    const change = { name: '', description: null, price: 0, stock: 7 };
    expect(await callWithKey('PUT', `products?id=${id}`, change)).toEqual({
      status: 200,
      body: { id: String(id), ...fields, stock: 7 },
    });

    expect(await callWithKey('DELETE', `products?id=${id}`)).toEqual({
      status: 204,
      body: undefined,
    });
    expect(await callWithKey('DELETE', `products?id=${id}`)).toEqual({
      status: 404,
      body: errorBody,
    });
  });

  test.each([undefined, null, 0, false, ''])('have stock 0 for %j', async (stock) => {
    const answer = await callWithKey('POST', 'products', { name: 'Pen', price: 1, stock });
    expect(answer.body).toMatchObject({ description: null, stock: 0 });
  });

  test.each([
    {},
    { name: 'Pen' },
    { name: '', price: 1 },
    { name: 'Pen', price: 0 },
    { name: 'Pen', price: '1' },
    { name: 5, price: 1 },
    { name: 'Pen', price: 1, stock: 1.5 },
    { name: 'Pen', price: 1, description: [1] },
  ])('are not created from %j', async (body) => {
    expect(await callWithKey('POST', 'products', body)).toEqual({ status: 400, body: errorBody });
  });

  test('keep texts of any kind', async () => {
    const name = `'"\\;--<b>\u0001\u{1f600} ä`;
    const id = await createProduct({ name });
    expect((await callWithKey('GET', `products?id=${id}`)).body).toMatchObject({ name });
  });
});

describe('the list of products', () => {
  test('has pages, the newest products first', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 5; count++) ids.push(await createProduct());
    const newest = ids.toReversed();
    const page = async (query: string): Promise<[number[], object]> => {
      const { body } = await callWithKey('GET', `products?${query}`);
      const { data, pagination } = body as { data: { id: number }[]; pagination: object };
      return [data.map(({ id }) => id), pagination];
    };
    const [first, { total, ...rest }] = (await page('limit=2')) as [number[], { total: number }];
    expect(first).toEqual(newest.slice(0, 2));
    expect(rest).toEqual({ page: 1, limit: 2, pages: Math.ceil(total / 2) });
    expect((await page('page=2&limit=2'))[0]).toEqual(newest.slice(2, 4));
    expect((await page('page=1000000000&limit=1000000000'))[0]).toEqual([]);
    expect((await page(''))[1]).toMatchObject({ page: 1, limit: 20 });
  });

  test('has the current total', async () => {
    const readTotal = async (): Promise<number> => {
      const { body } = await callWithKey('GET', 'products?limit=1');
      return (body as { pagination: { total: number } }).pagination.total;
    };
    const before = await readTotal();
    const id = await createProduct();
    await createProduct();
    expect(await readTotal()).toBe(before + 2);
    await callWithKey('DELETE', `products?id=${id}`);
    await callWithKey('PUT', `products?id=${id + 1}`, { stock: 7 });
    expect(await readTotal()).toBe(before + 1);
  });

  test.each(['page=0', 'page=-1', 'page=x', 'page=', 'limit=0', 'limit=1.5', 'limit=1e10'])(
    'is rejected with %s',
    async (query) => {
      const answer = await callWithKey('GET', `products?${query}`);
      expect(answer).toEqual({ status: 400, body: errorBody });
    },
  );
});

describe('API keys', () => {
  test('guard all methods of products but OPTIONS', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
      expect(await call(method, 'products')).toEqual({ status: 401, body: errorBody });
    }
    expect(await call('OPTIONS', 'products')).toEqual({ status: 204, body: undefined });
  });

  test('are accepted only while they are active', async () => {
    const key = await createApiKey(server.database);
    const read = (value: string) => call('GET', 'products', undefined, { 'x-api-key': value });
    expect((await read(key)).status).toBe(200);
    expect((await read(key.toLowerCase())).status).toBe(401);
    expect((await read('')).status).toBe(401);
    await revokeApiKey(server.database, key);
    expect((await read(key)).status).toBe(401);
  });
});

describe.each(['users', 'products'])('%s', (resource) => {
  test.each([
    ['PATCH', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['PATCH', '?id=1'],
  ])('answer 404 to %s%s', async (method, query) => {
    expect(await callWithKey(method, resource + query)).toEqual({ status: 404, body: errorBody });
  });

  test.each(['{', '[]', '"text"', 'null', '5'])('answer 400 to the body %s', async (body) => {
    const id = resource === 'users' ? await createUser() : await createProduct();
    expect(await callWithKey('POST', resource, body)).toEqual({ status: 400, body: errorBody });
    expect(await callWithKey('PUT', `${resource}?id=${id}`, body)).toEqual({
      status: 400,
      body: errorBody,
    });
  });

  test('allow all origins on every answer', async () => {
    const requests: [string, string, string?][] = [
      ['OPTIONS', ''],
      ['GET', ''],
      ['GET', '?id=0'],
      ['POST', '', '{'],
      ['PATCH', ''],
    ];
    for (const [method, query, body] of requests) {
      const response = await fetch(`${server.url}/api/${resource}${query}`, {
        method,
        ...(body === undefined ? {} : { body }),
      });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-allow-methods')).toContain('DELETE');
      expect(response.headers.get('access-control-allow-headers')).toContain('X-API-Key');
    }
  });
});

describe('protection of clients from each other', () => {
  test('no script can delete a user with an active API key', async () => {
    const { database } = server;
    const owner = 'SELECT user_id FROM api_keys WHERE key_hash = ?';
    const [user] = await firstRow(database, owner, hash('sha256', apiKey));
    expect(await call('DELETE', `users?id=${user}`)).toEqual({
      status: 409,
      body: { error: 'The user has active API keys' },
    });
    await expect(execute(database, 'DELETE FROM users')).rejects.toThrow('active API keys');
    expect((await callWithKey('GET', 'products')).status).toBe(200);
  });

  test('a user can be deleted after its keys are revoked', async () => {
    const { body } = await call('POST', 'users', { name: 'Ada', email: newEmail() });
    const { id } = body as { id: number };
    const key = await createApiKey(server.database, id);
    expect((await call('DELETE', `users?id=${id}`)).status).toBe(409);
    await revokeApiKey(server.database, key);
    expect((await call('DELETE', `users?id=${id}`)).status).toBe(204);
    expect((await call('DELETE', `users?id=${id}`)).status).toBe(204);
    expect((await call('GET', `users?id=${id}`)).status).toBe(404);
  });

  test('keys without a user belong to no user that a client created', async () => {
    const { database } = server;
    const key = await createApiKey(database);
    const select = 'SELECT name FROM users JOIN api_keys ON user_id = users.id WHERE key_hash = ?';
    expect(await firstRow(database, select, hash('sha256', key))).toEqual(['API user']);
  });

  test.each([
    ['name', 200, 'ä'],
    ['email', 254, 'x'],
  ])('the %s of a user has at most %i characters', async (field, longest, character) => {
    const user = (length: number) => ({
      name: 'Ada',
      email: newEmail(),
      [field]: newEmail().padEnd(length, character),
    });
    const created = await call('POST', 'users', user(longest));
    expect(created.status).toBe(201);
    const refused = {
      status: 400,
      body: {
        error: 'Some fields are missing or wrong',
        details: { [field]: `must have at most ${longest} characters` },
      },
    };
    expect(await call('POST', 'users', user(longest + 1))).toEqual(refused);
    const { id } = created.body as { id: number };
    expect(await call('PUT', `users?id=${id}`, user(longest + 1))).toEqual(refused);
  });

  test('the texts of a product have maximum lengths, too', async () => {
    const product = { name: 'x'.repeat(201), description: 'x'.repeat(10_001), price: 1 };
    const details = {
      name: 'must have at most 200 characters',
      description: 'must have at most 10000 characters',
    };
    const refused = await callWithKey('POST', 'products', product);
    expect(refused).toEqual({ status: 400, body: expect.objectContaining({ details }) });
  });
});
