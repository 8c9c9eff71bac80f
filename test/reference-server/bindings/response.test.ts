import { describe, expect, test } from 'vitest';
import { sendRaw } from '../support/raw-request.js';
import { probe, serveFiles } from '../support/serve.js';

describe('status', () => {
  test('is 200 by default', async () => {
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

  test.each([
    ['199', '.'],
    ['600', '.'],
    ['200.5', '.'],
    ['"200"', '; Util.toNum reads one from a text.'],
    ['null', '.'],
  ])('%s is a fault', async (code, advice) => {
    const { url, logged } = await serveFiles({ 'api/probe.wren': `Response.status(${code})` });
    expect((await fetch(`${url}/api/probe`)).status).toBe(500);
    expect(logged()).toContain(`Status must be a whole number from 200 to 599${advice}\n`);
  });
});

describe('json', () => {
  test('sends a value with type and length', async () => {
    const response = await probe('Response.json({"a": [1, "ä", null]})');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('content-length')).toBe('19');
    expect(await response.text()).toBe('{"a":[1,"ä",null]}');
  });

  test('sends the last of several values', async () => {
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

  test('with status 205 sends an empty body', async () => {
    const { url } = await serveFiles({
      'api/probe.wren': 'Response.status(205)\nResponse.json({})',
    });
    const answer = await sendRaw(
      url,
      'GET /api/probe HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 205 Reset Content\r\n[\s\S]*Content-Length: 0\r\n/);
    expect(answer.endsWith('\r\n\r\n')).toBe(true);
  });
});

test('text sends plain text', async () => {
  const response = await probe('Response.text("héllo")');
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await response.text()).toBe('héllo');
});

describe('header', () => {
  test('replaces a header of the same name', async () => {
    const response = await probe(
      'Response.header("X-A", "1")\nResponse.header("x-a", "2")\nResponse.json(1)',
    );
    expect(response.headers.get('x-a')).toBe('2');
  });

  test.each([
    'Response.json(1)\nResponse.header("content-type", "a/b")',
    'Response.header("Content-Type", "a/b")\nResponse.text("1")',
  ])('sets the content type before or after the body: %j', async (script) => {
    const response = await probe(script);
    expect(response.headers.get('content-type')).toBe('a/b');
    expect(await response.text()).toBe('1');
  });

  test.each([
    ['"X-A", "b\\r\\nX-Evil: 1"', 'Header value must not contain control characters.'],
    ['"X-A: 1\\r\\nX-Evil", "1"', 'Header name must be a token, such as X-Total.'],
    ['"", "1"', 'Header name must be a token, such as X-Total.'],
    ['"Content-Length", "1"', 'A script must not set the header Content-Length'],
    ['"Keep-Alive", "timeout=99"', 'A script must not set the header Keep-Alive'],
    ['"trailer", "X-A"', 'A script must not set the header trailer'],
  ])('header(%s) is a fault', async (values, message) => {
    const { url, logged } = await serveFiles({ 'api/probe.wren': `Response.header(${values})` });
    const response = await fetch(`${url}/api/probe`);
    expect(response.status).toBe(500);
    expect(response.headers.has('x-evil')).toBe(false);
    expect(logged()).toContain(message);
  });

  test('accepts every other header, or is a fault with its line', async () => {
    const names = ['Date', 'Host', 'Expect', 'Server', 'Vary', 'Set-Cookie', 'Content-Disposition'];
    const more = ['Content-Encoding', 'Upgrade-Insecure-Requests', 'HTTP2-Settings', '__proto__'];
    const script = 'Response.header(Request.get("name"), "x\\xff")\nResponse.json(1)';
    const { url, logged } = await serveFiles({ 'api/probe.wren': script }, { dev: true });
    for (const name of [...names, ...more, 'Trailer', 'TE', 'Transfer-Encoding']) {
      const answer = await sendRaw(
        url,
        `GET /api/probe?name=${name} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 (?:200|500) /);
      if (answer.startsWith('HTTP/1.1 500'))
        expect([name, answer]).toEqual([name, expect.stringContaining('api/probe.wren line 1')]);
    }
    expect(logged()).not.toContain('node:');
  });

  test('may not make the headers longer than many clients accept, and may be replaced often', async () => {
    const many = 'for (i in 1..100) Response.header("X-%(i)", "v" * 1000)';
    const caught = `var error = Fiber.new {\n ${many}\n}.try()\nResponse.json(error)`;
    const answer = await probe(caught);
    expect(await answer.json()).toBe('The headers of an answer may have at most 15360 bytes.');
    expect(answer.headers.get('x-14')).toHaveLength(1000);
    const often = 'for (i in 1..100) Response.header("X-A", "%(i)" * 1000)\nResponse.json(1)';
    expect((await probe(often)).headers.get('x-a')).toHaveLength(3000);
  });
});

describe('an ETag', () => {
  const script = `Response.header("etag", "W/\\"a,1\\"")
Response.header("X-A", "b")
if (Request.get("status")) Response.status(Util.toNum(Request.get("status")))
Response.json([1])`;

  const ask = async (tags: string, method = 'GET', query = '') => {
    const headers = { 'If-None-Match': tags };
    const answer = await probe(script, { target: `/api/probe${query}`, method, headers });
    return [answer.status, await answer.text(), answer.headers.get('x-a')];
  };

  test.each(['"a,1"', 'W/"a,1"', '"b", W/"a,1"', '*', ' "a,1" '])(
    'that the client has is answered with 304: %s',
    async (tags) => {
      expect(await ask(tags)).toEqual([304, '', 'b']);
    },
  );

  test.each(['"b"', 'a,1', '"a", "1"', ''])(
    'is sent with the content otherwise: %s',
    async (tags) => {
      expect(await ask(tags)).toEqual([200, '[1]', 'b']);
    },
  );

  test('counts for a successful GET or HEAD only', async () => {
    expect(await ask('*', 'POST')).toEqual([200, '[1]', 'b']);
    expect(await ask('*', 'GET', '?status=404')).toEqual([404, '[1]', 'b']);
    expect(await ask('*', 'HEAD')).toEqual([304, '', 'b']);
  });

  test('stays in the answer', async () => {
    const headers = { 'If-None-Match': '*' };
    const answer = await probe(script, { headers });
    expect(answer.headers.get('etag')).toBe('W/"a,1"');
    expect((await probe('Response.json(1)', { headers })).status).toBe(200);
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

describe('a header of the same name as one of cors', () => {
  const own = 'Response.header("access-control-allow-origin", "https://b.example")';
  const cors = 'Response.cors("https://a.example")';

  test.each([
    [`${cors}\n${own}`, 'https://b.example'],
    [`${own}\n${cors}`, 'https://a.example'],
  ])('is sent once, with the last value: %j', async (script, origin) => {
    const response = await probe(`${script}\nResponse.json(1)`);
    expect(corsOf(response)[0]).toBe(origin);
  });

  test('stays on a fault', async () => {
    const response = await probe(`${cors}\n${own}\nnull.oh`);
    expect([response.status, corsOf(response)[0]]).toEqual([500, 'https://b.example']);
  });

  test('is added if it is Vary', async () => {
    const response = await probe(`${cors}\nResponse.header("Vary", "Accept")\nResponse.json(1)`);
    expect(response.headers.get('vary')).toBe('Origin, Accept');
  });
});

describe('allowed headers of a preflight', () => {
  const preflight = {
    method: 'OPTIONS',
    headers: { 'access-control-request-headers': 'x-api-key, x-other' },
  };

  test('are the requested ones', async () => {
    expect(corsOf(await probe('Response.cors', preflight))[2]).toBe('x-api-key, x-other');
  });

  test('are those of the script, if it names any', async () => {
    const response = await probe('Response.cors("*", "GET", "X-One, X-Two")', preflight);
    expect(corsOf(response)[2]).toBe('X-One, X-Two');
  });

  test('are the default ones if none are requested', async () => {
    const response = await probe('Response.cors', { method: 'OPTIONS' });
    expect(corsOf(response)[2]).toBe('Content-Type, Authorization, X-API-Key');
  });
});

test('the answer to a named origin varies by origin for caches', async () => {
  const named = await probe('Response.cors("https://a.example")\nResponse.json(1)');
  expect(named.headers.get('vary')).toBe('Origin');
  const open = await probe('Response.cors\nResponse.json(1)');
  expect(open.headers.has('vary')).toBe(false);
});

test('an origin cannot inject another header', async () => {
  const response = await probe('Response.cors("*\\r\\nX-Evil: 1")\nResponse.json(1)');
  expect(response.status).toBe(500);
  expect(response.headers.has('x-evil')).toBe(false);
});

test('html sends a page', async () => {
  const response = await probe('Response.html("<p>ä</p>")');
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await response.text()).toBe('<p>ä</p>');
});

describe('redirect', () => {
  const manual = { redirect: 'manual' } as const;

  test.each([
    ['"/login"', 302, '/login'],
    ['"https://a.example/x?y=1#z", 301', 301, 'https://a.example/x?y=1#z'],
    ['"/search/two words/ä"', 302, '/search/two%20words/%C3%A4'],
    ['"/a\\tb"', 302, '/a%09b'],
  ])('redirect(%s)', async (values, status, location) => {
    const response = await probe(`Response.json(1)\nResponse.redirect(${values})`, manual);
    expect([response.status, response.headers.get('location')]).toEqual([status, location]);
    expect(await response.text()).toBe('');
  });

  test.each([
    ['"/", 200', 'Status of a redirect must be one of 301, 302, 303, 307, 308.'],
    ['"/\\r\\nX-Evil: 1"', 'URL must not contain control characters.'],
  ])('redirect(%s) is a fault', async (values, message) => {
    const { url, logged } = await serveFiles({ 'api/probe.wren': `Response.redirect(${values})` });
    expect((await fetch(`${url}/api/probe`, manual)).status).toBe(500);
    expect(logged()).toContain(message);
  });
});

describe('cookie', () => {
  test.each([
    ['"a", "1"', 'a=1; Path=/; SameSite=Lax; HttpOnly'],
    ['"a", "x; y=ä\\%"', 'a=x%3B%20y=%C3%A4%25; Path=/; SameSite=Lax; HttpOnly'],
    ['"a", "", {"maxAge": 0}', 'a=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly'],
    [
      '"a", "1", {"path": "/api", "domain": "a.example", "sameSite": "None", "secure": true}',
      'a=1; Path=/api; Domain=a.example; SameSite=None; Secure; HttpOnly',
    ],
    ['"a", "1", {"httpOnly": false}', 'a=1; Path=/; SameSite=Lax'],
  ])('cookie(%s)', async (values, expected) => {
    const { headers } = await probe(`Response.cookie(${values})\nResponse.json(1)`);
    expect(headers.getSetCookie()).toEqual([expected]);
  });

  test('may be called several times', async () => {
    const script = 'Response.cookie("a", "1")\nResponse.cookie("b", "2")\nResponse.json(1)';
    expect((await probe(script)).headers.getSetCookie()).toHaveLength(2);
  });

  test('is read back unchanged', async () => {
    const { url } = await serveFiles({
      'api/set.wren': 'Response.cookie("c", Request.get("value"))\nResponse.status(204)',
      'api/get.wren': 'Response.text(Request.cookie("c"))',
    });
    const value = 'a;b=c "d" %41 ä,\\\t';
    const { headers } = await fetch(`${url}/api/set?value=${encodeURIComponent(value)}`);
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const answer = await fetch(`${url}/api/get`, { headers: { cookie } });
    expect(await answer.text()).toBe(value);
  });

  test.each([
    ['"a b", "1"', 'Cookie name must be a token, such as session.'],
    ['"a", 1', 'Cookie value must be a string.'],
    ['"a", "1", 5', 'Cookie options must be a map.'],
    ['"a", "1", {"maxage": 1}', 'Cookie options must be among maxAge, path,'],
    ['"a", "1", {"maxAge": -1}', 'Cookie option maxAge must be a whole number from 0 to'],
    ['"a", "1", {"path": "/; Secure"}', 'Cookie option path must be ASCII without semicolons'],
    ['"a", "1", {"path": "/\\n"}', 'Cookie option path must be ASCII without semicolons'],
    ['"a", "1", {"sameSite": "lax"}', 'Cookie option sameSite must be one of Strict, Lax, None.'],
    ['"a", "1", {"secure": 1}', 'Cookie option secure must be true or false.'],
  ])('cookie(%s) is a fault', async (values, message) => {
    const { url, logged } = await serveFiles({ 'api/probe.wren': `Response.cookie(${values})` });
    expect((await fetch(`${url}/api/probe`)).status).toBe(500);
    expect(logged()).toContain(message);
  });
});
