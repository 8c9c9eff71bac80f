import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { findDoubledPath } from '../../../conformance/servers/doubled-path.js';
import { listen } from '../../faulty/listen.js';

const ready = { method: 'GET', path: '/api/users?id=1' };

/** Looks for the mistake in a base URL; the server has the given paths alone. */
async function find(path: string, known: readonly string[]): Promise<string | undefined> {
  const { url, close } = await listen(
    createServer(({ url: asked = '' }, response) => {
      response.writeHead(known.includes(asked) ? 200 : 404).end();
    }),
  );
  try {
    const found = await findDoubledPath({ baseUrl: url + path }, ready);
    return found?.replace(url, 'the server');
  } finally {
    await close();
  }
}

test.each([
  ['/api', ['/api/users?id=1'], 'the server'],
  ['/v1/api', ['/v1/api/users?id=1'], 'the server/v1'],
  ['/api', ['/api/users'], 'the server'],
])('%s is too much for a server with %s', async (path, known, meant) => {
  expect(await find(path, known)).toBe(meant);
});

test.each([
  ['/api', ['/api/api/users?id=1', '/api/api/users', '/api/users']],
  ['/api', []],
  ['/rest', ['/api/users?id=1']],
  ['', ['/api/users']],
])('%s is not too much for a server with %s', async (path, known) => {
  expect(await find(path, known)).toBeUndefined();
});
