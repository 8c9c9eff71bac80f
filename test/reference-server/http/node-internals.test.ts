/** What the server relies on in Node.js without documentation, on the version that runs this test. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import {
  descriptorOf,
  drainDescriptor,
  replaceLastClose,
  unsentMark,
  writeToDescriptor,
  writeWhole,
} from '../../../reference-server/http/node-internals.js';
import { RawClient } from '../support/raw-request.js';

/** A server and the URL at which it listens. */
async function listen(answer: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${port}` };
}

/** A connection, from the side of its server, and its client. */
async function open(): Promise<{ socket: Socket; client: Socket }> {
  const { server, url } = await listen(() => undefined);
  const client = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => {
    client.destroy();
  });
  const [socket] = (await once(server, 'connection')) as [Socket];
  return { socket, client };
}

const head = 'GET / HTTP/1.1\r\nHost: a\r\n';
const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

function sendWhole(response: ServerResponse): void {
  if (response.socket !== null) writeWhole(response, response.socket, answer);
}

test('a connection has a descriptor, to which a client can be answered and from which be read', async () => {
  const { socket, client } = await open();
  const descriptor = descriptorOf(socket);
  if (descriptor === undefined) throw new Error('There is no descriptor.');
  const received = once(client, 'data');
  writeToDescriptor(descriptor, 'hello', 'latin1');
  expect(String(await received)).not.toBe('');
  socket.pause();
  expect(drainDescriptor(descriptor, 10)).toBe(false);
});

test('what a client has sent can be read from a descriptor', async () => {
  const server = createTcpServer({ pauseOnConnect: true }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [socket] = (await once(server, 'connection')) as [Socket];
  onTestFinished(() => {
    client.destroy();
    socket.destroy();
  });
  const descriptor = descriptorOf(socket);
  expect(drainDescriptor(descriptor ?? -1, 10)).toBe(false);
  client.write('hello');
  await expect.poll(() => drainDescriptor(descriptor ?? -1, 10)).toBe(true);
});

test('the mark of unsent output changes while a client reads a part of a chunk', async () => {
  const { socket, client } = await open();
  client.pause();
  socket.write(Buffer.alloc(32 * 2 ** 20));
  const before = unsentMark(socket);
  expect(before).toBeGreaterThan(socket.writableLength);
  client.once('readable', () => client.read());
  client.on('data', () => undefined).resume();
  await expect.poll(() => unsentMark(socket)).not.toBe(before);
  expect(descriptorOf(socket)).toBeUndefined();
});

test('a whole answer releases the connection for the next request', async () => {
  const { url } = await listen((_, response) => sendWhole(response));
  const client = new RawClient(url);
  client.send(`${head}\r\n`);
  await client.received(/ok$/);
  client.send(`${head}\r\n`);
  await client.received(/ok[\s\S]*ok$/);
  client.close();
});

test('Node closes a connection after its last answer by the replaced way', async () => {
  let closed = 0;
  const { server, url } = await listen((_, response) => {
    response.end('ok');
  });
  server.on('connection', (socket) => {
    replaceLastClose(socket, (usual) => {
      closed++;
      usual();
    });
  });
  const client = new RawClient(url);
  client.send(`${head}Connection: close\r\n\r\n`);
  expect(await client.ended()).toMatch(/ok$/);
  expect(closed).toBe(1);
});
