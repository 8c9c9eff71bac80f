/** Requests that must be rejected, and a server that carries them out: nothing of them is left. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listen } from '../../faulty/listen.js';
import { makeFolder, removeFolders, runCheck } from '../run-check.js';

afterAll(removeFolders);

const text = { type: 'string' };
const booking = {
  type: 'object',
  required: ['id', 'guest', 'room'],
  properties: { id: { type: 'integer', readOnly: true }, guest: text, room: text },
};
const error = { type: 'object', required: ['message'], properties: { message: text } };
const answer = (schema: object) => ({
  ...{ description: 'said', content: { 'application/json': { schema } } },
});
const refusals = Object.fromEntries(
  [400, 401, 404].map((status) => [status, answer({ $ref: '#/components/schemas/Error' })]),
);
const description = {
  openapi: '3.1.0',
  info: { title: 'Bookings', version: '1' },
  security: [{ key: [] }],
  paths: {
    '/bookings': {
      post: {
        operationId: 'book',
        requestBody: { required: true, content: { 'application/json': { schema: booking } } },
        responses: { 201: answer(booking), ...refusals },
      },
    },
    '/bookings/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'read', responses: { 200: answer(booking), ...refusals } },
      delete: { operationId: 'cancel', responses: { 204: { description: 'gone' }, ...refusals } },
    },
  },
  components: {
    schemas: { Error: error },
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
  },
};

/** A server that rejects nothing. */
function bookings() {
  const rows = new Map<string, object>();
  let last = 0;
  const server = createServer(async (request, response) => {
    const sent = Buffer.concat(await request.toArray()).toString();
    const send = (status: number, body?: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body && JSON.stringify(body));
    };
    const path = request.url ?? '';
    if (request.method === 'POST') {
      last += 1;
      const row = { ...JSON.parse(sent), id: last };
      rows.set(`/bookings/${last}`, row);
      return send(201, row);
    }
    const row = rows.get(path);
    if (row === undefined) return send(404, { message: 'unknown' });
    if (request.method === 'GET') return send(200, row);
    rows.delete(path);
    send(204);
  });
  return { server, rows };
}

test('what a server creates although it must reject the request is deleted', async () => {
  const file = join(makeFolder(), 'openapi.json');
  writeFileSync(file, JSON.stringify(description));
  const { server, rows } = bookings();
  const { url, close } = await listen(server);
  const argv = ['--openapi', file, '--base-url', url, '--key', 'secret', '--only', 'errors.*'];
  const { report, stdout } = await runCheck(argv);
  await close();
  expect(report?.leftovers, stdout).toEqual([]);
  expect([...rows.values()]).toEqual([]);
});
