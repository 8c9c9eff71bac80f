/** Clients that use rare or broken parts of HTTP, and bodies of many small parts. */
import type { Outcome } from '../attack.js';
import { attackWithClients, type ClientAttack, write } from './define.js';

const closing = 'POST /api/attack HTTP/1.1\r\nHost: a\r\nConnection: close\r\n';
const usual = 'Host: a\r\nConnection: close\r\n';
/** Every proper end of such a request; it must not harm others. */
const properOutcomes: readonly Outcome[] = [200, 400, 404, 408, 413, 414, 417, 431, 503, 'closed'];

/** A request without a body. */
const line = (text: string, headers = usual): string => `${text}\r\n${headers}\r\n`;

/** A body of chunks with one byte each. */
const smallChunks = (count: number): string => '1\r\nx\r\n'.repeat(count);

const send = (bytes: string, more: Partial<ClientAttack> = {}): ClientAttack => ({
  send: () => bytes,
  script: 'Response.json(Request.body.bytes.count)',
  outcomes: properOutcomes,
  isShort: false,
  ...more,
});

const countFields = { script: 'Response.json(Request.form.count)' };

const post = (body: string, type = 'application/json'): string =>
  write('POST', '/api/attack', body, [`Content-Type: ${type}`]);

export const protocolAttacks = attackWithClients('clients: rare HTTP', {
  'a body of 1-byte chunks': send(
    `${closing}Transfer-Encoding: chunked\r\n\r\n${smallChunks(1_000_000)}0\r\n\r\n`,
    { isShort: true },
  ),
  'bodies of 1-byte chunks on 20 connections': send(
    `${closing}Transfer-Encoding: chunked\r\n\r\n${smallChunks(1_000_000)}0\r\n\r\n`,
    { connections: 20 },
  ),
  'heads of thousands of tiny headers': send(
    `GET /api/attack HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${'x:\r\n'.repeat(15_000)}\r\n`,
    {
      connections: 1_200,
      // Node parses some 15 MB of such heads in a second, and counts neither colons nor line ends.
      bounds: { othersWait: ['headerTime'] },
      script: 'var t = System.clock\nwhile (System.clock < t + 0.2) {}\nResponse.json(1)',
    },
  ),
  'chunk extensions': send(
    `${closing}Transfer-Encoding: chunked\r\n\r\n${'1;a=b\r\nx\r\n'.repeat(10_000)}0\r\n\r\n`,
  ),
  trailers: send(
    `${closing}Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n${'X-A: b\r\n'.repeat(1_000)}\r\n`,
  ),
  'HTTP/1.0 with keep-alive': send('GET /api/attack HTTP/1.0\r\nConnection: keep-alive\r\n\r\n', {
    outcomes: [200, 408, 'closed'],
  }),
  'an absolute target': send(line('GET http://a/api/attack HTTP/1.1')),
  'an absolute target with a user': send(line('GET http://u:p@a:99999/api/attack HTTP/1.1')),
  'an authority as target': send(line('CONNECT a:443 HTTP/1.1')),
  'a star as target': send(line('OPTIONS * HTTP/1.1')),
  'escaped slashes and zeros in the path': send(
    line('GET /api%2fattack%00/..%2f..%2f_app HTTP/1.1'),
  ),
  'an upgrade': send(
    line('GET /api/attack HTTP/1.1', 'Host: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n'),
    { outcomes: [200, 400, 408, 'closed'] },
  ),
  'an upgrade to HTTP/2': send('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  'Expect with a body at once': send(
    `${closing}Expect: 100-continue\r\nContent-Length: 5\r\n\r\nabcde`,
  ),
  'Expect of something else': send(`${closing}Expect: 200-ok\r\nContent-Length: 5\r\n\r\nabcde`),
  'many requests with Expect on one connection': send(
    `${'POST /api/attack HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\nx'.repeat(500)}${closing}Content-Length: 1\r\n\r\nx`,
  ),
  'requests with a body that nobody asked for': send(
    `${'GET /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabcde'.repeat(500)}${line('GET /nowhere HTTP/1.1')}`,
  ),
  'a form with headers without end': send(
    `${closing}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n--b\r\n${'X-A: b\r\n'.repeat(124_999)}${'x'.repeat(3)}`,
    { ...countFields },
  ),
  'a form of line breaks': send(
    `${closing}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n${'\r\n'.repeat(500_000)}`,
    { ...countFields, connections: 10 },
  ),
  'a form of boundaries': send(
    `${closing}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n${'--b\r\n'.repeat(200_000)}`,
    { ...countFields, connections: 10 },
  ),
  'a form of parts with long names': send(
    `${closing}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 900088\r\n\r\n${`--b\r\nContent-Disposition: form-data; name="${'a'.repeat(899_900)}"\r\n\r\n\r\n--b--\r\n`.padEnd(900_088)}`,
    { ...countFields, connections: 10 },
  ),
  'a form of escaped quotes': send(
    `${closing}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 900088\r\n\r\n${`--b\r\nContent-Disposition: form-data; name="${'%22\\"'.repeat(150_000)}"\r\n\r\n\r\n--b--\r\n`.padEnd(900_088).slice(0, 900_088)}`,
    { ...countFields, connections: 10 },
  ),
  'many forms at a time': send(
    write(
      'POST',
      '/api/attack',
      `${Array.from({ length: 12_000 }, (_, i) => `--b\r\nContent-Disposition: form-data; name="${i}"; filename="${i}"\r\n\r\n\r\n`).join('')}--b--\r\n`,
      ['Content-Type: multipart/form-data; boundary=b'],
    ),
    { ...countFields, connections: 20, isShort: true },
  ),
  'a document of many texts on 20 connections': send(post(`[${'"a",'.repeat(240_000)}1]`), {
    script: 'Response.json(Request.json().count)',
    connections: 20,
  }),
  '200 headers of one name': send(
    line(
      'GET /api/attack HTTP/1.1',
      `Host: a\r\nConnection: close\r\n${'Cookie: a=b\r\n'.repeat(900)}`,
    ),
  ),
});
