/** Clients whose bytes can be read in two ways, or that leave at odd moments. */
import type { Outcome } from '../attack.js';
import { attackWithClients, type ClientAttack, write } from './define.js';

const proper: readonly Outcome[] = [
  200,
  400,
  404,
  408,
  411,
  413,
  414,
  417,
  431,
  501,
  503,
  'closed',
];

const send = (bytes: string, more: Partial<ClientAttack> = {}): ClientAttack => ({
  send: () => bytes,
  script: 'Response.json(Request.body.bytes.count)',
  outcomes: proper,
  isShort: false,
  ...more,
});

/** A POST with these headers; the answer must be 400. */
const rejected = (headers: string, body = 'abcde'): ClientAttack =>
  send(`POST /api/attack HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n${body}`, {
    outcomes: [400],
    isShort: true,
  });

const get = (target: string, more: Partial<ClientAttack> = {}): ClientAttack =>
  send(write('GET', target), { outcomes: [200, 400, 404, 414, 431], ...more });

const large = 'Response.text("a" * 20000000)';

export const streamAttacks = attackWithClients('clients: rare HTTP', {
  'two different lengths': rejected('Content-Length: 5\r\nContent-Length: 6'),
  'two equal lengths': rejected('Content-Length: 5\r\nContent-Length: 5'),
  'a list of lengths': rejected('Content-Length: 5, 5'),
  'a length and chunks': rejected('Content-Length: 5\r\nTransfer-Encoding: chunked', '0\r\n\r\n'),
  'a negative length': rejected('Content-Length: -5'),
  'a length with a sign': rejected('Content-Length: +5'),
  'a length of 20 digits': rejected(`Content-Length: ${'9'.repeat(20)}`),
  'a length that is hexadecimal': rejected('Content-Length: 0x5'),
  'chunks that are not last': rejected('Transfer-Encoding: chunked, identity', '0\r\n\r\n'),
  'chunks with odd letters': rejected('Transfer-Encoding: \x0bchunked', '0\r\n\r\n'),
  'a chunk of a huge size': send(
    'POST /api/attack HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n',
    { outcomes: [400] },
  ),
  'a chunk longer than it says': send(
    'POST /api/attack HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabcdef\r\n0\r\n\r\n',
    { outcomes: [400] },
  ),
  'a chunk of 1 MB with an extension of 10 KB': send(
    `POST /api/attack HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;${'a'.repeat(10_000)}\r\nabcde\r\n0\r\n\r\n`,
    { outcomes: [200, 400, 408, 413, 431] },
  ),
  'a line that is folded': rejected('X-A: a\r\n b\r\nContent-Length: 5'),
  'a space before the colon': rejected('X-A : a\r\nContent-Length: 5'),
  'line feeds only': send('GET /api/attack HTTP/1.1\nHost: a\nConnection: close\n\n', {
    outcomes: [200, 400],
  }),
  'a zero byte in a header of a client': rejected('X-A: a\x00b\r\nContent-Length: 5'),
  'a header without a name': rejected(': a\r\nContent-Length: 5'),
  'no Host': send('GET /api/attack HTTP/1.1\r\nConnection: close\r\n\r\n', { outcomes: [400] }),
  'an odd Host': send(
    `GET /api/attack HTTP/1.1\r\nHost: ${'a@b:c/'.repeat(100)}\r\nConnection: close\r\n\r\n`,
    { outcomes: [200, 400] },
  ),
  'HTTP/0.9': send('GET /api/attack\r\n\r\n', { outcomes: [400, 'closed'] }),
  'HTTP/9.9': send('GET /api/attack HTTP/9.9\r\nHost: a\r\n\r\n', { outcomes: [400, 505] }),
  TLS: send('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', { outcomes: [400, 'closed'] }),
  'random bytes': send(
    Array.from({ length: 5_000 }, (_, i) => String.fromCharCode((i * 7_919 + (i >> 3)) & 255)).join(
      '',
    ),
    { outcomes: [400, 431, 'closed'] },
  ),
  'a method that does not exist': send(write('FROBNICATE', '/api/attack'), { outcomes: [400] }),
  'TRACE with a body': send(write('TRACE', '/api/attack', 'abc'), { outcomes: proper }),
  'CONNECT without an end': send('CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', {
    trickle: { bytes: 'x'.repeat(1_000), milliseconds: 10 },
    outcomes: [400],
    bounds: { endedBy: [] },
  }),
  'CONNECT after large answers, and resets': send(
    'GET /api/attack HTTP/1.1\r\nHost: a\r\n\r\nCONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n',
    {
      connections: 10,
      reading: 'nothing',
      leaves: 300,
      script: large,
      limits: { scriptTime: 5_000 },
      outcomes: ['closed'],
    },
  ),
  'an upgrade that goes on': send(
    'GET /api/attack HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n\r\n',
    {
      trickle: { bytes: 'x'.repeat(1_000), milliseconds: 10 },
      outcomes: [200, 400, 408],
    },
  ),
  'a target of 64 KiB': get(`/api/attack?${'a'.repeat(65_536)}`, { outcomes: [414, 431] }),
  'a target of slashes': get('/'.repeat(8_000)),
  'a target of dots': get('/../'.repeat(2_000)),
  'a zero byte in the path': get('/api/attack%00.wren'),
  'escapes that are not UTF-8': get('/%ff%c0%af..%c0%af'),
  'a path of broken escapes': get('/%zz%'),
  'broken escapes of the documentation': get('/docs/%ff/%zz'),
  'a path of a private script': get('/api/_app'),
  'a path of the database': get('/_db.sqlite3', { outcomes: [404] }),
  'a backslash in the path': get('/api\\attack'),
  'a target that is a URL without a path': get('http://a'),
  'a target with a fragment': get('/api/attack#/../x'),
  'health with odd requests': send(
    ['HEAD', 'POST', 'PUT', 'OPTIONS', 'DELETE']
      .map((method) => `${method} /__health HTTP/1.1\r\nHost: a\r\n\r\n`)
      .join('')
      .concat(write('GET', '/__health?%ff')),
  ),
  'resets after the request': send(write('GET', '/api/attack'), {
    connections: 200,
    leaves: 0,
    outcomes: ['closed', 200],
  }),
  'resets in the middle of large answers': send(write('GET', '/api/attack'), {
    connections: 60,
    leaves: 300,
    script: large,
    limits: { scriptTime: 5_000 },
    outcomes: ['closed', 200, 503],
  }),
  'resets in the middle of bodies': send(
    `POST /api/attack HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n${'x'.repeat(500_000)}`,
    { connections: 100, leaves: 100, outcomes: ['closed'] },
  ),
  'resets while scripts wait': send(write('GET', '/api/attack'), {
    connections: 50,
    leaves: 200,
    script: 'Util.hash("a")\nResponse.json(1)',
    limits: { scriptTime: 5_000 },
    outcomes: ['closed', 200, 503],
    bounds: { othersWait: ['scriptTime'] },
  }),
  'resets while a transaction runs': send(write('GET', '/api/attack'), {
    connections: 20,
    leaves: 100,
    script: 'Db.transaction {\n  `SELECT 1`.first\n  Util.hash("a")\n}\nResponse.json(1)',
    limits: { scriptTime: 5_000 },
    outcomes: ['closed', 200, 503],
    bounds: { othersWait: ['scriptTime'] },
  }),
  'half-closed requests for work': send(write('GET', '/api/attack'), {
    connections: 20,
    halfCloses: true,
    script: 'Util.hash("a")\nResponse.json(1)',
    limits: { scriptTime: 5_000 },
    bounds: { othersWait: ['scriptTime'] },
  }),
  '3,000 connections that are kept alive': send('GET /api/attack HTTP/1.1\r\nHost: a\r\n\r\n', {
    connections: 3_000,
    outcomes: [200, 408],
    isShort: false,
  }),
  '50 connections with a request every 10 ms': send('', {
    connections: 50,
    trickle: { bytes: 'GET /api/attack HTTP/1.1\r\nHost: a\r\n\r\n', milliseconds: 10 },
    leaves: 3_000,
    outcomes: [200, 503, 'closed'],
    isShort: false,
  }),
  'bodies after GET, pipelined': send(
    `${'GET /api/attack HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabcde'.repeat(1_000)}${write('GET', '/api/attack')}`,
    { outcomes: [200] },
  ),
  'a request after Connection: close': send(
    `${write('GET', '/api/attack')}${write('GET', '/api/attack').repeat(1_000)}`,
    { outcomes: [200] },
  ),
});
