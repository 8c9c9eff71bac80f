import { describe, expect, test } from 'vitest';
import { sendRaw } from '../support/raw-request.js';
import { evaluate, probe, serveFiles } from '../support/serve.js';

const jsonType = { 'content-type': 'application/json' };

function post(body: string | Uint8Array, headers: Record<string, string> = jsonType): RequestInit {
  return { method: 'POST', body, headers };
}

describe('method', () => {
  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('is %s', async (method) => {
    expect(await evaluate('Request.method', { method })).toBe(method);
  });

  test('is GET for HEAD, whose answer has a length but no body', async () => {
    const response = await probe('Response.json(Request.method)', { method: 'HEAD' });
    expect(response.headers.get('content-length')).toBe('5');
    expect(await response.text()).toBe('');
  });
});

describe('get', () => {
  test.each([
    ['?id=5', '5'],
    ['?id=', ''],
    ['?id', ''],
    ['?id=1&id=2', '1'],
    ['?other=1', null],
    ['', null],
    ['?id=a+b%20c%2B', 'a b c+'],
    ['?id=%C3%A4%E2%82%AC', 'ä€'],
    ['?id=100%', '100%'],
    ['?ID=1', null],
  ])('in %s', async (query, expected) => {
    const target = `/api/probe${query}`;
    expect(await evaluate('Request.get("id")', { target })).toBe(expected);
  });

  test('is falsey if the parameter is absent', async () => {
    expect(await evaluate('Request.get("page") || "1"')).toBe('1');
  });
});

describe('post', () => {
  const formType = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };

  test('reads a form field', async () => {
    const request = post('name=Ada+L.&name=B', formType);
    expect(await evaluate('Request.post("name")', request)).toBe('Ada L.');
  });

  test('is null for a missing field and an empty text for an empty one', async () => {
    const expression = '[Request.post("name"), Request.post("empty")]';
    expect(await evaluate(expression, post('empty=', formType))).toEqual([null, '']);
  });

  test('reads forms only', async () => {
    expect(await evaluate('Request.post("name")', post('name=Ada'))).toBeNull();
  });
});

describe('json', () => {
  test('is indexed by key', async () => {
    const body = '{"name":"Ada","list":[1,2.5,null,true]}';
    const expression = '[Request.json()["name"], Request.json()["list"], Request.json()["no"]]';
    expect(await evaluate(expression, post(body))).toEqual(['Ada', [1, 2.5, null, true], null]);
  });

  test.each(['{', '', '{"a":1}}', "{'a':1}", 'undefined', '[1,]'])(
    'answers 400 to %j and keeps the CORS headers',
    async (body) => {
      const script = 'Response.cors\nResponse.json(Request.json())';
      const response = await probe(script, post(body));
      expect(response.status).toBe(400);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(await response.json()).toEqual({
        error: expect.stringContaining('The request body is not valid JSON'),
      });
    },
  );

  test('answers 400 to bytes that are not UTF-8', async () => {
    const body = Buffer.from('{"a":"\xff"}', 'latin1');
    const response = await probe('Response.json(Request.json())', post(body));
    expect(response.status).toBe(400);
  });

  test('raises an error that a script can catch', async () => {
    const script = `
      var fiber = Fiber.new { Request.json() }
      fiber.try()
      Response.json({"caught": fiber.error})`;
    const response = await probe(script, post('{'));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      caught: 'The request body is not valid JSON: its syntax is wrong',
    });
  });

  test('does not depend on the content type', async () => {
    expect(await evaluate('Request.json()', post('[1]', { 'content-type': 'text/plain' }))).toEqual(
      [1],
    );
  });
});

describe('isJson', () => {
  test.each([
    ['application/json', true],
    ['Application/JSON; charset=utf-8', true],
    ['application/problem+json', true],
    ['text/json-like', false],
    ['text/plain', false],
  ])('for %s', async (type, expected) => {
    const request = post('{}', { 'content-type': type });
    expect(await evaluate('Request.isJson', request)).toBe(expected);
  });

  test('is false without a content type', async () => {
    expect(await evaluate('Request.isJson')).toBe(false);
  });
});

describe('header', () => {
  test('is named case-insensitively', async () => {
    const headers = { 'X-API-Key': 'k' };
    const expression = '[Request.header("x-api-key"), Request.header("X-Api-KEY")]';
    expect(await evaluate(expression, { headers })).toEqual(['k', 'k']);
  });

  test.each(['x-other', 'constructor', '__proto__', 'toString'])('%s is null', async (name) => {
    expect(await evaluate(`Request.header("${name}")`)).toBeNull();
  });

  test('joins repeated headers and keeps the bytes of their values', async () => {
    const { url } = await serveFiles({
      'api/probe.wren': 'Response.json(Request.header("x-tag"))',
    });
    const head = 'GET /api/probe HTTP/1.1\r\nHost: a\r\nConnection: close\r\n';
    const answer = await sendRaw(url, `${head}X-Tag: a\r\nx-tag: \xc3\xa4\r\n\r\n`);
    expect(answer.endsWith('\r\n\r\n"a, \xc3\xa4"')).toBe(true);
  });

  test.each(['Authorization', 'Content-Type', 'User-Agent'])(
    'joins a repeated %s, too',
    async (name) => {
      const { url } = await serveFiles({
        'api/probe.wren': `Response.json(Request.header("${name}"))`,
      });
      const head = 'GET /api/probe HTTP/1.1\r\nHost: a\r\nConnection: close\r\n';
      const answer = await sendRaw(url, `${head}${name}: a\r\n${name}: b\r\n\r\n`);
      expect(answer.endsWith('\r\n\r\n"a, b"')).toBe(true);
    },
  );
});

test('body is the body as received', async () => {
  expect(await evaluate('Request.body', post('a ä\n', {}))).toBe('a ä\n');
  expect(await evaluate('Request.body')).toBe('');
});

test('uri is path and query string as received', async () => {
  const target = '/api/probe?a=%20b';
  expect(await evaluate('Request.uri', { target })).toBe(target);
});

test('route returns the segments below /api', async () => {
  const target = '/api/probe';
  expect(await evaluate('[Request.route(0), Request.route(1)]', { target })).toEqual([
    'probe',
    null,
  ]);
});

test('a name that is not a string is a fault of the script', async () => {
  const { url, logged } = await serveFiles({ 'api/probe.wren': 'Request.get(5)' });
  expect((await fetch(`${url}/api/probe`)).status).toBe(500);
  expect(logged()).toContain('Name must be a string.\n[api/probe.wren line 1] in (script)');
});

test('path is the path as received, without the query string', async () => {
  expect(await evaluate('Request.path', { target: '/api/prob%65?a=%20b' })).toBe('/api/prob%65');
});

describe('all values as a map:', () => {
  test('query', async () => {
    const target = '/api/probe?a=1&b=&a=2&%C3%A4=+';
    expect(await evaluate('Request.query', { target })).toEqual({ a: '1', b: '', ä: ' ' });
    expect(await evaluate('Request.query')).toEqual({});
  });

  test('form', async () => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await evaluate('Request.form', post('a=1&b=2', type))).toEqual({ a: '1', b: '2' });
    expect(await evaluate('Request.form', post('a=1&b=2'))).toEqual({});
  });

  test('headers, with names in lower case', async () => {
    const headers = { 'X-One': '1', Host: 'a' };
    expect(await evaluate('Request.headers', { headers })).toMatchObject({ 'x-one': '1' });
  });
});

describe('cookies', () => {
  const headers = { cookie: 'a=1; b="two%20words"; a=2; =x; none; c=' };

  test('are read by name', async () => {
    const names = ['a', 'b', 'c', 'none', 'A', '__proto__'];
    const list = names.map((name) => `Request.cookie("${name}")`).join(', ');
    const expected = ['1', 'two words', '', null, null, null];
    expect(await evaluate(`[${list}]`, { headers })).toEqual(expected);
  });

  test('are a map', async () => {
    expect(await evaluate('Request.cookies', { headers })).toEqual({
      a: '1',
      b: 'two words',
      c: '',
    });
    expect(await evaluate('Request.cookies')).toEqual({});
  });
});

test('a header with the name of a member of objects is one like others', async () => {
  const { url } = await serveFiles({
    'api/probe.wren': `Response.json([
  Request.header("__proto__"), Request.headers["__proto__"], Request.header("constructor"),
  Request.headers.containsKey("constructor")
])`,
  });
  const head = 'GET /api/probe HTTP/1.1\r\nHost: a\r\nConnection: close\r\n';
  const answer = await sendRaw(url, `${head}__PROTO__: a\r\n__proto__: b\r\n\r\n`);
  expect(answer).toContain('\r\n\r\n["a, b","a, b",null,false]');
});

describe('a multipart form', () => {
  function makeForm(): FormData {
    const form = new FormData();
    form.set('name', 'Ada ä');
    form.append('name', 'second');
    form.set(
      'photo',
      new Blob([new Uint8Array([0xff, 0x00, 0x41])], { type: 'image/png' }),
      'ä.png',
    );
    return form;
  }

  const request = { method: 'POST', body: makeForm() };

  test('has fields', async () => {
    const expression = '[Request.post("name"), Request.form, Request.post("photo")]';
    expect(await evaluate(expression, request)).toEqual(['Ada ä', { name: 'Ada ä' }, null]);
  });

  test('has files with unchanged bytes', async () => {
    const script = 'var file = Request.file("photo")\nResponse.json(file["content"].bytes.toList)';
    expect(await (await probe(script, request)).json()).toEqual([0xff, 0x00, 0x41]);
    const expression = 'Request.file("photo").map {|entry| entry.key }.toList';
    expect(await evaluate(expression, request)).toEqual(['name', 'type', 'content', 'size']);
    const facts = '["name", "type", "size"].map {|key| Request.file("photo")[key] }.toList';
    expect(await evaluate(facts, request)).toEqual(['ä.png', 'image/png', 3]);
  });

  test('has the first of several files with the same name', async () => {
    const body = new FormData();
    for (const name of ['a', 'b']) body.append('photo', new Blob(['x']), name);
    expect(await evaluate('Request.file("photo")["name"]', { method: 'POST', body })).toBe('a');
  });

  test('has no file with a different name', async () => {
    expect(await evaluate('[Request.file("name"), Request.file("x")]', request)).toEqual([
      null,
      null,
    ]);
  });

  test.each([
    [1_000, 200],
    [1_001, 400],
  ])('of %i parts is answered with %i', async (count, status) => {
    const body = new FormData();
    for (let index = 0; index < count; index++) body.append(`${index}`, '');
    const response = await probe('Response.json(Request.form.count)', { method: 'POST', body });
    expect(response.status).toBe(status);
  });

  test('that is invalid is answered with 400 if a script reads it', async () => {
    const broken = post('--y\r\n\r\n', { 'content-type': 'multipart/form-data; boundary=x' });
    const response = await probe('Response.json(Request.post("name"))', broken);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: 'The request body is not a valid multipart form: its boundary is missing',
    });
    expect(await evaluate('Request.method', broken)).toBe('POST');
  });
});
