import { describe, expect, test } from 'vitest';
import { sendRaw } from '../support/raw-request.js';
import { probe, serveFiles } from '../support/serve.js';

describe('status', () => {
  test('is 200 when it is never set', async () => {
    expect((await probe('Response.json(1)')).status).toBe(200);
  });

  test('may be set before and after the body', async () => {
    expect((await probe('Response.status(201)\nResponse.json(1)')).status).toBe(201);
    expect((await probe('Response.json(1)\nResponse.status(201)')).status).toBe(201);
  });

  test('alone is an answer, with an empty body', async () => {
    const response = await probe('Response.status(202)');
    expect([response.status, await response.text()]).toEqual([202, '']);
    expect(response.headers.get('content-length')).toBe('0');
  });

  test.each(['199', '600', '200.5', '"200"', 'null'])('%s is a fault', async (code) => {
    const { url, logged } = await serveFiles({ 'api/probe.wren': `Response.status(${code})` });
    expect((await fetch(`${url}/api/probe`)).status).toBe(500);
    expect(logged()).toContain('Status must be a whole number from 200 to 599.');
  });
});

describe('json', () => {
  test('sends a value with type and length', async () => {
    const response = await probe('Response.json({"a": [1, "ä", null]})');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('content-length')).toBe('19');
    expect(await response.text()).toBe('{"a":[1,"ä",null]}');
  });

  test('counts when it is called last', async () => {
    expect(await (await probe('Response.json(1)\nResponse.json(2)')).json()).toBe(2);
  });

  test('with status 204 sends no body', async () => {
    const { url } = await serveFiles({
      'api/probe.wren': 'Response.status(204)\nResponse.json({})',
    });
    const answer = await sendRaw(
      url,
      'GET /api/probe HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 204 No Content\r\n/);
    expect(answer).not.toMatch(/content-length/i);
    expect(answer.endsWith('\r\n\r\n')).toBe(true);
  });
});

test('text sends plain text', async () => {
  const response = await probe('Response.text("héllo")');
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await response.text()).toBe('héllo');
});

describe('header', () => {
  test('replaces one of the same name', async () => {
    const response = await probe(
      'Response.header("X-A", "1")\nResponse.header("x-a", "2")\nResponse.json(1)',
    );
    expect(response.headers.get('x-a')).toBe('2');
  });

  test('sets the content type', async () => {
    const response = await probe('Response.json(1)\nResponse.header("content-type", "a/b")');
    expect(response.headers.get('content-type')).toBe('a/b');
  });

  test.each([
    ['"X-A", "b\\r\\nX-Evil: 1"', 'Header value must not hold control characters.'],
    ['"X-A: 1\\r\\nX-Evil", "1"', 'Header name must be a token, such as X-Total.'],
    ['"", "1"', 'Header name must be a token, such as X-Total.'],
    ['"Content-Length", "1"', 'The server sets the header Content-Length itself.'],
  ])('header(%s) is a fault', async (values, message) => {
    const { url, logged } = await serveFiles({ 'api/probe.wren': `Response.header(${values})` });
    const response = await fetch(`${url}/api/probe`);
    expect(response.status).toBe(500);
    expect(response.headers.has('x-evil')).toBe(false);
    expect(logged()).toContain(message);
  });
});

const corsNames = ['origin', 'methods', 'headers'] as const;

function corsOf({ headers }: Response): (string | null)[] {
  return corsNames.map((name) => headers.get(`access-control-allow-${name}`));
}

describe.each([
  ['Response.cors', '*', 'GET, POST, PUT, PATCH, DELETE, OPTIONS'],
  ['Response.cors("https://a.example")', 'https://a.example', expect.stringContaining('DELETE')],
  ['Response.cors("https://a.example", "GET, PUT", "X-One")', 'https://a.example', 'GET, PUT'],
])('%s', (call, origin, methods) => {
  const script = `if (${call}) return\nResponse.json("processed")`;

  test('answers a preflight and returns true', async () => {
    const response = await probe(script, { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect(corsOf(response).slice(0, 2)).toEqual([origin, methods]);
  });

  test.each(['GET', 'POST', 'DELETE'])('returns false for %s', async (method) => {
    const response = await probe(script, { method });
    expect(await response.json()).toBe('processed');
    expect(corsOf(response).slice(0, 2)).toEqual([origin, methods]);
  });

  test('sets the headers on faults, too', async () => {
    const response = await probe(`${call}\nnull.oh`);
    expect(response.status).toBe(500);
    expect(corsOf(response)[0]).toBe(origin);
  });
});

describe('allowed headers of a preflight', () => {
  const preflight = {
    method: 'OPTIONS',
    headers: { 'access-control-request-headers': 'x-api-key, x-other' },
  };

  test('are those it asks for', async () => {
    expect(corsOf(await probe('Response.cors', preflight))[2]).toBe('x-api-key, x-other');
  });

  test('are those the script names, if it does', async () => {
    const response = await probe('Response.cors("*", "GET", "X-One, X-Two")', preflight);
    expect(corsOf(response)[2]).toBe('X-One, X-Two');
  });

  test('are the usual ones when it asks for none', async () => {
    const response = await probe('Response.cors', { method: 'OPTIONS' });
    expect(corsOf(response)[2]).toBe('Content-Type, Authorization, X-API-Key');
  });
});

test('a named origin keeps caches from mixing up origins', async () => {
  const named = await probe('Response.cors("https://a.example")\nResponse.json(1)');
  expect(named.headers.get('vary')).toBe('Origin');
  const open = await probe('Response.cors\nResponse.json(1)');
  expect(open.headers.has('vary')).toBe(false);
});

test('an origin cannot bring another header in', async () => {
  const response = await probe('Response.cors("*\\r\\nX-Evil: 1")\nResponse.json(1)');
  expect(response.status).toBe(500);
  expect(response.headers.has('x-evil')).toBe(false);
});
