import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '../../../conformance/http/client.js';
import { type Connection, plainConnection } from '../../../conformance/http/connection-options.js';
import { curlLine } from '../../../conformance/http/curl.js';
import { createCertificate } from '../../certificate.js';
import { listen } from '../../faulty/listen.js';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closers.splice(0).reverse()) await close();
});

async function open(server: Server): Promise<URL> {
  const { url, close } = await listen(server);
  closers.push(close);
  return new URL(url);
}

/** A proxy that connects every name to one server, and what it was asked for. */
async function startProxy(target: URL): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const tunnels: Duplex[] = [];
  const server = createServer((incoming, answer) => {
    asked.push(`${incoming.method} ${incoming.url} ${incoming.headers['proxy-authorization']}`);
    const { pathname, search } = new URL(incoming.url ?? '');
    const { method, headers } = incoming;
    const path = pathname + search;
    const passed = request({ host: target.hostname, port: target.port, method, headers, path });
    passed.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 0, response.headers);
      response.pipe(answer);
    });
    incoming.pipe(passed);
  });
  server.on('connect', ({ url }, client) => {
    asked.push(`CONNECT ${url}`);
    const socket = connect(Number(target.port), target.hostname, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(socket).pipe(client);
    });
    for (const end of [socket, client]) end.on('error', () => {});
    tunnels.push(client);
  });
  const { href: url } = await open(server);
  closers.push(async () => tunnels.forEach((socket) => void socket.destroy()));
  return { url, asked };
}

/** Answers with the method, the Host header and the body. */
async function startEcho(): Promise<URL> {
  const server = createServer(async (incoming, response) => {
    const body = (await incoming.toArray()).join('');
    response.end(`${incoming.method} ${incoming.headers.host}${incoming.url} ${body}`);
  });
  return open(server);
}

/** Demands a client certificate, and answers with its subject. */
async function startSecure(): Promise<{ port: string; pair: Connection }> {
  const { certificate, key } = createCertificate('client.test');
  const own = createCertificate('server.test');
  const server = createSecureServer(
    {
      cert: own.certificate,
      key: own.key,
      ca: certificate,
      requestCert: true,
      rejectUnauthorized: false,
    },
    ({ socket }, response) => {
      const { authorized, getPeerCertificate } = socket as import('node:tls').TLSSocket;
      response.end(authorized ? getPeerCertificate.call(socket).subject.CN : 'nobody');
    },
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closers.push(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  const pair = {
    ...{ ...plainConnection, insecure: true },
    ...{ cert: pem('client.pem', certificate), key: pem('key.pem', key) },
  };
  return { port: String((server.address() as AddressInfo).port), pair };
}

const pem = (name: string, text: string) => ({ name, text });

async function send(baseUrl: string, connection: Connection): Promise<string> {
  const client = createClient({ baseUrl, connection });
  try {
    const sent = { method: 'POST', path: '/a?b', headers: {}, body: 'words' };
    return (await client.send(sent)).response.body;
  } finally {
    client.close();
  }
}

describe('a client certificate', () => {
  it('is sent to the server', async () => {
    const { port, pair } = await startSecure();
    const url = `https://127.0.0.1:${port}`;
    expect(await send(url, pair)).toBe('client.test');
    const both = pem('both.pem', `${pair.cert?.text}${pair.key?.text}`);
    expect(await send(url, { ...pair, cert: both, key: undefined })).toBe('client.test');
    expect(await send(url, { ...pair, cert: undefined, key: undefined })).toBe('nobody');
  });

  it.each([
    ['--cert', pem('a.pem', 'no PEM'), undefined, /^--cert a\.pem cannot be used: a PEM file with/],
    [
      'a key of another certificate',
      pem('a.pem', createCertificate('a').certificate),
      pem('b.pem', createCertificate('b').key),
      /^--cert a\.pem and --key b\.pem cannot be used: the key belongs to another certificate\.$/,
    ],
    ['a key alone', undefined, pem('b.pem', createCertificate('b').key), /^--key needs --cert/],
  ])('is refused with %s', (_name, cert, key, message) => {
    const connection = { ...plainConnection, cert, key };
    expect(() => createClient({ baseUrl: 'https://h.test', connection })).toThrow(message);
  });
});

it('is refused for an address without TLS', () => {
  const connection = { ...plainConnection, cert: pem('a.pem', createCertificate('a').certificate) };
  expect(() => createClient({ baseUrl: 'http://h.test', connection })).toThrow(
    '--cert and --key need an https address, which http://h.test is not.',
  );
});

it('names a server that does not speak TLS', async () => {
  const { port } = await startEcho();
  await expect(send(`https://127.0.0.1:${port}`, plainConnection)).rejects.toThrow(
    'the server does not speak TLS (write http://)',
  );
});

describe('a proxy', () => {
  it('gets whole addresses, its password, and the Host header of the target', async () => {
    const { url, asked } = await startProxy(await startEcho());
    const proxy = url.replace('//', '//me:p%40ss@');
    const answer = await send('http://api.test:81/v1', { ...plainConnection, proxy });
    expect(answer).toBe('POST api.test:81/v1/a?b words');
    const pair = Buffer.from('me:p@ss').toString('base64');
    expect(asked).toEqual([`POST http://api.test:81/v1/a?b Basic ${pair}`]);
  });

  it('connects to a server with TLS, which gets the client certificate', async () => {
    const { port, pair } = await startSecure();
    const { url, asked } = await startProxy(new URL(`https://127.0.0.1:${port}`));
    expect(await send('https://api.test', { ...pair, proxy: url })).toBe('client.test');
    expect(asked).toEqual(['CONNECT api.test:443']);
  });

  it.each([
    ['http://api.test', 'HTTP_PROXY', '', true],
    ['http://api.test', 'ALL_PROXY', '', true],
    ['http://api.test', 'HTTPS_PROXY', '', false],
    ['http://api.test', 'HTTP_PROXY', '.test', false],
    ['http://api.test', 'HTTP_PROXY', 'api.test', false],
    ['http://localhost', 'HTTP_PROXY', '', false],
    ['http://127.0.0.1', 'HTTP_PROXY', '', false],
    ['http://[::1]', 'HTTP_PROXY', '', false],
  ])('for %s with %s, without "%s": %s', async (origin, variable, without, isUsed) => {
    const { url, asked } = await startProxy(await startEcho());
    vi.stubEnv(variable, url);
    vi.stubEnv('NO_PROXY', without);
    // Port 9 has no server.
    const answer = await send(`${origin}:9`, plainConnection).catch(() => undefined);
    expect(answer !== undefined).toBe(isUsed);
    expect(asked).toHaveLength(isUsed ? 1 : 0);
  });

  it('is named where it is the reason', async () => {
    const connection = { ...plainConnection, proxy: 'http://me:secret@127.0.0.1:9' };
    await expect(send('http://api.test', connection)).rejects.toThrow(
      /^the connection was refused \(through the proxy 127\.0\.0\.1:9\)$/,
    );
    const refusing = createServer().on('connect', (_request, client) => {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    });
    const { host, href: proxy } = await open(refusing);
    await expect(send('https://api.test', { ...plainConnection, proxy })).rejects.toThrow(
      `the proxy ${host} answered 407`,
    );
    vi.stubEnv('HTTP_PROXY', 'socks5://127.0.0.1:9');
    await expect(send('http://api.test', plainConnection)).rejects.toThrow(
      'is no http or https address',
    );
  });

  it('stands in the command line of a request, as a certificate does', () => {
    const connection = {
      ...{ insecure: true, cert: pem('my cert.pem', ''), key: pem('key.pem', '') },
      proxy: 'http://me:secret@proxy:3128',
    };
    const line = curlLine(
      { method: 'GET', url: 'https://h', headers: {}, body: undefined },
      { connection },
    );
    expect(line).toBe(
      "curl -ig -k --cert 'my cert.pem' --key key.pem --proxy http://proxy:3128 https://h",
    );
  });
});
