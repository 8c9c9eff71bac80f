/** Requests that the server answers or rejects by itself, and faults of scripts. */
import { describe, expect, test } from 'vitest';
import { RawClient, sendRaw } from '../support/raw-request.js';
import { serveFiles } from '../support/serve.js';

const echo = { 'api/probe.wren': 'Response.json(Request.body.bytes.count)' };
const limits = { body: 1000, target: 200 };

interface Outcome {
  readonly status: number;
  readonly body: unknown;
}

async function outcomeOf(init: RequestInit, target = '/api/probe'): Promise<Outcome> {
  const { url } = await serveFiles(echo, { limits });
  const response = await fetch(url + target, init);
  expect(response.headers.get('content-type')).toBe('application/json');
  return { status: response.status, body: await response.json() };
}

function streamOf(...chunks: string[]): RequestInit {
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  return { method: 'POST', body, duplex: 'half' };
}

describe('body', () => {
  test('may be as large as the limit', async () => {
    const outcome = await outcomeOf({ method: 'POST', body: 'x'.repeat(1000) });
    expect(outcome).toEqual({ status: 200, body: 1000 });
  });

  test('is rejected when its stated length is larger', async () => {
    const outcome = await outcomeOf({ method: 'POST', body: 'x'.repeat(1001) });
    expect(outcome).toEqual({ status: 413, body: { error: 'The request body is too large' } });
  });

  test('is rejected before it arrives', async () => {
    const { url } = await serveFiles(echo, { limits });
    const client = new RawClient(url);
    client.send('POST /api/probe HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n');
    await client.received(/^HTTP\/1\.1 413 /);
    client.reset();
  });

  test('is not requested from the client when it is too large', async () => {
    const { url } = await serveFiles(echo, { limits });
    const head = 'POST /api/probe HTTP/1.1\r\nHost: a\r\nContent-Length: 1001\r\n';
    expect(await sendRaw(url, `${head}Expect: 100-continue\r\n\r\n`)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('is read in chunks', async () => {
    expect(await outcomeOf(streamOf('x'.repeat(500), 'x'.repeat(500)))).toEqual({
      status: 200,
      body: 1000,
    });
  });

  test('is rejected when its chunks exceed the limit', async () => {
    const outcome = await outcomeOf(streamOf('x'.repeat(600), 'x'.repeat(600)));
    expect(outcome.status).toBe(413);
  });

  test('is rejected when it is compressed', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const outcome = await outcomeOf({ method: 'POST', body: 'x', headers });
    expect(outcome).toEqual({
      status: 415,
      body: { error: 'The request body must not be compressed' },
    });
  });

  test('is rejected when it is compressed by a transfer coding', async () => {
    const { url } = await serveFiles(echo);
    const head = 'POST /api/probe HTTP/1.1\r\nHost: a\r\nConnection: close\r\n';
    const body = 'Transfer-Encoding: gzip, chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n';
    expect(await sendRaw(url, head + body)).toMatch(/^HTTP\/1\.1 415 /);
  });

  test('is read when its encoding is identity', async () => {
    const headers = { 'content-encoding': 'identity' };
    expect((await outcomeOf({ method: 'POST', body: 'x', headers })).status).toBe(200);
  });
});

test('a URL that is too long is rejected', async () => {
  const outcome = await outcomeOf({}, `/api/probe?${'x'.repeat(200)}`);
  expect(outcome).toEqual({ status: 414, body: { error: 'The request URL is too long' } });
});

test.each([
  ['not HTTP', 'HELLO\r\n\r\n', 400],
  ['headers without end', `GET / HTTP/1.1\r\nX-A: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
])('%s is answered with a JSON error', async (_, bytes, status) => {
  const { url } = await serveFiles(echo);
  const answer = await sendRaw(url, bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer).toMatch(/\r\n\r\n\{"error":".+"\}$/);
});

describe('a fault of a script', () => {
  const files = { 'api/probe.wren': 'class A {\n  static f() { 1.missing }\n}\nA.f()' };
  const trace = [
    "Num does not implement 'missing'.",
    '[api/probe.wren line 2] in f()',
    '[api/probe.wren line 4] in (script)',
  ];

  test('is answered with 500 and logged with its trace, without the query string', async () => {
    const { url, logged } = await serveFiles(files);
    const response = await fetch(`${url}/api/probe?token=secret`);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ error: 'Internal server error' });
    expect(logged()).toBe(`GET /api/probe: 500\n${trace.join('\n')}\n`);
  });

  test('drops the draft of the answer', async () => {
    const script = 'Response.status(201)\nResponse.header("X-A", "b")\nnull.oh';
    const { url } = await serveFiles({ 'api/probe.wren': script });
    const response = await fetch(`${url}/api/probe`);
    expect(response.status).toBe(500);
    expect(response.headers.has('x-a')).toBe(false);
  });

  test('does not affect later requests', async () => {
    const script = 'if (Request.get("fail")) null.oh\nResponse.json("fine")';
    const { url } = await serveFiles({ 'api/probe.wren': script });
    expect((await fetch(`${url}/api/probe?fail=1`)).status).toBe(500);
    expect(await (await fetch(`${url}/api/probe`)).json()).toBe('fine');
  });
});

test('a script that exceeds its time limit is answered with 503', async () => {
  const files = { 'api/probe.wren': 'while (true) {}' };
  const { url, logged } = await serveFiles(files, { limits: { scriptTime: 50 } });
  const response = await fetch(`${url}/api/probe`);
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({
    error: 'The script exceeded its time, memory or output limit',
  });
  expect(logged()).toContain('[api/probe.wren line 1] in (script)');
});

test.each([
  ['memory', 'var a = "x" * 2000000', { scriptMemory: 1_000_000 }],
  ['output', 'for (i in 1..9) System.print("0123456789")', { scriptOutput: 50 }],
])(
  'a script that exceeds its limit of %s is answered with 503',
  async (_, script, scriptLimits) => {
    const { url } = await serveFiles({ 'api/probe.wren': script }, { limits: scriptLimits });
    expect((await fetch(`${url}/api/probe`)).status).toBe(503);
  },
);

test('infinite recursion is a fault of the script', async () => {
  const script = 'class A {\n  static f() { f() + 1 }\n}\nA.f()';
  const { url, logged } = await serveFiles({ 'api/probe.wren': script });
  expect((await fetch(`${url}/api/probe`)).status).toBe(500);
  expect(logged()).toContain('Stack overflow.');
});

test('a request target may be an absolute URL', async () => {
  const { url } = await serveFiles({ 'api/probe.wren': 'Response.json(Request.route(0))' });
  const head = 'GET http://a.example/api/probe?x HTTP/1.1\r\nHost: a.example\r\n';
  expect(await sendRaw(url, `${head}Connection: close\r\n\r\n`)).toMatch(/\r\n\r\n"probe"$/);
});

test('a request with several hosts is rejected', async () => {
  const { url } = await serveFiles({ 'api/probe.wren': 'Response.json(1)' });
  const head = 'GET /api/probe HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n';
  const answer = await sendRaw(url, head);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toMatch(/"error":"The request has more than one Host header"/);
});

test('a client that disconnects during its body does no harm', async () => {
  const { url } = await serveFiles(echo);
  const client = new RawClient(url);
  const head = 'POST /api/probe HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n';
  client.send(`${head}Expect: 100-continue\r\n\r\n`);
  await client.received(/100 Continue/);
  client.reset();
  const response = await fetch(`${url}/api/probe`, { method: 'POST', body: 'hello' });
  expect(await response.json()).toBe(5);
});

test('the output of a script goes to the log', async () => {
  const { url, logged } = await serveFiles({
    'api/probe.wren': 'System.print("héllo")\nResponse.json(1)',
  });
  await fetch(`${url}/api/probe`);
  expect(logged()).toBe('héllo\n');
});

test('a stop finishes pending requests and accepts no more', async () => {
  const server = await serveFiles(echo);
  const head = 'POST /api/probe HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n';
  const client = new RawClient(server.url);
  client.send(`${head}Expect: 100-continue\r\n\r\n`);
  await client.received(/100 Continue/);
  const stopped = server.close();
  client.send('hello');
  await client.received(/HTTP\/1\.1 200 OK[\s\S]*\r\n\r\n5$/);
  await stopped;
  await expect(fetch(`${server.url}/api/probe`)).rejects.toThrow();
});
