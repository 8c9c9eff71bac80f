import { expect, test } from 'vitest';
import { serveFiles } from '../support/serve.js';

test('a running server answers health checks at a path that no script can have', async () => {
  const { url } = await serveFiles({
    'api/__health.wren': 'Response.json("script")',
    '__health.wren': 'Response.json("script")',
  });
  const response = await fetch(`${url}/__health`);
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect((await fetch(`${url}/__health`, { method: 'HEAD' })).status).toBe(200);
  expect((await fetch(`${url}/api/__health`)).status).toBe(404);
});
