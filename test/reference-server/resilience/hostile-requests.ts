/**
 * Requests of attackers and broken clients, as bytes: a list of known ones, and any number of
 * random ones, which a seed repeats.
 */
import { Random } from '../../random.js';

/** Texts that have broken other programs, for all places where clients send texts. */
const nastyTexts = [
  '',
  '0',
  '-1',
  '1e308',
  '1e999',
  'NaN',
  '9223372036854775808',
  '1 OR 1=1',
  "1'; DROP TABLE products; --",
  '1) UNION SELECT key_hash FROM api_keys --',
  "' OR ''='",
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '%(7*7)',
  '../../_app',
  '..\\..\\_app',
  'a\u0000b',
  'ä€😀\u202e',
  '<script>alert(1)</script>',
  'x'.repeat(3_000),
  '1'.repeat(3_000),
  '\r\nX-Injected: yes',
  '\n\nX-Injected: yes',
];

/** The same texts in the encoding of query strings and forms. */
const encodedTexts = [
  ...nastyTexts.map(encodeURIComponent),
  '%',
  '%0',
  '%zz',
  '%00',
  '%ff%fe',
  '%c0%ae%c0%ae%2f',
  '%0d%0aX-Injected:%20yes',
  '%E5%98%8A%E5%98%8DX-Injected:yes',
  '+'.repeat(500),
  '%25'.repeat(300),
];

/** Path segments of other folders, hidden files and missing files. */
const segments = [
  '..',
  '.',
  '%2e%2e',
  '%252e%252e',
  '..%00',
  '..%5c',
  '..\\',
  '%c0%ae%c0%ae',
  '%uff0e%uff0e',
  '...',
  '',
  'api',
  'API',
  'users',
  'products',
  'users.wren',
  'users%00.wren',
  'users;.wren',
  '_app',
  '_app.wren',
  '_migration.wren',
  '_route',
  '_route.wren',
  '_db.sqlite3',
  '_db.sqlite3-wal',
  '.git',
  'etc',
  'passwd',
  'proc',
  'self',
  'environ',
  '__proto__',
  'constructor',
  'toString',
  '~root',
  'C:',
];

const documents = [
  '',
  'null',
  '[]',
  '0',
  '"text"',
  '{',
  '{"name":',
  '{"name":"a","price":1e999}',
  '{"name":"a","price":-0}',
  '{"name":{"toString":1},"price":[1]}',
  '{"__proto__":{"name":"polluted","price":1}}',
  '{"constructor":{"prototype":{"price":1}},"name":"a"}',
  '{"name":"a","name":"b","price":1,"price":2}',
  '{"name":"\\ud800","price":1}',
  '{"name":"\\u0000","price":1}',
  '{"name":"\u00e4\u00ff","price":1}',
  '\u00ef\u00bb\u00bf{"name":"a","price":1}',
  "{'name':'a'}",
  '{"name":"a","price":1}garbage',
  '['.repeat(20_000),
  '{"a":'.repeat(5_000),
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `{"name":"${'x'.repeat(50_000)}","price":1}`,
  `{"name":"a","price":${'9'.repeat(2_000)}}`,
  `[${'{},'.repeat(10_000)}{}]`,
];

const mediaTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=b',
  'text/plain',
  'a/b/c',
  ';;;',
];

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE', 'PROPFIND'];

/** Bytes that are not HTTP, or ambiguous HTTP. */
function listMalformed(): string[] {
  const get = 'GET /api/users HTTP/1.1\r\nHost: a\r\n';
  const post = 'POST /api/users HTTP/1.1\r\nHost: a\r\n';
  return [
    '\r\n\r\n\r\n',
    '\0\0\0\0',
    'HELO example.com\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'GET\r\n\r\n',
    'GET /api/users\r\n\r\n',
    'GET /api/users HTTP/0.9\r\n\r\n',
    'GET /api/users HTTP/9.9\r\nHost: a\r\n\r\n',
    'GET  /api/users  HTTP/1.1\r\nHost: a\r\n\r\n',
    'get /api/users HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET /api/users HTTP/1.1\nHost: a\n\n',
    'GET /api/\0users HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET /api/us\ters HTTP/1.1\r\nHost: a\r\n\r\n',
    'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET http:// HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET http://a:b@c:d/api/users HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET //api/users HTTP/1.1\r\nHost: a\r\n\r\n',
    `${get}No colon\r\n\r\n`,
    `${get}X-A : b\r\n\r\n`,
    `${get}: b\r\n\r\n`,
    `${get}X-A: b\r\n folded\r\n\r\n`,
    `${get}X-A: b\0c\r\n\r\n`,
    `${get}X-A: b\rX-B: c\r\n\r\n`,
    `${get}Host: b\r\n\r\n`,
    `${get}${'X-A: b\r\n'.repeat(1_500)}\r\n`,
    `${get}X-A: ${'b'.repeat(20_000)}\r\n\r\n`,
    `${get}Connection: upgrade\r\nUpgrade: websocket\r\n\r\n`,
    `${get}Connection: upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n\r\n`,
    `${get}Expect: 200-ok\r\n\r\n`,
    `${get}\r\n`.repeat(20),
    `${post}Content-Length: -1\r\n\r\n`,
    `${post}Content-Length: 1e3\r\n\r\n`,
    `${post}Content-Length: 99999999999999999999\r\n\r\n`,
    `${post}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef`,
    `${post}Content-Length: 5, 5\r\n\r\nabcde`,
    `${post}Content-Length: 5\r\n\r\nab`,
    `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
    `${post}Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n`,
    `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`,
    `${post}Transfer-Encoding: chunked\r\n\r\n-1\r\na\r\n0\r\n\r\n`,
    `${post}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\na\r\n0\r\n\r\n`,
    `${post}Transfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\na\r\n0\r\n\r\n`,
    `${post}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX-A: b\r\n\r\n`,
    `${post}Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc`,
    `${post}Content-Length: 2000000\r\n\r\n${'x'.repeat(2_000)}`,
  ];
}

function writeRequest(method: string, target: string, headers: string[], body: string): string {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body, 'latin1')}`];
  const lines = [`${method} ${target} HTTP/1.1`, 'Host: a', ...headers, ...length];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** Every text in every place, every document with every media type. */
function listWellFormed(apiKey: string): string[] {
  const key = `X-API-Key: ${apiKey}`;
  const paths = segments.flatMap((a) => [`/${a}`, `/api/${a}`, `/api/${a}/${a}/users`]);
  const queries = encodedTexts.flatMap((text) => [
    `/api/users?id=${text}`,
    `/api/products?id=${text}`,
    `/api/products?page=${text}`,
    `/api/products?limit=${text}`,
    `/api/products?${text}=1&${text}`,
  ]);
  const plain = [...paths, ...queries].map((target) => writeRequest('GET', target, [key], ''));
  const headers = nastyTexts.flatMap((text) => [
    writeRequest('GET', '/api/products', [`X-API-Key: ${text}`], ''),
    writeRequest('OPTIONS', '/api/users', [`Access-Control-Request-Headers: ${text}`], ''),
    writeRequest('GET', '/api/users', [`Origin: ${text}`, `Cookie: ${text}`], ''),
  ]);
  const bodies = documents.flatMap((document) =>
    mediaTypes.flatMap((type) => [
      writeRequest('POST', '/api/users', [`Content-Type: ${type}`], document),
      writeRequest('PUT', '/api/products?id=1', [key, `Content-Type: ${type}`], document),
    ]),
  );
  return [...plain, ...headers, ...bodies];
}

function writeRandomRequest(random: Random, apiKey: string): string {
  const path = Array.from({ length: random.below(6) }, () => random.pick(segments)).join('/');
  const resource = random.pick(['/api/users', '/api/products', '/api/products', `/${path}`]);
  const query = Array.from({ length: random.below(4) }, () => {
    const name = random.oneIn(3) ? random.pick(encodedTexts) : random.pick(['id', 'page', 'limit']);
    return `${name}=${random.pick(encodedTexts)}`;
  }).join('&');
  const headers = [
    `X-API-Key: ${random.oneIn(4) ? random.pick(nastyTexts) : apiKey}`,
    `Content-Type: ${random.pick(mediaTypes)}`,
    ...(random.oneIn(8) ? [`${random.pick(nastyTexts)}: ${random.pick(nastyTexts)}`] : []),
  ];
  const body = random.oneIn(3) ? '' : random.pick([...documents, ...nastyTexts, ...encodedTexts]);
  return writeRequest(random.pick(methods), `${resource}?${query}`, headers, body);
}

/** Damages bytes at a random place: drops, doubles or replaces a few, or cuts off the rest. */
function damage(bytes: string, random: Random): string {
  const at = random.below(bytes.length);
  const [before, after] = [bytes.slice(0, at), bytes.slice(at)];
  const few = after.slice(0, 1 + random.below(8));
  const rest = after.slice(few.length);
  return random.pick([
    before + rest,
    before + few + few + rest,
    before + String.fromCharCode(random.below(256)) + rest,
    before + random.pick(['\r\n', '\0', ' ', ':', '%', '\r\n\r\n', '0\r\n\r\n']) + rest,
    before,
  ]);
}

/** The listed requests, then random ones, up to `count` in all. */
export function hostileRequests(count: number, seed: number, apiKey: string): string[] {
  const random = new Random(seed);
  const requests = [...listMalformed(), ...listWellFormed(apiKey)];
  while (requests.length < count) {
    const request = writeRandomRequest(random, apiKey);
    requests.push(random.oneIn(2) ? damage(request, random) : request);
  }
  return requests;
}
