import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createNetServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../conformance/http/client.js';
import { bytesOf, type SentRequest } from '../../../conformance/http/exchange.js';
import { BrokenOff, TargetFailure } from '../../../conformance/http/target-failure.js';
import { asQueryHeader } from '../../../kit/query-header.js';
import { expectWithin } from '../../durations.js';
import { emptyObjectReply } from '../../faulty/raw-server.js';
import { clientOf, get, type Respond, reply } from './raw-client.js';

test.each([
  ['Transfer-Encoding', 'chunked', '[1,2]', '5\r\n[1,2]\r\n0\r\n\r\n'],
  ['transfer-encoding', 'Chunked', '', '0\r\n\r\n'],
])('a body goes out in chunks when the header %s says %s', async (name, value, body, sent) => {
  const server = createNetServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  let received = '';
  server.on('connection', (socket) => {
    socket.on('data', (part) => {
      received += part;
      if (received.endsWith('0\r\n\r\n')) socket.end(reply('200 OK'));
    });
  });
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}` });
  onTestFinished(() => client.close());
  await client.send({ method: 'POST', path: '/', headers: { [name]: value }, body });
  expect(received).toContain(`${name}: ${value}\r\n`);
  expect(received).not.toMatch(/content-length/i);
  expect(received.slice(received.indexOf('\r\n\r\n') + 4)).toBe(sent);
});

test('a credential of the query is sent there, and not as a header', async () => {
  const server = createServer((request, response) => {
    response.end(JSON.stringify([request.url, Object.keys(request.headers)]));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}` });
  onTestFinished(() => client.close());
  const headers = { [asQueryHeader('api_key')]: 'a &b' };
  const urlOf = async (path: string) =>
    JSON.parse((await client.send({ method: 'GET', path, headers })).response.body);
  const [url, names] = await urlOf('/notes');
  expect(url).toBe('/notes?api_key=a%20%26b');
  expect(names.join()).not.toContain('api_key');
  expect((await urlOf('/notes?page=2'))[0]).toBe('/notes?page=2&api_key=a%20%26b');
});

test.each([
  ['with its length', {}, 'Content-Length: 9', /transfer-encoding/i, 'abcd'],
  [
    'in chunks',
    { 'Transfer-Encoding': 'chunked' },
    'Transfer-Encoding: chunked',
    /content-length/i,
    '4\r\nabcd\r\n',
  ],
])(
  'a request %s that breaks off is sent up to there',
  async (_how, headers, framing, other, sent) => {
    const server = createNetServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const received = new Promise<string>((resolve) => {
      server.on('connection', async (socket) => resolve(await text(socket)));
    });
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}` });
    onTestFinished(() => client.close());
    const request = {
      method: 'PUT',
      path: '/files/7',
      headers,
      body: 'abcdefghi',
      breakOffAfter: 4,
    };
    const recorded: unknown[] = [];
    const listener = {
      exchange: () => {},
      unanswered: ({ body }: SentRequest, reason: string) => recorded.push([body, reason]),
    };
    await expect(client.reportingTo(listener).send(request)).rejects.toThrow(BrokenOff);
    const [head, body] = (await received).split('\r\n\r\n');
    expect(head?.split('\r\n')).toContain(framing);
    expect(head).not.toMatch(other);
    expect(body).toBe(sent);
    expect(recorded).toEqual([
      ['abcd', 'the scenario closed the connection after 4 of 9 bytes of the body'],
    ]);
  },
);

describe('a target that answers 429', () => {
  const refusal = (seconds: number | string) =>
    reply('429 Slow down', '', [`Retry-After: ${seconds}`]);

  test('is asked again after the stated time', async () => {
    const { client, requests } = await clientOf((socket, _request) =>
      socket.write(requests.length < 3 ? refusal(0) : reply('200 OK', '[]')),
    );
    const { response } = await client.send(get);
    expect(response.status).toBe(200);
    expect(requests).toHaveLength(3);
  });

  test('may state the end of the wait as a date', async () => {
    const date = new Date(Date.now() - 1000).toUTCString();
    const { client } = await clientOf((socket, _request, connection) =>
      socket.write(connection === 0 ? refusal(date) : reply('200 OK', '[]')),
    );
    expect((await client.send({ ...get, method: 'POST' })).response.status).toBe(200);
  });

  test('is soon asked again when it states no time', async () => {
    const { client, requests } = await clientOf((socket, _request) =>
      socket.write(reply(requests.length < 2 ? '429 Slow down' : '200 OK')),
    );
    const startedAt = performance.now();
    await client.send(get);
    expect(requests).toHaveLength(2);
    expectWithin(startedAt, 1_000);
  });

  test.each(['', 'x', '-1', 'tomorrow'])(
    'is soon asked again when it states %j in place of a time',
    async (stated) => {
      const { client, requests } = await clientOf((socket) =>
        socket.write(requests.length < 2 ? refusal(stated) : reply('200 OK')),
      );
      expect((await client.send(get)).response.status).toBe(200);
      expect(client.traffic.throttledMs).toBe(200);
    },
  );

  test('is asked again as long as it processes other requests', async () => {
    let refused: Socket | undefined;
    const { client, requests } = await clientOf((socket, request) => {
      const isRepeated = request.includes(get.path);
      if (isRepeated && requests.filter((one) => one.includes(get.path)).length > 9)
        refused = undefined;
      else if (isRepeated) refused = socket;
      if (isRepeated && refused !== undefined) return;
      socket.write(reply('200 OK'));
      // Its answer follows that to another request.
      refused?.write(refusal(0));
      refused = undefined;
    });
    let isDone = false;
    const repeated = client.send(get).finally(() => {
      isDone = true;
    });
    while (!isDone) await client.send({ ...get, path: '/other' });
    expect((await repeated).response.status).toBe(200);
  });

  test('causes an error when it does so repeatedly and processes nothing', async () => {
    const { client } = await clientOf((socket) => socket.write(refusal(0)));
    await expect(client.send(get)).rejects.toThrow(TargetFailure);
  });

  test('causes an error when it asks for a long wait', async () => {
    const { client } = await clientOf((socket) => socket.write(refusal(3600)));
    await expect(client.send(get)).rejects.toThrow(
      'the target asks to wait for 3600 seconds (429)',
    );
  });

  test('is waited for until the client is interrupted', async () => {
    const { client, requests } = await clientOf((socket) => socket.write(refusal(100)));
    const sent = client.send(get);
    await expect.poll(() => client.traffic.throttledMs).toBe(100_000);
    client.interrupt();
    await expect(sent).rejects.toThrow(TargetFailure);
    expect(requests).toHaveLength(1);
  });
});

describe('an answer', () => {
  test.each(['200 OK', '302 Found', '404 Not Found', '500 Oops', '599 Strange'])(
    'of status %s is an answer',
    async (status) => {
      const { client, requests } = await clientOf((socket) =>
        socket.write(reply(status, '{}', ['Location: /elsewhere'])),
      );
      const { response } = await client.send(get);
      expect(response.status).toBe(Number.parseInt(status, 10));
      expect(requests).toHaveLength(1);
    },
  );

  test('keeps its text unchanged, even when it is not JSON', async () => {
    const { client } = await clientOf((socket) => socket.write(reply('200 OK', ' {"a":1,} ü')));
    const { response } = await client.send(get);
    expect(response.body).toBe(' {"a":1,} ü');
    expect(response.malformedAt).toBeUndefined();
  });

  test.each([
    ['gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('is decoded when it comes as %s, although no coding was asked for', async (coding, encode) => {
    const { client } = await clientOf((socket) =>
      socket.write(reply('200 OK', encode('{"name": "Zoë"}'), [`Content-Encoding: ${coding}`])),
    );
    const { response } = await client.send(get);
    expect(response.body).toBe('{"name": "Zoë"}');
    expect(response.malformedAt).toBeUndefined();
  });

  test('stays as it is in an unknown coding', async () => {
    const { client } = await clientOf((socket) =>
      socket.write(reply('200 OK', '[]', ['Content-Encoding: toString'])),
    );
    expect((await client.send(get)).response.body).toBe('[]');
  });

  test.each([
    ['broken', Buffer.from('{}'), /not readable as gzip/],
    ['huge when decoded', gzipSync(Buffer.alloc(17 * 1024 * 1024)), /not readable as gzip/],
  ])('is an error when its gzip is %s', async (_fault, body, message) => {
    const { client } = await clientOf((socket) =>
      socket.write(reply('200 OK', body, ['Content-Encoding: gzip'])),
    );
    await expect(client.send(get)).rejects.toThrow(message);
  });

  test('is flagged when it is not UTF-8', async () => {
    const { client } = await clientOf((socket) =>
      socket.write(reply('200 OK', Buffer.from([0x22, 0xff, 0x22]))),
    );
    const { response } = await client.send(get);
    expect(response.body).toBe('"\uFFFD"');
    expect(response.malformedAt).toBe(1);
    expect(bytesOf(response)).toEqual(Buffer.from([0x22, 0xff, 0x22]));
  });

  test('keeps every repetition of a header, in order', async () => {
    const { client } = await clientOf((socket) =>
      socket.write(reply('200 OK', '', ['Vary: a', 'X-Other: x', 'vary: b'])),
    );
    const { response } = await client.send(get);
    expect(response.headers.filter(([name]) => name === 'vary')).toEqual([
      ['vary', 'a'],
      ['vary', 'b'],
    ]);
  });

  test('may come in chunks', async () => {
    const { client } = await clientOf((socket) =>
      socket.write(
        'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[1,\r\n2\r\n2]\r\n0\r\n\r\n',
      ),
    );
    expect((await client.send(get)).response.body).toBe('[1,2]');
  });
});

describe('the end of an answer', () => {
  test('comes right after a status 204, although bytes follow in the same write', async () => {
    const { client } = await clientOf((socket) => socket.write(emptyObjectReply));
    for (let i = 0; i < 20; i += 1) {
      const { response } = await client.send({ ...get, method: 'DELETE' });
      expect(response).toMatchObject({ status: 204, body: '' });
    }
  });

  test('keeps bytes after a status 204 out of the next answer', async () => {
    const { client } = await clientOf((socket, request) =>
      socket.write(request.startsWith('GET') ? reply('200 OK', '[]') : emptyObjectReply),
    );
    await client.send({ ...get, method: 'OPTIONS' });
    expect((await client.send(get)).response.body).toBe('[]');
  });

  test.each(['close', 'keep-alive'])('is where its length says (%s)', async (connection) => {
    const head = ['HTTP/1.1 200 OK', 'Content-Length: 12', `Connection: ${connection}`, '', ''];
    const { client } = await clientOf((socket) =>
      socket.write(`${head.join('\r\n')}{"name":"é"}\0`),
    );
    for (const method of ['GET', 'POST', 'GET']) {
      const { response } = await client.send({ ...get, method });
      expect(response.body).toBe('{"name":"é"');
    }
  });

  test('is that of the headers in an answer to HEAD, whatever its length says', async () => {
    const { client } = await clientOf((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n'),
    );
    const { response } = await client.send({ ...get, method: 'HEAD' });
    expect(response).toMatchObject({ status: 200, body: '' });
  });
});

describe('a request', () => {
  test('carries path prefix, encoded query, headers and body unchanged', async () => {
    const { url, requests } = await clientOf((socket) => socket.write(reply('200 OK')));
    const client = createClient({ baseUrl: `${url}/prefix/`, headers: { 'X-Gateway': 'g' } });
    onTestFinished(() => client.close());
    await client.send({
      method: 'POST',
      path: '/api/users',
      query: [
        ['id', 'a b&c'],
        ['id', 'é'],
      ],
      headers: { 'X-API-KEY': 'k', accept: 'text/plain' },
      body: '{"name":"é"}',
    });
    const [head, body] = (requests[0] ?? '').split('\r\n\r\n');
    expect(head).toMatch(/^POST \/prefix\/api\/users\?id=a%20b%26c&id=%C3%A9 HTTP\/1.1\r\n/);
    expect(head).toContain('\r\nX-API-KEY: k\r\n');
    expect(head).toContain('\r\nX-Gateway: g\r\n');
    expect(head).toContain('\r\naccept: text/plain\r\n');
    expect(head).toContain('\r\nContent-Length: 13');
    expect(head).not.toMatch(/content-type|touchstone-case|\*\/\*/i);
    expect(Buffer.from(body ?? '', 'latin1').toString()).toBe('{"name":"é"}');
  });

  test('ignores the proxy of the environment', async () => {
    process.env.HTTP_PROXY = 'http://127.0.0.1:9';
    onTestFinished(() => {
      delete process.env.HTTP_PROXY;
    });
    const { client } = await clientOf((socket) => socket.write(reply('200 OK')));
    expect((await client.send(get)).response.status).toBe(200);
  });
});

describe('a failure of the target names the cause', () => {
  const body = 'HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n';
  type Case = [name: string, respond: Respond, reason: RegExp];
  const overdue: Case[] = [
    ['silence', () => {}, /^there was no answer within 1000 ms$/],
    ['half a head', (socket) => socket.write('HTTP/1.1 200 O'), /^there was no answer within/],
    ['half a body', (socket) => socket.write(body), /^the answer did not end within 1000 ms$/],
    ['a drip of a body', drip, /^the answer did not end within 1000 ms$/],
  ];
  const others: Case[] = [
    ['an endless body', flood, /^the body is larger than 100000 bytes$/],
    ['a reset', (socket) => socket.resetAndDestroy(), /^the connection was closed before/],
    ['a cut body', (socket) => socket.end(`${body}abc`), /^the connection was closed before/],
    [
      'another protocol',
      (socket) => socket.end('SSH-2.0-x\r\n'),
      /^the answer is not valid HTTP: /,
    ],
    [
      'a broken header',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nBad Header: x\r\n\r\n'),
      /^the answer is not valid HTTP: .*header/i,
    ],
    [
      'two lengths',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'),
      /^the answer is not valid HTTP: /,
    ],
  ];

  test.each([
    ...overdue.map((one) => [...one, 1_000] as const),
    ...others.map((one) => [...one, 60_000] as const),
  ])('%s', async (_name, respond, reason, timeoutMs) => {
    const { client } = await clientOf(respond, { timeoutMs, maxBodyBytes: 100_000 });
    const failure = await client.send(get).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TargetFailure);
    expect((failure as TargetFailure).message).toMatch(reason);
  });

  test('a closed port', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await new Promise((resolve) => server.close(resolve));
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}` });
    await expect(client.send(get)).rejects.toThrow('the connection was refused');
  });
});

test('a body that is nested too deeply is an error; brackets in texts do not count', async () => {
  const bodies = [`"${'['.repeat(900)}"`, `{"a":"\\"${'['.repeat(900)}"}`, '['.repeat(900)];
  const { client } = await clientOf((socket) => socket.write(reply('200 OK', bodies.shift())));
  for (const _shallow of [1, 2]) expect((await client.send(get)).response.status).toBe(200);
  await expect(client.send(get)).rejects.toThrow('nested more than 500 levels deep');
});

test('a listener learns of its own requests, with and without an answer', async () => {
  const told: string[] = [];
  const { client } = await clientOf((socket, _request, connection) =>
    connection === 0 ? socket.write(reply('200 OK', '[]')) : socket.destroy(),
  );
  const watched = client.reportingTo({
    exchange: ({ request, response }) => told.push(`${request.method} ${response.status}`),
    unanswered: ({ method }, reason) => told.push(`${method} ${reason}`),
  });
  await watched.send(get);
  await client.send(get).catch(() => {});
  await watched.send({ ...get, method: 'POST' }).catch(() => {});
  expect(told).toEqual([
    'GET 200',
    'POST the connection was closed before the answer was complete',
  ]);
});

function drip(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
  const timer = setInterval(() => socket.write('1\r\nx\r\n'), 20);
  socket.on('close', () => clearInterval(timer));
}

function flood(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\n\r\n');
  const chunk = Buffer.alloc(10_000, 'x');
  const pump = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', pump);
  pump();
}
