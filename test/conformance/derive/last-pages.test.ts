/** Pages of a list that begins with elements of one time: its last elements have other times. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listen } from '../../faulty/listen.js';
import { makeFolder, removeFolders, runCheck } from '../run-check.js';

afterAll(removeFolders);

const text = { type: 'string' };
const thing = {
  type: 'object',
  required: ['id', 'name', 'created'],
  properties: { id: { type: 'integer' }, name: text, created: { ...text, format: 'date-time' } },
};
const newThing = { type: 'object', required: ['name'], properties: { name: text } };
const json = (schema: object) => ({ 'application/json': { schema } });
const number = (name: string, minimum: number) => ({
  ...{ name, in: 'query', schema: { type: 'integer', minimum, maximum: 100 } },
});
const description = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things': {
      get: {
        operationId: 'listThings',
        parameters: [number('limit', 1), number('offset', 0)],
        responses: {
          200: { description: 'all', content: json({ type: 'array', items: thing }) },
        },
      },
      post: {
        operationId: 'addThing',
        requestBody: { required: true, content: json(newThing) },
        responses: { 201: { description: 'made', content: json(thing) } },
      },
    },
    '/things/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        operationId: 'getThing',
        responses: { 200: { description: 'one', content: json(thing) } },
      },
    },
  },
};

/** Its clock goes on by a second with each request, and its first things have one time. */
function things(isOverlapping: boolean) {
  let time = Date.UTC(2026, 0, 1);
  const now = () => new Date(time).toISOString();
  const all = [1, 2, 3].map((id) => ({ id, name: `thing ${id}`, created: now() }));
  return createServer(async (request, response) => {
    time += 1000;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://things');
    const send = (status: number, body: object) => {
      const date = new Date(time).toUTCString();
      response.writeHead(status, { 'content-type': 'application/json', date });
      response.end(JSON.stringify(body));
    };
    if (request.method === 'POST') {
      const { name } = JSON.parse(Buffer.concat(await request.toArray()).toString());
      const made = { id: all.length + 1, name, created: now() };
      all.push(made);
      return send(201, made);
    }
    const one = all[Number(pathname.split('/')[2]) - 1];
    if (pathname !== '/things') return one === undefined ? send(404, {}) : send(200, one);
    const offset = Number(searchParams.get('offset') ?? 0);
    const start = isOverlapping && offset > 2 ? offset - 1 : offset;
    send(200, all.slice(start, start + Number(searchParams.get('limit') ?? 100)));
  });
}

test.each([
  [false, 'pass'],
  [true, 'fail'],
])('when pages beyond the third element overlap: %s, %s', async (isOverlapping, verdict) => {
  const file = join(makeFolder(), 'openapi.json');
  writeFileSync(file, JSON.stringify(description));
  const { url, close } = await listen(things(isOverlapping));
  const argv = ['--openapi', file, '--base-url', url, '--only', 'list-things.*pages'];
  const { report, stdout } = await runCheck(argv);
  await close();
  const rows = report?.requirements.filter(({ selected }) => selected) ?? [];
  expect(
    rows.map((row) => [row.id, row.verdict]),
    stdout,
  ).toEqual([
    ['list-things.offset.pages', 'not applicable'],
    ['list-things.offset.last-pages', verdict],
  ]);
});
