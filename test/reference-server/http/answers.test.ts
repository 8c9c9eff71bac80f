/** The bytes of answers. */
import { expect, test } from 'vitest';
import { RawClient, sendRaw } from '../support/raw-request.js';
import { serveFiles } from '../support/serve.js';

const files = {
  'api/probe.wren': 'Response.json(Request.get("n"))',
  'api/dated.wren': 'Response.header("Date", "Sat, 01 Jan 2000 00:00:00 GMT")\nResponse.json(1)',
};

function ask(target: string, ...headers: string[]): string {
  return [`GET ${target} HTTP/1.1`, 'Host: a', ...headers, '', ''].join('\r\n');
}

test('has its status and headers before the body, and nothing else', async () => {
  const { url } = await serveFiles(files);
  const client = new RawClient(url);
  client.send(ask('/api/probe?n=1'));
  await client.received(/"1"$/);
  client.send(ask('/api/probe?n=2', 'Connection: close'));
  const [first = '', second] = (await client.ended()).split(/(?=HTTP)/);
  expect(first.replace(/Date: .+ GMT/, 'Date: now')).toBe(
    [
      'HTTP/1.1 200 OK',
      'Content-Type: application/json',
      'Content-Length: 3',
      'Date: now',
      'Connection: keep-alive',
      '',
      '"1"',
    ].join('\r\n'),
  );
  expect(second).toContain('\r\nConnection: close\r\n');
});

test('states the time to the second', async () => {
  const { url } = await serveFiles(files);
  const before = Math.floor(Date.now() / 1000) * 1000;
  const date = (await fetch(`${url}/api/probe`)).headers.get('date') ?? '';
  expect(date).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
  expect(Date.parse(date)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(date)).toBeLessThanOrEqual(Date.now());
});

test('has one date if the script sets it', async () => {
  const { url } = await serveFiles(files);
  const client = new RawClient(url);
  client.send(ask('/api/dated'));
  await client.received(/\r\n\r\n1$/);
  client.send(ask('/api/probe?n=1', 'Connection: close'));
  const [dated] = (await client.ended()).split(/(?<=.)(?=HTTP)/);
  expect(dated?.match(/^Date: .*$/gm)).toEqual(['Date: Sat, 01 Jan 2000 00:00:00 GMT']);
});

test('comes in the order of pipelined requests', async () => {
  const { url } = await serveFiles(files);
  const numbers = Array.from({ length: 20 }, (_, n) => n);
  const requests = numbers.map((n) => ask(`/api/probe?n=${n}`));
  const answers = await sendRaw(url, requests.join('') + ask('/api/probe', 'Connection: close'));
  expect(answers.match(/(?<=")\d+(?=")/g)?.map(Number)).toEqual(numbers);
});

test('has the same headers for HEAD, without the body', async () => {
  const { url } = await serveFiles(files);
  const client = new RawClient(url);
  client.send(ask('/api/probe?n=1'));
  await client.received(/"1"$/);
  client.send(ask('/api/probe?n=1').replace('GET', 'HEAD'));
  await client.received(/"1"HTTP[\s\S]*\r\n\r\n$/);
  client.send(ask('/api/probe', 'Connection: close'));
  const [get, head] = (await client.ended())
    .replace(/Date: .+ GMT/g, 'Date: now')
    .split(/(?=HTTP)/);
  expect(`${head}"1"`).toBe(get);
});

test('closes the connection of a client of HTTP/1.0', async () => {
  const { url } = await serveFiles(files);
  const answer = await sendRaw(url, 'GET /api/probe?n=1 HTTP/1.0\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^"]*"1"$/);
});

test('is complete when it is large, and the connection remains usable', async () => {
  const { url } = await serveFiles({ ...files, 'api/large.wren': 'Response.text("x" * 20000000)' });
  const client = new RawClient(url);
  client.send(ask('/api/large'));
  client.send(ask('/api/probe?n=1', 'Connection: close'));
  const answers = await client.ended();
  expect(answers).toMatch(/\r\nContent-Length: 20000000\r\n/);
  // A regular expression would need a stack as deep as the text is long.
  expect(answers.lastIndexOf('x') - answers.indexOf('xx') + 1).toBe(20_000_000);
  expect(answers).toMatch(/"1"$/);
});
