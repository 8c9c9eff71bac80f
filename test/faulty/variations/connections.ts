/** Variations in the transmission of answers. */
import { STATUS_CODES } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Application } from '../application.js';
import { answering, type Plant, wrapping } from '../faults/fault.js';
import { afterOthers } from '../overlap.js';
import { emptyObjectReply } from '../raw-server.js';
import { heading, transmitting, type Variation } from './variation.js';

export const connections = {
  'a deletion answers with the bytes of an empty object': {
    plant: wrapping('transmit', ({ original }, answer, response) => {
      if (answer.status === 204) response.socket?.end(emptyObjectReply);
      else original(answer, response);
    }),
  },
  'connections close after every answer': {
    plant: heading(() => ({ connection: 'close' })),
  },
  'bodies come in chunks': {
    plant: transmitting(({ status, headers, body = '' }, response) => {
      response.writeHead(status, { ...headers });
      for (const character of body) response.write(character);
      response.end();
    }),
  },
  'answers take their time': {
    plant: transmitting(({ status, headers, body }, response) => {
      afterOthers(() => response.writeHead(status, { ...headers }).end(body));
    }),
  },
  'one change at a time is accepted': {
    concerns: ['*.create.echo', '*.update.stores', '*.delete.removes'],
    plant: acceptingOneChange,
  },
  'hints come before every answer': {
    plant: wrapping('transmit', ({ original }, answer, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      original(answer, response);
    }),
  },
  'bodies come in chunks, with a header after the last one': {
    plant: transmitting(({ status, headers, body = '' }, response) => {
      // Not declared, since Node declines to declare it without chunks: after a 204, a HEAD.
      response.writeHead(status, { ...headers });
      response.write(body);
      response.addTrailers({ 'x-checksum': String(body.length) });
      response.end();
    }),
  },
  'answers are those of HTTP 1.0': {
    plant: transmitting(({ status, headers, body = '' }, response) => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      const head = [`HTTP/1.0 ${status} ${STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n');
      response.socket?.end(head + body);
    }),
  },
  'header names are in capitals': {
    plant: answering('handle', (answer) => ({
      ...answer,
      headers: Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name.toUpperCase(), value]),
      ),
    })),
  },
  'answers carry cookies and more': {
    plant: heading(() => ({
      'set-cookie': 'session=1; HttpOnly',
      'cache-control': 'no-store',
      etag: '"1"',
      'x-powered-by': 'patience',
    })),
  },
  'a 401 carries a challenge': {
    plant: heading(
      (_request, { status }): Record<string, string> =>
        status === 401 ? { 'www-authenticate': 'Key realm="products"' } : {},
    ),
  },
  'a deletion states the length of its empty object': {
    plant: deleting('Content-Length: 2\r\n\r\n{}'),
  },
  'a deletion answers with an empty object in chunks': {
    plant: deleting('Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'),
  },
  'connections end without notice after every answer': {
    plant: wrapping('transmit', ({ original }, answer, response) => {
      response.on('finish', () => response.socket?.end());
      original(answer, response);
    }),
  },
  // Like the server in Java's standard library.
  'tabs in headers are handed on as spaces': {
    profile: 'bearer',
    concerns: ['auth.bearer.two-parts', 'auth.bearer.scheme'],
    plant: wrapping('tokenOf', ({ original }, header) => original(header.replaceAll('\t', ' '))),
  },
  'bodies are compressed, although no client asks for it': {
    plant: transmitting(({ status, headers, body = '' }, response) => {
      response.writeHead(status, { ...headers, 'content-encoding': 'gzip' });
      response.end(gzipSync(body));
    }),
  },
  'answers do not say what time it is': {
    plant: wrapping('transmit', ({ original }, answer, response) => {
      response.sendDate = false;
      original(answer, response);
    }),
  },
  'a body that is not JSON ends the connection': {
    plant: (app: Application) => {
      app.unusableBody = () => ({ status: 0, headers: {}, body: undefined });
      const transmit = app.transmit.bind(app);
      app.transmit = (answer, response) => {
        if (answer.status === 0) response.destroy();
        else transmit(answer, response);
      };
    },
  },
} satisfies Record<string, Variation>;

/** Rejects changes that come before the answer to another one. */
function acceptingOneChange(app: Application): void {
  let isChanging = false;
  const [handle, transmit] = [app.handle.bind(app), app.transmit.bind(app)];
  app.handle = (request) => {
    if (!changingMethods.has(request.method)) return handle(request);
    if (isChanging) return { status: 503, headers: app.corsHeaders(request), body: undefined };
    isChanging = true;
    return handle(request);
  };
  app.transmit = (answer, response) => {
    const isRejected = answer.status === 503;
    if (isRejected || !changingMethods.has(response.req.method ?? '')) {
      return transmit(answer, response);
    }
    afterOthers(() => {
      isChanging = false;
      transmit(answer, response);
    });
  };
}

const changingMethods: ReadonlySet<string> = new Set(['POST', 'PUT', 'DELETE']);

/** A 204 with bytes after its head. */
function deleting(rest: string): Plant {
  return wrapping('transmit', ({ original }, { status, headers, body }, response) => {
    if (status !== 204 || body !== undefined) return original({ status, headers, body }, response);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    response.socket?.end(`HTTP/1.1 204 No Content\r\n${lines.join('')}${rest}`);
  });
}
