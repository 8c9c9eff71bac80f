import { beforeEach, describe, expect, test } from 'vitest';
import type { TargetFailure } from '../../../conformance/http/target-failure.js';
import { clientOf, get, reply, stopClock } from './raw-client.js';

const noContent = 'HTTP/1.1 204 No Content\r\n\r\n';

let moveClock: (milliseconds: number) => void;
// A busy machine would slow down some of the answers.
beforeEach(() => {
  moveClock = stopClock();
});

describe('a request on a kept connection', () => {
  test('is safe; an unsafe one uses a new connection', async () => {
    const { client, connections } = await clientOf((socket) => socket.write(reply('200 OK')));
    for (const method of ['GET', 'GET', 'POST', 'POST', 'GET'])
      await client.send({ ...get, method });
    expect(connections).toHaveLength(3);
  });

  test('may be unsafe after many safe ones had an answer', async () => {
    const { client, connections } = await clientOf((socket) => socket.write(reply('200 OK')));
    for (let i = 0; i < 30; i += 1) await client.send(get);
    await client.send({ ...get, method: 'POST' });
    expect(connections).toHaveLength(1);
  });

  test('is not sent when the connection was idle for long', async () => {
    const { client, connections } = await clientOf((socket) => socket.write(reply('200 OK')));
    await client.send(get);
    await new Promise((resolve) => connections[0]?.once('close', resolve));
    await client.send(get);
    expect(connections).toHaveLength(2);
  });

  test('may be unsafe when the target keeps all connections', async () => {
    const { client, connections } = await clientOf((socket) => socket.write(reply('200 OK')), {
      keepsConnections: true,
    });
    for (const method of ['GET', 'POST', 'PUT', 'GET']) await client.send({ ...get, method });
    expect(connections).toHaveLength(1);
  });
});

describe('a request on a kept connection, after an answer of status 204', () => {
  test('is sent', async () => {
    const { client, connections } = await clientOf((socket, request) =>
      socket.write(request.startsWith('GET') ? reply('200 OK') : noContent),
    );
    for (let i = 0; i < 30; i += 1) await client.send(get);
    for (const method of ['DELETE', 'OPTIONS', 'DELETE', 'GET']) {
      await client.send({ ...get, method });
    }
    expect(connections).toHaveLength(1);
  });

  test('is not sent when the head of that answer announces a body', async () => {
    const { client, connections } = await clientOf((socket) =>
      socket.write('HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n'),
    );
    for (let i = 0; i < 3; i += 1) await client.send({ ...get, method: 'OPTIONS' });
    expect(connections).toHaveLength(3);
  });

  test('is not sent once bytes came after that answer', async () => {
    const { client, connections } = await clientOf((socket) => socket.write(noContent));
    await client.send({ ...get, method: 'OPTIONS' });
    const isClosed = new Promise((resolve) => connections[0]?.once('close', resolve));
    connections[0]?.write('{}');
    await isClosed;
    for (let i = 0; i < 3; i += 1) await client.send({ ...get, method: 'OPTIONS' });
    expect(connections).toHaveLength(4);
  });
});

describe('a request on a kept connection, when answers are slow', () => {
  test('is not sent while kept connections are slower', async () => {
    const used = new Set<number>();
    let count = 0;
    const { client, connections } = await clientOf((socket, _request, connection) => {
      const isReused = used.has(connection);
      used.add(connection);
      count += 1;
      moveClock(isReused && count % 3 > 0 ? 40 : 1);
      socket.write(reply('200 OK'));
    });
    for (let i = 0; i < 20; i += 1) await client.send(get);
    expect(connections.length).toBeGreaterThan(10);
  });

  test('is sent although the target is sometimes slow', async () => {
    let count = 0;
    const { client, connections } = await clientOf((socket) => {
      count += 1;
      moveClock(count % 4 === 0 ? 40 : 1);
      socket.write(reply('200 OK'));
    });
    for (let i = 0; i < 25; i += 1) await client.send(get);
    expect(connections).toHaveLength(1);
  });

  test('is sent again after all answers were slow', async () => {
    let count = 0;
    const { client, connections } = await clientOf((socket) => {
      count += 1;
      moveClock(count > 10 && count <= 30 ? 40 : 1);
      socket.write(reply('200 OK'));
    });
    for (let i = 0; i < 60; i += 1) await client.send(get);
    expect(connections.length).toBeLessThan(15);
  });
});

describe('a request after a kept connection was lost', () => {
  test('uses a new connection when kept connections have no answers', async () => {
    const used = new Set<number>();
    const { client, requests } = await clientOf(
      (socket, _request, connection) => {
        if (used.has(connection)) return moveClock(500);
        used.add(connection);
        return socket.write(reply('200 OK'));
      },
      { timeoutMs: 500 },
    );
    const failures: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      await client.send(get).catch((error: TargetFailure) => failures.push(error.message));
    }
    const reason = 'there was no answer within 500 ms on a connection that was kept open';
    expect(failures).toEqual([reason]);
    expect(requests).toHaveLength(5);
  });

  test('is repeated when it is safe and the kept connection was closed', async () => {
    const { client, requests } = await clientOf((socket, _request, connection) => {
      const isSecondUse = connection === 0 && requests.length === 2;
      if (isSecondUse) socket.destroy();
      else socket.write(reply('200 OK'));
    });
    await client.send(get);
    expect((await client.send(get)).response.status).toBe(200);
    expect(requests).toHaveLength(3);
  });

  test('is repeated when bytes after a 204 come in place of its answer', async () => {
    const { client, requests, connections } = await clientOf((socket, request) => {
      if (request.startsWith('OPTIONS')) socket.write(noContent);
      else socket.write(connections.length === 1 ? '{}' : reply('200 OK', '[]'));
    });
    await client.send({ ...get, method: 'OPTIONS' });
    expect((await client.send(get)).response.body).toBe('[]');
    expect(requests).toHaveLength(3);
  });

  test('is repeated when every request may be repeated', async () => {
    const { client, requests, connections } = await clientOf(
      (socket) => {
        if (requests.length === 2) socket.destroy();
        else socket.write(reply('200 OK'));
      },
      { mayRepeat: true },
    );
    for (let i = 0; i < 2; i += 1) await client.send({ ...get, method: 'DELETE' });
    expect([requests.length, connections.length]).toEqual([3, 2]);
  });

  test('uses new connections again when it is unsafe', async () => {
    const { client, requests, connections } = await clientOf((socket) => {
      if (requests.length === 31) socket.destroy();
      else socket.write(reply('200 OK'));
    });
    for (let i = 0; i < 30; i += 1) await client.send(get);
    await expect(client.send({ ...get, method: 'POST' })).rejects.toThrow('was closed');
    for (let i = 0; i < 2; i += 1) await client.send({ ...get, method: 'POST' });
    expect([requests.length, connections.length]).toEqual([33, 3]);
  });

  test.each([false, true])('is never repeated when it is unsafe', async (keepsConnections) => {
    const { client, requests } = await clientOf(
      (socket) => {
        if (requests.length > 1) socket.destroy();
        else socket.write(reply('200 OK'));
      },
      { keepsConnections },
    );
    await client.send(get);
    await expect(client.send({ ...get, method: 'POST' })).rejects.toThrow('was closed');
    expect(requests).toHaveLength(2);
  });
});
