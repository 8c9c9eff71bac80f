import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { expect, test } from 'vitest';
import { waitForTarget } from '../../../conformance/servers/attached.js';
import { createCertificate } from '../../certificate.js';
import { listen } from '../../faulty/listen.js';
import { startRawServer } from '../../faulty/raw-server.js';

const ready = { method: 'GET', path: '/api/users?id=1' };

test('a target that answers the request of the suite is up, even when the answer is too long', async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url);
    response.end(JSON.stringify({ name: 'Ada'.repeat(1000) }));
  });
  const { url: baseUrl, close } = await listen(server);
  try {
    await waitForTarget({ baseUrl, ready, waitSeconds: 0, maxBodyBytes: 1000 });
    expect(asked).toEqual(['/api/users?id=1']);
  } finally {
    await close();
  }
});

test('a target without an answer is not there', async () => {
  const { url: baseUrl, close } = await startRawServer((socket) => socket.destroy());
  try {
    await expect(waitForTarget({ baseUrl, ready, waitSeconds: 0 })).rejects.toThrow(
      `${baseUrl} cannot be reached: `,
    );
  } finally {
    await close();
  }
});

test('the reason of an attempt counts more than the end of the time for the next one', async () => {
  let attempts = 0;
  const { url: baseUrl, close } = await startRawServer((socket) => {
    attempts += 1;
    if (attempts === 1) socket.destroy();
  });
  try {
    await expect(waitForTarget({ baseUrl, ready, waitSeconds: 0.2 })).rejects.toThrow(
      'cannot be reached: the connection was closed before the answer was complete (waited 0.2 s)',
    );
    expect(attempts).toBe(2);
  } finally {
    await close();
  }
});

test('a target with a certificate of its own cannot be trusted', async () => {
  const { certificate: cert, key } = createCertificate('localhost');
  const server = createSecureServer({ cert, key }, (_request, response) => void response.end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    // Waiting would change nothing.
    await expect(waitForTarget({ baseUrl, ready, waitSeconds: 3_600 })).rejects.toThrow(
      `${baseUrl} cannot be trusted: the certificate is self-signed (see --insecure).`,
    );
  } finally {
    server.close();
  }
});

test.each([
  ['has no end', (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\n\r\n{')],
  [
    'is too long',
    (socket: Socket) => void socket.write(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(2000)}`),
  ],
])('a target whose first answer %s is there', async (_name, respond) => {
  const { url: baseUrl, close } = await startRawServer(respond);
  try {
    await waitForTarget({ baseUrl, ready, waitSeconds: 0, maxBodyBytes: 1000, timeoutMs: 100 });
  } finally {
    await close();
  }
});

test('a target with another protocol is not reported as unreachable', async () => {
  const { url: baseUrl, close } = await startRawServer((socket) => socket.end('SSH-2.0-x\r\n'));
  try {
    await expect(waitForTarget({ baseUrl, ready, waitSeconds: 0 })).rejects.toThrow(
      `${baseUrl} does not speak HTTP: the answer is not valid HTTP: `,
    );
  } finally {
    await close();
  }
});
