/** Work that a server accepts with 202 and does later. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listen } from '../../faulty/listen.js';
import { makeFolder, removeFolders, runCheck } from '../run-check.js';

afterAll(removeFolders);

const job = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'integer', readOnly: true }, title: { type: 'string' } },
};
const json = { 'application/json': { schema: job } };
const unknown = { 404: { description: 'unknown' } };
const description = {
  openapi: '3.1.0',
  info: { title: 'Jobs', version: '1' },
  paths: {
    '/jobs': {
      post: {
        operationId: 'createJob',
        requestBody: { required: true, content: json },
        responses: { 202: { description: 'accepted', content: json } },
      },
    },
    '/jobs/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        operationId: 'getJob',
        responses: { 200: { description: 'the job', content: json }, ...unknown },
      },
      delete: {
        operationId: 'deleteJob',
        responses: { 202: { description: 'accepted' }, ...unknown },
      },
    },
  },
};

/** How long the work takes, in milliseconds. */
const delay = 100;

/** A server of jobs, which begin and end some time after the request. */
function jobs() {
  const all: { readonly title: string; readonly from: number; until: number }[] = [];
  return createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    const id = Number(request.url?.split('/')[2]);
    const [known, now] = [all[id], performance.now()];
    const isThere = known !== undefined && known.from < now && now < known.until;
    const send = (status: number, body?: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (request.method === 'POST') {
      const { title = undefined } = text.endsWith('"}') ? JSON.parse(text) : {};
      if (typeof title !== 'string') return send(400);
      const length = all.push({ title, from: now + delay, until: Number.POSITIVE_INFINITY });
      return send(202, { id: length - 1, title });
    }
    if (!isThere) return send(404);
    if (request.method === 'GET') return send(200, { id, title: known.title });
    known.until = Math.min(known.until, now + delay);
    send(202);
  });
}

test('a server that works later conforms', async () => {
  const file = join(makeFolder(), 'openapi.json');
  writeFileSync(file, JSON.stringify(description));
  const { url, close } = await listen(jobs());
  try {
    const { report, stdout } = await runCheck(['--openapi', file, '--base-url', url]);
    const rows = report?.requirements ?? [];
    expect(
      rows.filter(({ verdict }) => verdict !== 'pass').map(({ id }) => id),
      stdout,
    ).toEqual([]);
    expect(rows.map(({ id }) => id)).toContain('delete-job.gone');
  } finally {
    await close();
  }
});
