/** Clients that occupy connections: they lose them, and other clients are served. */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { RawClient, sendRaw } from '../support/raw-request.js';
import { serveFiles } from '../support/serve.js';
import { startLimitedServerProcess } from '../support/server-process.js';
import { temporaryProject } from '../support/temporary.js';
import { workerPids } from '../support/workers.js';

const files = {
  'api/echo.wren': 'Response.json(Request.body)',
  'api/large.wren': 'System.print("made")\nResponse.json("x" * 20000000)',
  'api/slow.wren': 'System.print("begun")\nUtil.hash("a")\nSystem.print("ended")\nResponse.json(1)',
  '_migration.wren': 'Db.migrate("001", `CREATE TABLE notes (text TEXT)`)',
  'api/notes.wren': [
    'if (Request.method == "POST") {',
    '  var text = Util.hash(Request.body)',
    '  `INSERT INTO notes VALUES (?)`.query([text])',
    '}',
    'Response.json(`SELECT COUNT(*) AS n FROM notes`.first["n"])',
  ].join('\n'),
};

const get = (path: string, ...headers: string[]): string =>
  [`GET ${path} HTTP/1.1`, 'Host: a', ...headers, '', ''].join('\r\n');

/** A client that neither reads nor closes. */
function connectDeaf(url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  onTestFinished(async () => {
    socket.destroy();
  });
  return socket;
}

/** Sends single bytes until the connection ends, and resolves with the reason. */
async function trickle(socket: Socket): Promise<unknown> {
  const timer = setInterval(() => socket.write('x'), 20);
  try {
    const [error] = await once(socket, 'error');
    return error;
  } finally {
    clearInterval(timer);
  }
}

/** The status of an answer on a new connection; `closed` without one. */
function statusOf(url: string, method = 'GET'): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = request(`${url}/api/echo`, { method, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', () => resolve('closed')).end(method === 'POST' ? 'ab' : undefined);
  });
}

test.each([
  ['is too large', '/api/echo', 'Content-Length: 100000000000', 413],
  ['goes to no script', '/nowhere', 'Content-Length: 100000000000', 404],
  ['is compressed', '/api/echo', 'Content-Encoding: gzip\r\nContent-Length: 100000000000', 415],
])('a client that continues with a body that %s gets exactly one answer', async (...row) => {
  const [, path, header, status] = row;
  const { url } = await serveFiles(files);
  const socket = connectDeaf(url);
  let answers = '';
  socket.on('data', (chunk) => {
    answers += chunk;
  });
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`);
  expect(await trickle(socket)).toMatchObject({
    code: expect.stringMatching(/EPIPE|ECONNRESET/),
  });
  expect(answers.match(/HTTP\/1\.1 \d{3}/g)).toEqual([`HTTP/1.1 ${status}`]);
});

test.each([
  ['goes to no script', 'POST /nowhere', '', 404],
  ['is compressed', 'POST /api/echo', 'Content-Encoding: gzip\r\n', 415],
  ['has an expectation', 'POST /api/echo', 'Expect: 200-ok\r\n', 417],
  ['is a health check', 'GET /__health', '', 200],
])('a broken body of a request that %s causes no second answer', async (...row) => {
  const [, line, header, status] = row;
  const { url } = await serveFiles(files);
  const head = `${line} HTTP/1.1\r\nHost: a\r\n${header}Transfer-Encoding: chunked\r\n\r\n`;
  const together = await sendRaw(url, `${head}1\r\na\r\nzz\r\n`);
  const client = new RawClient(url);
  client.send(head);
  await client.received(/\}$/);
  client.send('zz\r\n');
  for (const answers of [together, await client.ended()]) {
    expect(answers.match(/HTTP\/1\.1 \d{3}/g)).toEqual([`HTTP/1.1 ${status}`]);
  }
});

test('garbage after an answered request is answered with 400', async () => {
  const { url } = await serveFiles(files);
  const client = new RawClient(url);
  client.send('POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\na');
  await client.received(/\}$/);
  client.send('garbage\r\n\r\n');
  expect((await client.ended()).match(/HTTP\/1\.1 \d{3}/g)).toEqual([
    'HTTP/1.1 404',
    'HTTP/1.1 400',
  ]);
});

test.each([
  ['gzip', '1.1'],
  ['xchunked', '1.1'],
  ['identity', '1.1'],
  ['', '1.1'],
  ['chunked', '1.0'],
])(
  'a body with the transfer coding "%s" of HTTP/%s ends its connection with 400',
  async (...row) => {
    const [coding, version] = row;
    const { url } = await serveFiles(files);
    for (const path of ['/api/echo', '/nowhere']) {
      const head = `POST ${path} HTTP/${version}\r\nHost: a\r\nConnection: keep-alive\r\n`;
      const body = `Transfer-Encoding: ${coding}\r\n\r\n1\r\na\r\n0\r\n\r\n`;
      const answers = await sendRaw(url, head + body + get('/api/echo'));
      expect(answers).toMatch(/^HTTP\/1\.1 400 .*\r\n(?:(?!HTTP).*\r\n)*.*no clear length"\}$/);
    }
  },
);

test('a client that finishes a rejected body keeps its connection', async () => {
  const { url } = await serveFiles(files);
  const client = new RawClient(url);
  client.send('POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab');
  await client.received(/ 404 /);
  client.send(`cde${get('/api/echo')}`);
  await client.received(/ 404 [\s\S]* 200 /);
  client.reset();
});

test('a client that reads no answers causes little work, and loses its connection', async () => {
  const { url, logged } = await serveFiles(files, { limits: { idleTime: 500 } });
  const socket = connectDeaf(url);
  socket.write(get('/api/large').repeat(10));
  expect(await trickle(socket)).toMatchObject({ code: expect.stringMatching(/EPIPE|ECONNRESET/) });
  expect(logged()).toBe('made\n');
});

test('pipelined requests are handled in their order', async () => {
  const { url } = await serveFiles(files);
  const post = 'POST /api/notes HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\na';
  const answers = await sendRaw(url, post + get('/api/notes', 'Connection: close'));
  expect(answers.match(/(?<=\r\n\r\n)\d+/g)).toEqual(['1', '1']);
});

test('requests after a last answer are ignored', async () => {
  const { url, logged } = await serveFiles(files, { limits: { body: 10 } });
  const post = 'POST /api/echo HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n';
  const client = new RawClient(url);
  client.send(post);
  await client.received(/ 413 [\s\S]*Connection: close/);
  client.send(`hello world${get('/api/large')}`);
  expect(await client.ended()).not.toContain(' 200 ');
  expect(logged()).toBe('');
});

test('a suspended script ends without a log entry when its client disconnects', async () => {
  const { url, logged } = await serveFiles(files);
  const client = new RawClient(url);
  client.send(get('/api/slow'));
  await expect.poll(logged).toBe('begun\n');
  client.reset();
  expect((await fetch(`${url}/api/slow`)).status).toBe(200);
  expect(logged()).toBe('begun\nbegun\nended\n');
});

test('bodies of unanswered requests count as uploads', async () => {
  const limits = { uploads: 2, body: 1_000 };
  const { url, logged } = await serveFiles(files, { limits });
  const post = (body: string): Promise<Response> =>
    fetch(`${url}/api/slow`, { method: 'POST', body });
  const large = [post('a'.repeat(1_000)), post('a'.repeat(1_000))];
  await expect.poll(logged).toBe('begun\nbegun\n');
  expect((await post('a')).status).toBe(503);
  for (const answer of large) expect((await answer).status).toBe(200);
  const small = Array.from({ length: 4 }, () => post('a'));
  for (const answer of small) expect((await answer).status).toBe(200);
});

test.each([
  ['header', 'GET /api/echo HTTP/1.1\r\nHost: a\r\nX-A: '],
  ['body', 'POST /api/echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n'],
])('a client that sends its %s byte by byte after a 408 loses its connection', async (_, bytes) => {
  const { url } = await serveFiles(files, { limits: { headerTime: 100, requestTime: 100 } });
  const socket = connectDeaf(url);
  socket.write(bytes);
  expect(await trickle(socket)).toMatchObject({ code: expect.stringMatching(/EPIPE|ECONNRESET/) });
});

test('a client that does not read its last answer loses its connection', async () => {
  const { url } = await serveFiles(files, { limits: { connections: 1 } });
  const socket = connectDeaf(url);
  socket.on('error', () => undefined).write(get('/api/large', 'Connection: close'));
  await once(socket, 'readable');
  await expect.poll(() => statusOf(url)).toBe(200);
});

test('with too many connections, the longest idle one is closed', async () => {
  const { url } = await serveFiles(files, { limits: { connections: 3 } });
  const [kept, silent] = [new RawClient(url), new RawClient(url)];
  for (const client of [kept, silent]) {
    client.send(get('/api/echo'));
    await client.received(/ 200 /);
  }
  const half = new RawClient(url);
  half.send(get('/api/echo').slice(0, -4));
  kept.send(get('/nowhere'));
  await kept.received(/ 404 /);

  const closed = silent.ended();
  expect(await statusOf(url)).toBe(200);
  await closed;
  half.send('\r\n\r\n');
  await half.received(/ 200 /);
  kept.send(get('/api/echo'));
  await kept.received(/ 404 [\s\S]* 200 /);
  for (const client of [kept, silent, half]) client.reset();
});

test('connections without any request do not lock out others', async () => {
  const { url } = await serveFiles(files, { limits: { connections: 4 } });
  const half = Array.from({ length: 4 }, () => new RawClient(url));
  for (const client of half) client.send('GET / HTTP/1.1\r\nHost: a\r\nX-A');
  expect(await statusOf(url)).toBe(200);
  for (const client of half) client.reset();
});

test('a slow body is cancelled in favour of a new one', async () => {
  const { url } = await serveFiles(files, { limits: { uploads: 1 } });
  const slow = new RawClient(url);
  slow.send(
    'POST /api/echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n',
  );
  await slow.received(/100 Continue/);
  const post = (): Promise<number | string> => statusOf(url, 'POST');
  expect(await post()).toBe(503);
  await expect.poll(post).toBe(200);
  expect(await slow.ended()).toMatch(/HTTP\/1\.1 408 [\s\S]*took too long to arrive/);
});

test.runIf(process.platform === 'linux')(
  'with too few file descriptors for all connections, the longest idle one is closed',
  async () => {
    const { url } = await startLimitedServerProcess(200, temporaryProject(files));
    const silent = Array.from({ length: 300 }, () => connectDeaf(url).on('error', () => undefined));
    await Promise.all(silent.map((socket) => once(socket, 'connect')));
    for (const method of ['GET', 'POST']) expect(await statusOf(url, method)).toBe(200);
  },
);

describe('a CONNECT after a request on the same connection', () => {
  const connectRequest = 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n';

  test('ends no process when its client resets the connection', async () => {
    const { url, logged } = await serveFiles(files, { workers: 1 });
    const pids = workerPids();
    const client = connectDeaf(url);
    client.write(get('/api/large'));
    // Before its run begins, CONNECT would overtake the request.
    await expect.poll(logged).toContain('made');
    client.write(connectRequest);
    // When a later request has its answer, the server has read CONNECT as well.
    expect(await statusOf(url)).toBe(200);
    client.resetAndDestroy();
    expect(await statusOf(url)).toBe(200);
    // A busy machine may have started an additional worker.
    expect(workerPids()).toEqual(expect.arrayContaining(pids));
    expect(logged()).not.toContain('replaced');
  });

  test('is not answered before it', async () => {
    const { url, logged } = await serveFiles(files);
    const client = new RawClient(url);
    client.send(get('/api/slow'));
    await expect.poll(logged).toContain('begun');
    client.send(connectRequest);
    expect(await client.ended()).toBe('');
  });
});
