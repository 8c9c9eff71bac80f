/** Limits on clients: requests beyond them are rejected in JSON. */
import { expect, test } from 'vitest';
import { RawClient, sendRaw } from '../support/raw-request.js';
import { serveFiles } from '../support/serve.js';

const files = {
  'api/echo.wren': 'Response.json(Request.body)',
  'api/header.wren': 'Response.header(Request.get("name"), "x")\nResponse.json(1)',
  'api/rows.wren': [
    'Response.json(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)',
    '  SELECT i FROM n`.fetch.count)',
  ].join('\n'),
  'api/laughter.wren': 'var a = ["ha"]\nfor (i in 1..60) a = [a, a]\nResponse.json(a)',
  'api/chorus.wren': 'var text = "x" * 100000\nResponse.json((1..1000).map {|i| text }.toList)',
};

const post = 'POST /api/echo HTTP/1.1\r\nHost: a\r\n';

function errorIn(answer: string): unknown {
  return JSON.parse(/\r\n\r\n(\{.*\})$/.exec(answer)?.[1] ?? 'null');
}

test.each([
  ['whose headers take too long', 'GET /api/echo HTTP/1.1\r\nHost: a\r\nX-A'],
  ['whose body takes too long', `${post}Content-Length: 5\r\n\r\nab`],
])('a request %s is answered with 408', async (_, bytes) => {
  const { url } = await serveFiles(files, { limits: { headerTime: 100, requestTime: 100 } });
  const answer = await sendRaw(url, bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(errorIn(answer)).toEqual({ error: 'The request took too long to arrive' });
});

test('an idle connection is closed', async () => {
  const { url } = await serveFiles(files, { limits: { idleTime: 100 } });
  expect(await new RawClient(url).ended()).toBe('');
});

test('no shorter keep-alive time than the limit is announced', async () => {
  const { url } = await serveFiles(files);
  expect((await fetch(`${url}/api/echo`)).headers.get('keep-alive')).toBeNull();
});

test('headers beyond the limit are answered with 431', async () => {
  const { url } = await serveFiles(files, { limits: { header: 2_000 } });
  const answer = await sendRaw(url, `GET / HTTP/1.1\r\nX-A: ${'x'.repeat(2_000)}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(errorIn(answer)).toEqual({ error: 'The request headers are too large' });
});

test('many headers are answered with 431, however small they are', async () => {
  const { url } = await serveFiles(files);
  const head = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n';
  const answer = await sendRaw(url, `${head}${'x:\r\n'.repeat(600)}\r\n`);
  expect(errorIn(answer)).toEqual({ error: 'The request headers are too large' });
  const few = await sendRaw(url, `${head}${'x:\r\n'.repeat(300)}\r\n`);
  expect(few).toMatch(/^HTTP\/1\.1 404 /);
});

test('bodies beyond the limit of uploads are answered with 503', async () => {
  const { url } = await serveFiles(files, { limits: { uploads: 2 } });
  const slow = [new RawClient(url), new RawClient(url)];
  for (const client of slow)
    client.send(`${post}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n`);
  await Promise.all(slow.map((client) => client.received(/100 Continue/)));
  const refused = await fetch(`${url}/api/echo`, { method: 'POST', body: 'ab' });
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await refused.json()).toEqual({ error: 'The server is busy' });
  expect(await (await fetch(`${url}/api/echo`)).json()).toBe('');

  slow[0]?.reset();
  slow[1]?.send('ab');
  await slow[1]?.received(/"ab"$/);
  slow[1]?.reset();
  const accepted = await fetch(`${url}/api/echo`, { method: 'POST', body: 'ab' });
  expect(await accepted.json()).toBe('ab');
});

test.each([
  ['without Host', 'GET /api/echo HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['with two lengths', `${post}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400],
  [
    'with a length and chunks',
    `${post}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ['that expects a wonder', `${post}Expect: wonder\r\nConnection: close\r\n\r\n`, 417],
  ['to connect elsewhere', 'CONNECT b.example:443 HTTP/1.1\r\nHost: b.example\r\n\r\n', 400],
])('a request %s is rejected in JSON', async (_, bytes, status) => {
  const { url } = await serveFiles(files);
  const answer = await sendRaw(url, bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(errorIn(answer)).toHaveProperty('error');
});

test('a request of HTTP/1.0 needs no Host header', async () => {
  const { url } = await serveFiles(files);
  expect(await sendRaw(url, 'GET /api/echo HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
});

test('a header that Node rejects is a fault of the script', async () => {
  const { url } = await serveFiles(files);
  const rejected = await fetch(`${url}/api/header?name=Trailer`);
  expect([rejected.status, rejected.statusText]).toEqual([500, 'Internal Server Error']);
  expect((await fetch(`${url}/api/header?name=X-A`)).status).toBe(200);
});

test.each(['rows', 'laughter', 'chorus'])(
  'an answer that exceeds the memory limit becomes a 503: %s',
  async (script) => {
    const { url } = await serveFiles(files, { limits: { scriptMemory: 10_000_000 } });
    expect((await fetch(`${url}/api/${script}`)).status).toBe(503);
    expect((await fetch(`${url}/api/echo`)).status).toBe(200);
  },
);

/** A chunked body without its end. */
function chunkedPost(size: number, count: number): string {
  const chunk = `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;
  return `${post}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(count)}`;
}

test('a body of many small chunks is answered with 413, one of larger chunks is not', async () => {
  const { url } = await serveFiles(files);
  const client = new RawClient(url);
  client.send(chunkedPost(1, 8_200));
  await client.received(/^HTTP\/1\.1 413 [\s\S]*"The request body has too many small chunks"/);
  const answer = await sendRaw(url, `${chunkedPost(40, 8_200)}0\r\n\r\nGET / HTTP/1.0\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('x'.repeat(40 * 8_200));
});
