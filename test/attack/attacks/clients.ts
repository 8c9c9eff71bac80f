/** Clients that keep connections and buffers occupied, or send too much. */
import { attackWithClients, type ClientAttack, write } from './define.js';

const post = 'POST /api/users HTTP/1.1\r\nHost: a\r\n';
const get = 'GET /api/users HTTP/1.1\r\nHost: a\r\n';
const attack = 'POST /api/attack HTTP/1.1\r\nHost: a\r\n';
const echo = 'Response.json(Request.body.bytes.count)';

/** An answer that is cut off counts by its status line. */
const anyOutcome = [200, 408, 'closed'] as const;

/** A script limit long enough for many requests to wait in line, even in the short form. */
const longScripts = { scriptTime: 5_000 };

const user = (index: number, nameLength: number): string =>
  write(
    'POST',
    '/api/users',
    JSON.stringify({ name: 'n'.repeat(nameLength), email: `${index}@a` }),
  );

/** Answers of a size in bytes, on connections that nobody reads. */
const unread = (connections: number, size: number): ClientAttack => ({
  connections,
  send: () => write('GET', '/api/attack'),
  trickle: { bytes: 'x', milliseconds: 100 },
  reading: 'nothing',
  script: `Response.text("a" * ${size})`,
  outcomes: anyOutcome,
  // A request may wait that long for the others' scripts.
  bounds: { endedBy: ['scriptTime', 'idleTime'] },
  isShort: false,
});

export const clientAttacks = attackWithClients('clients', {
  'headers that arrive byte by byte, whatever is answered': {
    connections: 40,
    send: () => `${get}X-A: `,
    trickle: { bytes: 'x', milliseconds: 100 },
    outcomes: anyOutcome,
    bounds: { endedBy: ['headerTime'] },
  },
  'bodies that arrive byte by byte, whatever is answered': {
    connections: 40,
    send: () => `${post}Content-Length: 100000\r\n\r\n`,
    trickle: { bytes: 'x', milliseconds: 100 },
    outcomes: anyOutcome,
  },
  'chunks that arrive byte by byte, whatever is answered': {
    connections: 40,
    send: () => `${post}Transfer-Encoding: chunked\r\n\r\n`,
    trickle: { bytes: '1\r\nx\r\n', milliseconds: 100 },
    outcomes: anyOutcome,
  },
  'chunks without end': {
    send: () => `${post}Transfer-Encoding: chunked\r\n\r\n`,
    trickle: { bytes: `20000\r\n${'x'.repeat(0x20000)}\r\n`, milliseconds: 10 },
    outcomes: [413],
    bounds: { endedBy: [] },
  },
  'a body that goes on after its 413': {
    send: () => `${post}Content-Length: 100000000000\r\n\r\n`,
    trickle: { bytes: 'x'.repeat(32_000), milliseconds: 10 },
    outcomes: [413],
    bounds: { endedBy: [] },
  },
  'a body that goes on after its 404': {
    send: () => 'POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000000\r\n\r\n',
    trickle: { bytes: 'x'.repeat(32_000), milliseconds: 10 },
    outcomes: [404],
    bounds: { endedBy: [] },
  },
  'a body that goes on after its 415': {
    send: () => `${post}Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n`,
    trickle: { bytes: `8000\r\n${'x'.repeat(0x8000)}\r\n`, milliseconds: 10 },
    outcomes: [415],
    bounds: { endedBy: [] },
  },
  'a chunk extension without end': {
    send: () => `${post}Transfer-Encoding: chunked\r\n\r\n1;`,
    trickle: { bytes: 'x'.repeat(10_000), milliseconds: 10 },
    outcomes: [400, 413, 431],
  },
  'trailers without end': {
    send: () => `${post}Transfer-Encoding: chunked\r\n\r\n0\r\n`,
    trickle: { bytes: `X-A: ${'x'.repeat(1_000)}\r\n`, milliseconds: 10 },
    outcomes: [400, 413, 431],
  },
  'headers without end': {
    send: () => get,
    trickle: { bytes: `X-A: ${'x'.repeat(1_000)}\r\n`, milliseconds: 10 },
    outcomes: [431],
    bounds: { endedBy: ['headerTime'] },
  },
  'a request line without end': {
    send: () => 'GET /',
    trickle: { bytes: 'x'.repeat(1_000), milliseconds: 10 },
    outcomes: [414, 431],
    bounds: { endedBy: ['headerTime'] },
  },
  'line breaks without end': {
    send: () => '\r\n',
    trickle: { bytes: '\r\n'.repeat(1_000), milliseconds: 100 },
    outcomes: [400, 408, 431, 'closed'],
    bounds: { endedBy: ['headerTime'] },
  },
  'requests that wait to be asked for a body': {
    connections: 40,
    send: () => `${post}Content-Length: 10\r\nExpect: 100-continue\r\n\r\n`,
    outcomes: [408, 'closed'],
  },
  'connections that close their own direction': {
    connections: 40,
    send: () => `${post}Content-Length: 10\r\n\r\nabc`,
    halfCloses: true,
    outcomes: [400, 408, 'closed'],
  },
  'connections that say nothing': {
    connections: 200,
    send: () => '',
    outcomes: [408, 'closed'],
    bounds: { endedBy: ['idleTime'] },
  },
  'half-sent headers on more connections than there may be': {
    connections: 5_050,
    send: () => `${get}X-A: `,
    outcomes: [408, 'closed'],
    bounds: { endedBy: ['headerTime'] },
    isShort: false,
  },
  'half-sent headers on more connections than a small limit': {
    connections: 250,
    send: () => `${get}X-A: `,
    limits: { connections: 100 },
    outcomes: [408, 'closed'],
    bounds: { endedBy: ['headerTime'], mayFail: true },
  },
  'slow uploads in all places': {
    connections: 260,
    send: () => `${attack}Content-Length: 100000\r\n\r\n`,
    trickle: { bytes: 'x', milliseconds: 100 },
    script: echo,
    others: [{ target: '/__health' }, { method: 'POST', target: '/api/other', body: 'ab' }],
    outcomes: [408, 503, 'closed'],
    bounds: { othersWait: ['headerTime'], mayFail: true },
  },
  'a large answer that nobody reads': {
    limits: longScripts,
    connections: 20,
    send: () => write('GET', '/api/attack'),
    trickle: { bytes: 'x', milliseconds: 100 },
    reading: 'nothing',
    script: 'Response.text("a" * 20000000)',
    outcomes: anyOutcome,
    bounds: { endedBy: ['idleTime'] },
  },
  'large answers on many connections that nobody reads': unread(200, 20_000_000),
  'answers of 3 MB on 1,000 connections that nobody reads': unread(1_000, 3_000_000),
  'a large answer that is read slowly': {
    limits: longScripts,
    connections: 10,
    send: () => write('GET', '/api/attack'),
    reading: 'slowly',
    script: 'Response.text("a" * 10000000)',
    outcomes: anyOutcome,
  },
  'pipelined requests': {
    connections: 4,
    // A busy machine answers as many within `scriptTime`.
    send: () => `${`${get}\r\n`.repeat(1_000)}${write('GET', '/api/users')}`,
    limits: longScripts,
    outcomes: [200],
  },
  'pipelined requests for work': {
    send: () =>
      `${'GET /api/attack HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20)}${write('GET', '/api/attack')}`,
    script: 'while (true) {}',
    outcomes: [503],
    // The second request runs, since its arrival time is unknown; the later ones waited too long.
    bounds: { endedBy: ['requestTime'], othersWait: ['scriptTime'] },
    isShort: false,
  },
  'pipelined requests whose answers nobody reads': {
    limits: longScripts,
    connections: 4,
    send: () => `GET /api/attack HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(20),
    trickle: { bytes: 'x', milliseconds: 100 },
    reading: 'nothing',
    script: 'Response.text("a" * 1000000)',
    outcomes: anyOutcome,
    bounds: { endedBy: ['idleTime'] },
  },
  'thousands of pipelined requests whose answers nobody reads': {
    connections: 4,
    send: () => `GET /api/attack HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(2_000),
    trickle: { bytes: 'x', milliseconds: 100 },
    reading: 'nothing',
    script: 'Response.json((1..100000).toList)',
    outcomes: anyOutcome,
    bounds: { endedBy: ['idleTime'] },
    isShort: false,
  },
  'bodies of the greatest size on all upload places': {
    connections: 200,
    send: () => `${attack}Content-Length: 1000000\r\n\r\n${'x'.repeat(999_990)}`,
    script: echo,
    others: [{ target: '/__health' }, { target: '/api/other' }],
    outcomes: [408, 503, 'closed'],
    isShort: false,
  },
  'compressed bodies': {
    send: () => write('POST', '/api/users', 'x'.repeat(1_000), ['Content-Encoding: gzip']),
    outcomes: [415],
  },
  'users with names of 1 MB': {
    connections: 62,
    send: (index) => user(index, 1_000_000),
    // The headers of some requests wait for the bodies of others.
    limits: { ...longScripts, headerTime: 10_000, requestTime: 20_000 },
    outcomes: [400],
  },
  'thousands of users with long names': {
    connections: 2_000,
    send: (index) => user(index, 200),
    outcomes: [201, 503],
    bounds: { othersWait: ['scriptTime'] },
    isShort: false,
  },
  'users that are deleted without a credential': {
    connections: 3,
    send: (index) => write('DELETE', `/api/users?id=${index + 1}`),
    outcomes: [204, 409],
  },
  'keys that are guessed': {
    connections: 200,
    send: (index) => write('GET', '/api/products', '', [`X-API-Key: ${index}`]),
    outcomes: [401],
  },
  'a page beyond all pages': {
    connections: 4,
    send: (index) => write('GET', `/api/users?page=1e308&limit=${'9'.repeat(300 + index)}&id=%00`),
    outcomes: [200, 400, 404],
  },
});
