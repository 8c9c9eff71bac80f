/** Clients that close their direction after a request, on both databases. */
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { createTestSchema, endSharedPostgres } from '../support/postgres.js';
import { RawClient } from '../support/raw-request.js';
import { serveFiles, type TestServer } from '../support/serve.js';

afterAll(endSharedPostgres);

/** The statement takes longer than a connection lingers without a pending request. */
const files = {
  'api/slow.wren': `
    if (Db.engine == "postgresql") {
      \`/* postgresql */ SELECT pg_sleep(1.5)\`.fetch
    } else {
      var end = System.clock + 1.5
      while (System.clock < end) {}
    }
    Response.json("slow")`,
  'api/failing.wren': '// Db.engine\n`/* postgresql */ SELECT pg_sleep(1)`.fetch\n1.unknown',
  'api/hashing.wren': 'for (i in 1..4) Util.hash("a")\nResponse.json("hashed")',
  'api/endless.wren': '// Db.engine\n`/* postgresql */ SELECT pg_sleep(60)`.fetch',
  'api/count.wren':
    "// Db.engine\nResponse.json(`/* postgresql */ SELECT count(*) AS n FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(60)%' AND datname = current_database() AND pid <> pg_backend_pid()`.first[\"n\"])",
};

async function serveFrom(engine: string): Promise<TestServer> {
  const limits = { scriptTime: 20_000 };
  if (engine === 'sqlite') return serveFiles(files, { database: ':memory:', limits });
  const { address, drop } = await createTestSchema();
  onTestFinished(drop);
  return serveFiles(files, { database: address, limits });
}

const request = (path: string, method = 'GET', version = '1.1'): string =>
  `${method} /api/${path} HTTP/${version}\r\nHost: a\r\n\r\n`;

/** All bytes that a client receives after it has sent these requests and half-closed. */
async function receive(url: string, requests: string): Promise<string> {
  const client = new RawClient(url);
  client.send(requests);
  client.end();
  return client.ended();
}

const interim = '(HTTP/1\\.1 100 Continue\r\n\r\n)';
const answer = (status: number, body: string): string =>
  `HTTP/1\\.1 ${status} [^\r]+(\r\n[^\r]+)+\r\n\r\n${body}`;

describe.each(['sqlite', 'postgresql'])('a client on %s', (engine) => {
  test.each([
    ['a waiting script', request('hashing'), `${interim}*${answer(200, '"hashed"')}`],
    ['a long statement', request('slow'), `${interim}*${answer(200, '"slow"')}`],
    ['HEAD', request('slow', 'HEAD'), `${interim}*${answer(200, '')}`],
    ['two requests', request('slow').repeat(2), `(${interim}*${answer(200, '"slow"')}){2}`],
  ])('gets its answers: %s', async (_, requests, pattern) => {
    const { url } = await serveFrom(engine);
    expect(await receive(url, requests)).toMatch(new RegExp(`^${pattern}$`));
  });
});

test('a client gets interim responses before its answer, also before an error', async () => {
  const { url } = await serveFrom('postgresql');
  const pattern = `^${interim}{2,}${answer(500, '.*')}$`;
  expect(await receive(url, request('failing'))).toMatch(new RegExp(pattern));
});

test('a client of HTTP/1.0 gets no interim response', async () => {
  const { url } = await serveFrom('postgresql');
  expect(await receive(url, request('slow', 'GET', '1.0'))).toBe('');
  expect(await receive(url, request('count', 'GET', '1.0'))).toMatch(/^HTTP\/1\.1 200 /);
});

test.each(['1.0', '1.1'])(
  'a statement ends when its client of HTTP/%s has disconnected',
  async (version) => {
    const { url } = await serveFrom('postgresql');
    const count = async (): Promise<unknown> => (await fetch(`${url}/api/count`)).json();
    const client = new RawClient(url);
    client.send(request('endless', 'GET', version));
    await expect.poll(count).toBe(1);
    client.close();
    await expect.poll(count, { timeout: 10_000 }).toBe(0);
  },
);
