/** Clients that hold on to their connections: they lose them, and others are served. */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { RawClient } from '../support/raw-request.js';
import { serveFiles } from '../support/serve.js';

const files = {
  'api/echo.wren': 'Response.json(Request.body)',
  'api/large.wren': 'Response.json("x" * 20000000)',
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

/** Sends a byte now and then until the connection is gone, and resolves to the reason. */
async function trickle(socket: Socket): Promise<unknown> {
  const timer = setInterval(() => socket.write('x'), 20);
  try {
    const [error] = await once(socket, 'error');
    return error;
  } finally {
    clearInterval(timer);
  }
}

/** The status of an answer on a connection of its own; `closed` when there is none. */
function statusOf(url: string, method = 'GET'): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = request(`${url}/api/echo`, { method, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', () => resolve('closed')).end(method === 'POST' ? 'ab' : undefined);
  });
}

const generously = { timeout: 15_000 };

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
  await expect.poll(() => statusOf(url), generously).toBe(200);
});

test('of too many connections the one that is silent for longest gives way', async () => {
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

test('connections that have never said anything keep nobody out', async () => {
  const { url } = await serveFiles(files, { limits: { connections: 4 } });
  const half = Array.from({ length: 4 }, () => new RawClient(url));
  for (const client of half) client.send('GET / HTTP/1.1\r\nHost: a\r\nX-A');
  expect(await statusOf(url)).toBe(200);
  for (const client of half) client.reset();
});

test('a body that takes its time gives way to the next one', async () => {
  const { url } = await serveFiles(files, { limits: { uploads: 1 } });
  const slow = new RawClient(url);
  slow.send(
    'POST /api/echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n',
  );
  await slow.received(/100 Continue/);
  const post = (): Promise<number | string> => statusOf(url, 'POST');
  expect(await post()).toBe(503);
  await expect.poll(post, generously).toBe(200);
  expect(await slow.ended()).toMatch(/HTTP\/1\.1 408 [\s\S]*took too long to arrive/);
});
