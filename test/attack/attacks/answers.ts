/** Odd answers of ordinary scripts, and documents that clients make odd. */
import { anyEnd, attackWithScripts, bounded, type ScriptAttack, write } from './define.js';

const post = (body: string, type = 'application/json'): string =>
  write('POST', '/api/attack', body, [`Content-Type: ${type}`]);

const form = 'application/x-www-form-urlencoded';

/** A script that ends within the limits, with the status given. */
const answered = (script: string, more: Partial<ScriptAttack> = {}): ScriptAttack =>
  bounded(script, { outcomes: [200], isShort: true, ...more });

/** A request whose parameter `text` is put into the answer. */
const withText = (code: string, text: string): ScriptAttack =>
  answered(`var text = Request.get("text")\n${code}`, {
    request: write('GET', `/api/attack?text=${text}`),
    outcomes: [200, 302, 500],
  });

const parts = (count: number, name: string): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`.repeat(count);

const echo = 'Response.json(Request.json())';

export const answerAttacks = attackWithScripts('requests to ordinary scripts', {
  'a status without a body, and a body': {
    ...answered('Response.status(Util.toNum(Request.get("status")))\nResponse.text("a" * 100000)'),
    request: [204, 304, 205, 299, 599]
      .map((status) => `GET /api/attack?status=${status} HTTP/1.1\r\nHost: a\r\n\r\n`)
      .join('')
      .concat(write('GET', '/api/attack?status=200')),
    outcomes: [200, 204, 304, 205, 299, 599],
  },
  'a status that HTTP does not have': answered(
    'for (s in [0, 100, 101, 103, 199, 600, 999, 1e300, 0/0, -1, 200.5]) Fiber.new { Response.status(s) }.try()\nResponse.json(1)',
  ),
  'a line break in a name of a header': withText('Response.header(text, "a")', 'X%0d%0aY'),
  'a zero byte in a header': withText('Response.header("X-A", text)', 'a%00b'),
  'a line break in a path of a cookie': withText(
    'Response.cookie("a", "b", {"path": text})',
    '/%0d%0aX-A:%20b',
  ),
  'an attribute in a value of a cookie': withText(
    'Response.cookie("a", text)',
    'b;%20Domain=x%0d%0aX-A:%20b',
  ),
  'an unbroken line in a redirect': withText('Response.redirect(text)', '%0a%0bhttp://x%85%c2%85'),
  'letters beyond ASCII in all headers': withText(
    'Response.header("X-A", text)\nResponse.cookie("a", text)\nResponse.redirect(text)\nResponse.cors(text)',
    '%ff%c3%a9%e2%80%a8',
  ),
  'headers of the connection': answered(
    'for (n in ["Connection", "Transfer-Encoding", "Content-Length", "Trailer", "Upgrade", "Keep-Alive", "Date", "Expect", "Content-Encoding", "Te", "Set-Cookie", "__proto__"]) Fiber.new { Response.header(n, "chunked") }.try()\nResponse.json(1)',
    { outcomes: [200, 500] },
  ),
  'a trailer that is announced': answered(
    'Response.header("Trailer", "X-A")\nResponse.header("Expect", "100-continue")\nResponse.json(1)',
    {
      request: `${'GET /api/attack HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(10)}${write('GET', '/api/attack')}`,
      outcomes: [200, 500],
    },
  ),
  '30,000 headers in an answer': answered(
    'for (i in 1..30000) Response.header("X-%(i)", "a")\nResponse.json(1)',
    { outcomes: anyEnd },
  ),
  '30,000 cookies in an answer': answered(
    'for (i in 1..30000) Response.cookie("c%(i)", "a")\nResponse.json(1)',
    { outcomes: anyEnd },
  ),
  'a header of 10 MB in an answer': answered(
    'Response.header("X-A", "a" * 10000000)\nResponse.json(1)',
    { outcomes: anyEnd },
  ),
  'a type that is no type': answered('Response.header("Content-Type", "")\nResponse.text("a")'),
  'a large answer to HEAD': answered('Response.text("a" * 50000000)', {
    request: write('HEAD', '/api/attack'),
  }),
  'a large answer to HTTP/1.0': answered('Response.text("a" * 50000000)', {
    request: 'GET /api/attack HTTP/1.0\r\n\r\n',
  }),
  'a preflight with large headers': answered('if (Response.cors) return\nResponse.json(1)', {
    request: write('OPTIONS', '/api/attack', '', [
      'Origin: x',
      `Access-Control-Request-Headers: ${'a,'.repeat(7_000)}`,
    ]),
    outcomes: [204],
  }),
  'keys that occur twice': answered('Response.json(Request.json()["a"])', {
    request: post(`{${Array.from({ length: 100_000 }, () => '"a":1').join()}}`),
  }),
  'keys of JavaScript objects': answered(
    'var m = Request.json()\nResponse.json([m, m["toString"], m["hasOwnProperty"], m.count])',
    {
      request: post(
        '{"__proto__":null,"toString":1,"valueOf":{"toString":1},"hasOwnProperty":2,"length":-1,"then":{}}',
      ),
    },
  ),
  'keys that are numbers': answered(echo, {
    request: post(
      `{${Array.from({ length: 60_000 }, (_, i) => `"${4_294_967_295 - i * 70_000}":1`).join()}}`,
    ),
    outcomes: [200, 503],
  }),
  'keys that collide': answered(echo, {
    request: post(
      `{${Array.from({ length: 40_000 }, (_, i) => `"${'Aa'.repeat(i % 4)}${'BB'.repeat(4 - (i % 4))}${i}":1`).join()}}`,
    ),
    outcomes: [200, 503],
  }),
  'numbers beyond all numbers': answered(echo, {
    request: post(
      '[1e999,-1e999,1e-999,0.0000000000000000000000001,123456789012345678901234567890]',
    ),
  }),
  'escapes of half characters': answered(`${echo}\nUtil.htmlEscape(Request.json()[0])`, {
    request: post('["\\ud800","\\udfff\\ud800","\\u0000","\\uffff"]'),
  }),
  'JSON that is not UTF-8': answered(echo, {
    request: post('["\xff\xc0\xed\xa0\x80"]'),
    outcomes: [400],
  }),
  'JSON with a mark of its byte order': answered(echo, {
    request: post('\xef\xbb\xbf[1]'),
    outcomes: [200, 400],
  }),
  'JSON of maps as deep as they may be': answered(echo, {
    request: post(`${'{"a":'.repeat(499)}{}${'}'.repeat(499)}`),
  }),
  'JSON that is parsed 1,000 times': answered(
    'for (i in 1..1000) Request.json()\nResponse.json(1)',
    { request: post(`[${'{"a":[]},'.repeat(100_000)}1]`), outcomes: [200, 503], isShort: false },
  ),
  'ten documents at a time': answered(echo, {
    request: post(`[${'[],'.repeat(330_000)}1]`),
    connections: 10,
    outcomes: [200, 503],
    isShort: false,
  }),
  'a form of a million fields': answered('Response.json(Request.form.count)', {
    request: post('a&'.repeat(500_000), form),
    outcomes: [200, 503],
  }),
  'a form of one long field': answered('Response.json(Request.post("a").count)', {
    request: post(`a=${'%41'.repeat(340_000)}`, form),
    outcomes: [200, 503],
  }),
  'a form of broken escapes': answered('Response.json(Request.form.count)', {
    request: post('%&%4&%%4%zz=%'.repeat(70_000), form),
    outcomes: [200, 503],
  }),
  'a form of plus signs': answered('Response.json(Request.form.count)', {
    request: post('+'.repeat(1_000_000), form),
    outcomes: [200, 503],
  }),
  'a form whose fields have names of objects': answered(
    'Response.json([Request.post("__proto__"), Request.post("toString"), Request.form])',
    { request: post('__proto__=a&constructor=b', form) },
  ),
  'forms of 1,000 parts on 10 connections': answered('Response.json(Request.form.count)', {
    request: post(`${parts(1_000, 'a')}--b--\r\n`, 'multipart/form-data; boundary=b'),
    connections: 10,
    isShort: false,
  }),
  'a form without a boundary': answered('Response.json(Request.form.count)', {
    request: post(parts(3, 'a'), 'multipart/form-data'),
    outcomes: [400],
  }),
  'a form with an odd boundary': answered('Response.json(Request.form.count)', {
    request: post(
      parts(3, 'a'),
      `multipart/form-data; boundary="${'b'.repeat(200)}"; boundary=b; charset=utf-7`,
    ),
    outcomes: [200, 400],
  }),
  'a part with broken headers': answered('Response.json(Request.form.count)', {
    request: post(
      '--b\r\nContent-Disposition: form-data; name="a"; name="b"; filename*=utf-8\'\'%ff\r\nContent-Type: \xff\r\nContent-Transfer-Encoding: base64\r\n\r\n=\r\n--b--\r\n',
      'multipart/form-data; boundary=b',
    ),
    outcomes: [200, 400],
  }),
  'a file with the name of another': answered(
    'var f = Request.file("a")\nResponse.json(f ? [f["name"], f["size"]] : null)',
    {
      request: post(
        '--b\r\nContent-Disposition: form-data; name="a"; filename="../../etc/passwd\x00.txt"\r\n\r\nx\r\n--b--\r\n',
        'multipart/form-data; boundary=b',
      ),
      outcomes: [200, 400],
    },
  ),
  'a type of a body that is odd': answered('Response.json([Request.isJson, Request.form.count])', {
    request: post('a=b', `;;;=${';a="'.repeat(3_000)}`),
    outcomes: [200, 400],
  }),
  'cookies of equal signs': answered('Response.json(Request.cookies.count)', {
    request: write('GET', '/api/attack', '', [`Cookie: ${'=;'.repeat(7_000)}`]),
  }),
  'a cookie of quotes': answered('Response.json(Request.cookie("a"))', {
    request: write('GET', '/api/attack', '', [`Cookie: a=${'"'.repeat(15_000)}`]),
  }),
  'headers with names of objects': answered(
    'Response.json([Request.header("__proto__"), Request.header("constructor"), Request.headers, Request.header("tostring")])',
    { request: write('GET', '/api/attack', '', ['__proto__: a', 'constructor: b']) },
  ),
  'routes that are read again and again': answered(
    'for (i in 1..100000) {\n  Request.route(i)\n  Request.path\n  Request.query\n}\nResponse.json(1)',
    { request: write('GET', `/api/attack?${'&='.repeat(3_900)}`), outcomes: [200, 503] },
  ),
  'headers that are read again and again': answered(
    'while (true) {\n  Request.headers\n  Request.cookies\n  Request.header("x" * 1000000)\n}',
    {
      request: write(
        'GET',
        '/api/attack',
        '',
        Array.from({ length: 490 }, (_, index) => `x${index}: 1`),
      ),
      outcomes: [503],
    },
  ),
  'a file that is read again and again': answered('while (true) Request.file("a")', {
    request: post(
      `--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n${'x'.repeat(1_000_000)}\r\n--b--\r\n`,
      'multipart/form-data; boundary=b',
    ),
    outcomes: [503],
  }),
  'a print of control characters': answered(
    'for (i in 1..1000) System.print("\\e[2J\\r\\n\\0\\xff{\\"level\\":60}")\nResponse.json(1)',
  ),
  'a fault with a path of control characters': answered('Fiber.abort("a\\r\\nb\\e[2J\\0\\xff")', {
    request: write('GET', '/api/attack?%0d%0a%1b[2J'),
    outcomes: [500],
  }),
  'a hundred faults with long texts': answered('Fiber.abort("a" * 10000000)', {
    connections: 100,
    outcomes: [500, 503],
    isShort: false,
  }),
  'a hundred requests that print all they may': answered(
    'System.print("a" * 1048000)\nResponse.json(1)',
    { connections: 100, outcomes: [200, 503], isShort: false },
  ),
  'a hundred requests that hash': answered('Util.hash("a")\nResponse.json(1)', {
    connections: 100,
    outcomes: [200, 503],
    isShort: false,
    bounds: { endedBy: ['requestTime'], othersWait: ['requestTime'] },
  }),
});
