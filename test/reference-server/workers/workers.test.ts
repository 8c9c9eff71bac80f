import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { findFreePort } from '../../../kit/free-port.js';
import { start } from '../../../reference-server/index.js';
import { restartDelay } from '../../../reference-server/workers/pool.js';
import { RawClient } from '../support/raw-request.js';
import { serveFiles } from '../support/serve.js';
import { connectionOf } from '../support/sqlite.js';
import { temporaryProject } from '../support/temporary.js';
import {
  blockLaterWorkers,
  delayServing,
  killWorker,
  takeFirstPort,
  workerPids,
} from '../support/workers.js';

const files = {
  '_migration.wren': [
    'Db.migrate("001_notes", `CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)`)',
    'System.print("migrated")',
  ].join('\n'),
  'api/notes.wren': [
    'if (Request.method == "POST") `INSERT INTO notes (text) VALUES (?)`.query([Request.body])',
    'Response.json(`SELECT COUNT(*) AS n FROM notes`.first["n"])',
  ].join('\n'),
  'api/print.wren': 'System.print("printed")\nResponse.json(1)',
  'api/loop.wren': 'System.print("looping")\nwhile (true) {}',
};

const endlessSql =
  'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT COUNT(*) FROM n';

async function count(url: string, init?: RequestInit): Promise<unknown> {
  return (await fetch(`${url}/api/notes`, init)).json();
}

test('workers share one port and one database', async () => {
  const { url, database, logged } = await serveFiles(files, { workers: 2 });
  expect(workerPids()).toHaveLength(2);
  const posts = Array.from({ length: 20 }, () => count(url, { method: 'POST', body: 'x' }));
  await Promise.all(posts);
  expect(await count(url)).toBe(20);
  expect(connectionOf(database).prepare('SELECT COUNT(*) FROM notes').pluck().get()).toBe(20);
  expect(logged()).toBe('migrated\n');
});

test('the output of scripts in a worker goes to the log', async () => {
  const { url, logged } = await serveFiles(files, { workers: 2 });
  await fetch(`${url}/api/print`);
  await expect.poll(logged).toContain('printed\n');
});

test('a worker that dies is replaced', async () => {
  const { url, logged } = await serveFiles(files, { workers: 2 });
  const before = workerPids();
  await killWorker(before[0] ?? 0);
  expect(workerPids()).toHaveLength(2);
  expect(workerPids()).toContain(before[1]);
  expect(workerPids()).not.toContain(before[0]);
  expect(await count(url)).toBe(0);
  expect(logged()).toContain('A worker ended by SIGKILL; it is replaced.\n');
});

test('when all workers die, the same port is served again', async () => {
  const { url } = await serveFiles(files, { workers: 2 });
  await Promise.all(workerPids().map(killWorker));
  await expect.poll(() => count(url).catch(() => 'nobody listens')).toBe(0);
});

test('a worker without a sign of life is replaced', async () => {
  const { url, logged } = await serveFiles(files, { workers: 2, limits: { workerSilence: 1_500 } });
  const [stopped = 0] = workerPids();
  process.kill(stopped, 'SIGSTOP');
  await expect.poll(workerPids).not.toContain(stopped);
  expect(logged()).toContain('A worker shows no sign of life; it is replaced.\n');
  expect(await count(url)).toBe(0);
});

test('the time in which the first process is stopped does not count as silence', async () => {
  const limits = { workerSilence: 3_000 };
  const { url, logged } = await serveFiles(files, { workers: 1, limits });
  const before = workerPids();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_000);
  expect(await count(url)).toBe(0);
  expect(workerPids()).toEqual(before);
  expect(logged()).not.toContain('no sign of life');
});

test('a worker that takes longer than that to begin serving is not replaced', async () => {
  delayServing(4_000);
  const { url, logged } = await serveFiles(files, {
    workers: 1,
    limits: { workerSilence: 3_000 },
  });
  expect(await count(url)).toBe(0);
  expect(logged()).not.toContain('no sign of life');
});

test('a free port that another program takes before the workers listen is given up', async () => {
  const takenPort = takeFirstPort();
  const { url } = await serveFiles(files, { workers: 1 });
  expect(takenPort()).toBeGreaterThan(0);
  expect(new URL(url).port).not.toBe(String(takenPort()));
  expect(await count(url)).toBe(0);
});

test('an endless script does not block new connections', async () => {
  const { url, logged } = await serveFiles(files, { workers: 2, limits: { scriptTime: 2_500 } });
  const ended = fetch(`${url}/api/loop`).then(({ status }) => status);
  await expect.poll(logged).toContain('looping');
  const client = new RawClient(url);
  client.send('GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n');
  const answered = client.received(/ 404 /).then(() => 'answered');
  expect(await Promise.race([ended, answered])).toBe('answered');
  expect(await ended).toBe(503);
  client.reset();
});

test('a stop finishes the pending requests of all workers', async () => {
  const server = await serveFiles(files, { workers: 2 });
  const head = 'POST /api/notes HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n';
  const clients = Array.from({ length: 4 }, () => new RawClient(server.url));
  for (const client of clients) client.send(`${head}Expect: 100-continue\r\n\r\n`);
  await Promise.all(clients.map((client) => client.received(/100 Continue/)));
  const stopped = server.close();
  for (const client of clients) client.send('hello');
  await Promise.all(clients.map((client) => client.received(/HTTP\/1\.1 200 OK[\s\S]*\d$/)));
  await stopped;
  expect(workerPids()).toEqual([]);
  await expect(fetch(`${server.url}/api/notes`)).rejects.toThrow();
});

test('a stop while further workers start finishes pending requests', async () => {
  blockLaterWorkers();
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  let stop = (): void => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const project = temporaryProject(files);
  const starting = start({ project, port, workers: 2, stopped });
  const refused = expect(starting).rejects.toThrow('before it served');
  const isUp = (): Promise<boolean> =>
    fetch(`${url}/__health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isUp).toBe(true);
  const client = new RawClient(url);
  client.send('POST /api/notes HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n');
  client.send('Expect: 100-continue\r\n\r\n');
  await client.received(/100 Continue/);
  stop();
  client.send('hello');
  await client.received(/HTTP\/1\.1 200 OK[\s\S]*\d$/);
  await refused;
  expect(workerPids()).toEqual([]);
});

test.each(['while (true) {}', `Db.migrate("1", "${endlessSql}")`])(
  'a stop during the migration %s ends it immediately',
  async (migration) => {
    let stop = (): void => undefined;
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    const project = temporaryProject({
      '_migration.wren': `System.print("begun")\n${migration}`,
    });
    let logged = '';
    const starting = start({
      ...{ project, port: 0, workers: 2, stopped },
      log: (text) => {
        logged += text;
      },
    });
    const refused = expect(starting).rejects.toThrow('before it served');
    await expect.poll(() => logged).toContain('begun');
    stop();
    await refused;
    expect(workerPids()).toEqual([]);
  },
);

describe('a server that cannot start reports the reason, and leaves no process', () => {
  test('a port in use', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => {
        const address = other.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    const project = temporaryProject(files);
    await expect(start({ project, port, workers: 2 })).rejects.toThrow(
      `The server cannot listen on 127.0.0.1, port ${port}: the port is in use`,
    );
    other.close();
    expect(workerPids()).toEqual([]);
  });

  test('a failing migration', async () => {
    const project = temporaryProject({ '_migration.wren': 'Db.migrate("001", `NO SQL`)' });
    await expect(start({ project, port: 0, workers: 2 })).rejects.toMatchObject({ exitCode: 1 });
    expect(workerPids()).toEqual([]);
  });
});

describe('the delay before a worker is replaced', () => {
  test('is zero after a sound lifetime', () => {
    expect(restartDelay(60_000, 5_000)).toBe(0);
  });

  test('doubles with each short lifetime, up to a limit', () => {
    const delays = [0];
    for (let n = 0; n < 8; n++) delays.push(restartDelay(10, delays.at(-1) ?? 0));
    expect(delays).toEqual([0, 100, 200, 400, 800, 1600, 3200, 5000, 5000]);
  });
});
