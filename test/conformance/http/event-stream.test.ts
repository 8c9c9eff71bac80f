/** Streams of events are read up to the events that a scenario needs. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../conformance/http/client.js';
import { readEvents } from '../../../conformance/http/event-stream.js';

const parse = (text: string) =>
  readEvents(text).map(({ event, data, id }) => [event, data, ...(id === undefined ? [] : [id])]);

test.each([
  [
    'lines that end in any way',
    'data: a\r\n\r\ndata: b\r\rdata: c\n\n',
    [
      ['message', 'a'],
      ['message', 'b'],
      ['message', 'c'],
    ],
  ],
  [
    'types and ids, which stay',
    'event: x\nid: 7\ndata: a\n\ndata: b\n\n',
    [
      ['x', 'a', '7'],
      ['message', 'b', '7'],
    ],
  ],
  ['data in several lines', 'data: a\ndata\ndata:  b\n\n', [['message', 'a\n\n b']]],
  [
    'comments and blocks without data',
    ': on\n\nevent: x\n\nretry: 5\n\ndata:a\n\n',
    [['message', 'a']],
  ],
  ['data with other separators', 'data: a\u2028b\n\n', [['message', 'a\u2028b']]],
  ['an incomplete event', 'data: a\n\ndata: b\n', [['message', 'a']]],
])('events are read from %s', (_name, text, expected) => {
  expect(parse(text)).toEqual(expected);
});

/** Sends GET to a server that answers with a stream; returns the body that was read. */
async function read(events: number, stream: (response: ServerResponse) => void) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    stream(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  const client = createClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    timeoutMs: 2_000,
  });
  onTestFinished(() => client.close());
  const { response } = await client.send({ method: 'GET', path: '/events', events });
  return response.body;
}

test('a stream without an end is closed after the events, in the middle of an answer', async () => {
  let isClosed: Promise<unknown> = Promise.resolve();
  const body = await read(2, (response) => {
    isClosed = once(response, 'close');
    response.write('data: é1\n\nda');
    response.write('ta: 2\n\ndata: 3\n\n');
  });
  expect(body).toBe('data: é1\n\ndata: 2\n\n');
  await isClosed;
});

test('a stream that has sent too few events at the time limit is an answer', async () => {
  expect(await read(2, (response) => response.write('data: 1\n\n'))).toBe('data: 1\n\n');
});

test('a stream that ends is an answer', async () => {
  expect(await read(2, (response) => response.end('data: 1\n\n'))).toBe('data: 1\n\n');
});
