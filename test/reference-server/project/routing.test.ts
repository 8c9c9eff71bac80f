/** Routing over HTTP: every script answers with its own name. */
import { expect, test } from 'vitest';
import { sendRaw } from '../support/raw-request.js';
import { serveFiles } from '../support/serve.js';

const say = (name: string): string => `Response.json("${name}")`;

/** Appends to a header and passes the request on. */
const mark = (name: string): string => `Response.header("X-${name}", "passed")`;

async function answersOf(files: Record<string, string>, path: string): Promise<unknown> {
  const { url } = await serveFiles(files);
  const response = await fetch(url + path);
  return response.status === 200 ? response.json() : response.status;
}

const endpoints = {
  'api/users.wren': say('users'),
  'api/shop/orders.wren': say('orders'),
  'api/shop.wren': say('shop'),
};

test.each([
  ['/api/users', 'users'],
  ['/api/users?id=1', 'users'],
  ['/api/shop', 'shop'],
  ['/api/shop/orders', 'orders'],
  ['/api/%75sers', 'users'],
  ['/api/Users', 404],
  ['/api/users/', 404],
  ['/api/users/1', 404],
  ['/api//users', 404],
  ['/api/users.wren', 404],
  ['/api', 404],
  ['/', 404],
  ['/api/shop%2Forders', 404],
  ['/api/%', 404],
  ['/api/%ff', 404],
  ['/api/users%00', 404],
  ['/users', 404],
])('%s answers %s', async (path, expected) => {
  expect(await answersOf(endpoints, path)).toBe(expected);
});

test('a percent sign in a file name must be encoded in the path', async () => {
  const files = { 'api/%41.wren': say('percent') };
  expect(await answersOf(files, '/api/%2541')).toBe('percent');
  expect(await answersOf(files, '/api/%41')).toBe(404);
});

test('no path reaches a file outside of the project', async () => {
  const files = { ...endpoints, '_app.wren': say('app'), 'api/_draft.wren': say('draft') };
  const { url } = await serveFiles(files);
  for (const path of ['/api/../_app', '/api/_draft', '/api/..%2f_app', '/_app', '/api/./_draft']) {
    const answer = await sendRaw(
      url,
      `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  }
});

test('an unknown path is answered with a JSON error', async () => {
  const { url } = await serveFiles(endpoints);
  const response = await fetch(`${url}/nowhere`);
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toEqual({ error: 'Not found' });
});

test('a script that ends without an answer is answered with 200 and an empty body', async () => {
  const { url } = await serveFiles({ 'api/silent.wren': 'Response.header("X-A", "b")' });
  const response = await fetch(`${url}/api/silent`);
  expect([response.status, await response.text()]).toEqual([200, '']);
  expect([...response.headers.keys()]).not.toContain('content-type');
  expect(response.headers.get('x-a')).toBe('b');
});

test('route scripts that pass a request on do not answer a path without an endpoint', async () => {
  const { url } = await serveFiles({
    ...endpoints,
    'api/_route.wren': 'if (Response.cors) return',
  });
  const response = await fetch(`${url}/api/nothing`);
  expect([response.status, await response.json()]).toEqual([404, { error: 'Not found' }]);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
});

test('route scripts run before the endpoint, outermost first', async () => {
  const order = (name: string): string => `Response.header("X-Order", "${name}")`;
  const { url } = await serveFiles({
    'api/_route.wren': `${mark('Outer')}\n${order('outer')}`,
    'api/shop/_route.wren': `${mark('Inner')}\n${order('inner')}`,
    'api/shop/orders.wren': say('orders'),
  });
  const { headers } = await fetch(`${url}/api/shop/orders`);
  expect(headers.get('x-outer')).toBe('passed');
  expect(headers.get('x-inner')).toBe('passed');
  expect(headers.get('x-order')).toBe('inner');
});

test('a route script that answers ends the request', async () => {
  const files = { ...endpoints, 'api/_route.wren': 'Response.status(401)\nResponse.json("stop")' };
  const { url } = await serveFiles(files);
  const response = await fetch(`${url}/api/users`);
  expect(response.status).toBe(401);
  expect(await response.json()).toBe('stop');
});

test('a route script does not run for sibling folders', async () => {
  const files = { ...endpoints, 'api/shop/_route.wren': say('stop') };
  expect(await answersOf(files, '/api/users')).toBe('users');
  expect(await answersOf(files, '/api/shop')).toBe('shop');
  expect(await answersOf(files, '/api/shop/orders')).toBe('stop');
});

test('a route script answers the paths below it without an endpoint', async () => {
  const files = {
    'api/_route.wren': 'Response.json([Request.route(0), Request.route(1), Request.route(2)])',
  };
  expect(await answersOf(files, '/api/orders/1%207')).toEqual(['orders', '1 7', null]);
  expect(await answersOf(files, '/api')).toEqual([null, null, null]);
  expect(await answersOf(files, '/other')).toBe(404);
});
