/** Endless scripts: other requests are served between them, or by another process. */
import { expect, test } from 'vitest';
import { RawClient } from '../support/raw-request.js';
import { serveFiles } from '../support/serve.js';
import { workerPids } from '../support/workers.js';

const files = {
  'api/loop.wren': 'System.print("looping")\nwhile (true) {}',
  'api/quick.wren': 'Response.json("quick")',
};

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

test.each(['/api/quick', '/__health'])(
  'other requests wait for at most two of ten endless scripts: %s',
  async (path) => {
    const { url, logged } = await serveFiles(files, { limits: { scriptTime: 200 } });
    const loops = Array.from({ length: 10 }, () => fetch(`${url}/api/loop`));
    const other = await fetch(url + path);
    expect(other.status).toBe(200);
    expect(count(logged(), 'looping')).toBeLessThanOrEqual(2);
    const answers = await Promise.all(loops);
    for (const { status } of answers) expect(status).toBe(503);
    const refused = answers.filter(({ headers }) => headers.has('retry-after'));
    expect(await refused[0]?.json()).toEqual({ error: 'The server is busy' });
    expect(refused.length + count(logged(), 'looping')).toBe(10);
    expect(refused.length).toBeGreaterThan(5);
  },
);

test('requests behind an endless script on the same connection are rejected', async () => {
  const { url, logged } = await serveFiles(files, { limits: { scriptTime: 200 } });
  const client = new RawClient(url);
  client.send('GET /api/loop HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(10));
  await client.received(/(HTTP\/1\.1 503 [\s\S]*){10}/);
  expect(count(logged(), 'looping')).toBeLessThanOrEqual(2);
  client.reset();
});

test('a waiting request is answered after its client has half-closed the connection', async () => {
  const { url } = await serveFiles(files, { limits: { scriptTime: 200 } });
  const client = new RawClient(url);
  for (const path of ['loop', 'quick']) client.send(`GET /api/${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  client.end();
  expect(await client.ended()).toMatch(/ 503 [\s\S]* 200 OK\r\n[\s\S]*"quick"$/);
});

/** A script that blocks its process until another one has run. */
const blocking = {
  '_migration.wren': 'Db.migrate("001_end", `CREATE TABLE ends (at TEXT)`)',
  'api/loop.wren':
    'System.print("looping")\nwhile (`SELECT COUNT(*) AS n FROM ends`.first["n"] == 0) {}',
  'api/end.wren': '`INSERT INTO ends VALUES (1)`.query\nResponse.json("ended")',
  'api/quick.wren': files['api/quick.wren'],
};

test('while a script blocks all processes, an additional one serves other requests', async () => {
  const { url, logged } = await serveFiles(blocking, { workers: 1 });
  const order: string[] = [];
  const note = (name: string) => () => order.push(name);
  const loop = fetch(`${url}/api/loop`).then(note('loop'));
  await expect.poll(logged).toContain('looping');
  await expect.poll(workerPids).toHaveLength(2);
  expect(logged()).toContain('All workers are busy (/api/loop); an additional one is started.\n');
  const second = fetch(`${url}/api/loop`).then(note('second loop'));
  for (const path of ['/__health', '/api/quick']) {
    expect((await fetch(url + path)).status).toBe(200);
    order.push(path);
  }
  expect(order).toEqual(['/__health', '/api/quick']);
  expect(count(logged(), 'looping')).toBe(1);
  expect((await fetch(`${url}/api/end`)).status).toBe(200);
  await loop;
  await expect.poll(() => count(logged(), 'looping')).toBe(2);
  await second;
});
