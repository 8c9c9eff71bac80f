/** Endless SQL statements: their requests end, and others are served. */
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { serveFiles } from '../support/serve.js';
import { startServerProcess } from '../support/server-process.js';
import { temporaryProject } from '../support/temporary.js';
import { delayServing, workerPids } from '../support/workers.js';

const endless = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)';

const columns = Array.from({ length: 40 }, (_, index) => `hex(zeroblob(20000000)) AS c${index}`);

/** A statement that takes too much memory. */
const large = `\`SELECT ${columns.join()}\`.first`;

const files = {
  '_migration.wren': 'Db.migrate("001_notes", `CREATE TABLE notes (text TEXT)`)',
  'api/count.wren': 'Response.json(`SELECT COUNT(*) AS n FROM notes`.first["n"])',
  'api/add.wren': 'Response.json(`INSERT INTO notes VALUES (1)`.query)',
  'api/read.wren': [
    'if (Response.cors("https://a.example")) return',
    'System.print("begun")',
    `Response.json(\`${endless} SELECT COUNT(*) FROM n\`.first)`,
  ].join('\n'),
  'api/large-header.wren': ['if (Response.cors("https://%("a" * 20000)")) return', large].join(
    '\n',
  ),
  'api/large.wren': large,
  'api/write.wren': `\`INSERT INTO notes ${endless} SELECT i FROM n\`.query`,
  'api/transaction.wren': [
    'Db.transaction {',
    '  `INSERT INTO notes VALUES (1)`.query',
    `  \`${endless} SELECT COUNT(*) FROM n\`.first`,
    '}',
  ].join('\n'),
  'api/hash.wren': `Util.hash("a")\n\`${endless} SELECT COUNT(*) FROM n\`.first`,
  'api/login.wren': 'Response.json(Util.hash("a") != null)',
  'api/long.wren': `Response.json(\`${endless} SELECT i FROM n LIMIT 1 OFFSET 3000000\`.first["i"])`,
};

test.each([1, 2])(
  'others are served while one of %i processes is stuck, and it is answered in the end',
  async (workers) => {
    const { url, logged } = await serveFiles(files, { workers, limits: { scriptTime: 3_000 } });
    const before = workerPids();
    const stuck = fetch(`${url}/api/read`);
    await expect.poll(logged).toContain('begun');
    const order: string[] = [];
    const note = (name: string) => () => order.push(name);
    const health = fetch(`${url}/__health`);
    await Promise.all([stuck.then(note('stuck')), health.then(note('health'))]);
    // With one process, the additional worker must start first.
    if (workers === 2) expect(order).toEqual(['health', 'stuck']);
    expect((await health).status).toBe(200);

    const answer = await stuck;
    expect(answer.status).toBe(503);
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://a.example');
    expect(await answer.json()).toEqual({
      error: 'The script exceeded its time, memory or output limit',
    });
    await expect
      .poll(logged)
      .toContain(
        `GET /api/read: 503\nThe SQL statement exceeded the script's time limit: ${endless} SELECT`,
      );
    await expect.poll(logged).toContain('A worker is stuck in an SQL statement; it is replaced.');
    // The stuck process may outlive its replacement's start for a moment.
    await expect.poll(workerPids).not.toEqual(before);
    await expect.poll(workerPids).toHaveLength(workers);
    expect(await (await fetch(`${url}/api/count`)).json()).toBe(0);
  },
);

test('a statement that takes too much memory is ended, and others are served', async () => {
  const { url, logged } = await serveFiles(files, {
    workers: 1,
    limits: { scriptMemory: 2 ** 24 },
  });
  expect((await fetch(`${url}/api/large`)).status).toBe(503);
  const fault =
    "GET /api/large: 503\nThe SQL statement exceeded the script's memory limit: SELECT hex";
  await expect.poll(logged).toContain(fault);
  expect((await fetch(`${url}/__health`)).status).toBe(200);
});

test('the log names a script and a statement with letters beyond ASCII', async () => {
  const { url, logged } = await serveFiles(
    { 'api/café.wren': `\`${endless} SELECT COUNT(*) AS "é\u2028" FROM n\`.first` },
    { workers: 1, limits: { scriptTime: 1_000 } },
  );
  expect((await fetch(`${url}/api/caf%C3%A9`)).status).toBe(503);
  await expect.poll(logged).toContain('All workers are busy (/api/café)');
  await expect.poll(logged).toContain('SELECT COUNT(*) AS "é\u2028" FROM n');
});

test('requests sent together with an endless statement are all answered', async () => {
  const { url } = await serveFiles(files, { workers: 1, limits: { scriptTime: 1_000 } });
  const paths = ['/api/read', '/api/read', '/__health', '/api/count', '/api/none'];
  const answers = await Promise.all(paths.map((path) => ask(url, `GET ${path}`, 'close')));
  for (const answer of answers.slice(0, 2)) expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 (?:200|404|503) /);
});

test('a request whose script is suspended is answered when the process is replaced', async () => {
  const { url } = await serveFiles(files, { workers: 1, limits: { scriptTime: 500 } });
  const paths = ['/api/login', '/api/login', '/api/read'];
  const answers = await Promise.all(paths.map((path) => ask(url, `GET ${path}`, 'close')));
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 503 /);
});

test('a replacement serves what waits before it runs unknown scripts', async () => {
  const stuck = Array.from({ length: 5 }, (_, index) => `api/stuck-${index}`);
  const scripts = stuck.map((path) => [`${path}.wren`, files['api/read.wren']]);
  const project = { ...files, ...Object.fromEntries(scripts) };
  const { url, logged } = await serveFiles(project, { workers: 1, limits: { scriptTime: 1_000 } });
  expect(await (await fetch(`${url}/api/count`)).json()).toBe(0);
  const order: string[] = [];
  const askFor = (path: string): Promise<unknown> =>
    ask(url, `GET /${path}`, 'close').then(() => order.push(path));
  const first = askFor('api/read');
  await expect.poll(logged).toContain('begun');
  await Promise.all([first, ...stuck.map(askFor), askFor('api/count')]);
  // It came last. How many others a replacement runs first depends on how fast it gets them all;
  // test/reference-server/http/run-lanes.test.ts demands the order.
  expect(order.at(-1)).not.toBe('api/count');
});

test.each(['write', 'transaction', 'hash'])(
  'nothing is stored of an overdue statement: %s',
  async (script) => {
    const { url } = await serveFiles(files, { workers: 1, limits: { scriptTime: 500 } });
    expect((await fetch(`${url}/api/${script}`)).status).toBe(503);
    // Any request may be overdue on a busy machine.
    await expect.poll(async () => (await fetch(`${url}/api/count`)).text()).toBe('0');
    await expect.poll(async () => (await fetch(`${url}/api/add`)).status).toBe(200);
  },
);

/** Sends a request and resolves with the whole answer. */
function ask(url: string, head: string, connection = 'keep-alive'): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname);
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    // The connection may end in any way after the answer.
    const fail = (error: Error): void => (answer === '' ? reject(error) : resolve(answer));
    socket.on('end', () => resolve(answer)).on('error', fail);
    socket.write(`${head} HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\n\r\n`);
  });
}

test('headers of the script that are too large are left out of the answer', async () => {
  // A limit of time could be exceeded before the statement begins, on a busy machine.
  const { url } = await serveFiles(files, { workers: 1, limits: { scriptMemory: 2 ** 24 } });
  const answer = await fetch(`${url}/api/large-header`);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toHaveProperty('error');
});

test('the answer to HEAD has no body', async () => {
  const { url } = await serveFiles(files, { workers: 1, limits: { scriptTime: 200 } });
  const answer = await ask(url, 'HEAD /api/read');
  expect(answer).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n[\s\S]*\r\n\r\n$/);
});

test('a long statement within its time limit is finished', async () => {
  const { url, logged } = await serveFiles(files, { workers: 1 });
  expect(await (await fetch(`${url}/api/long`)).json()).toBe(3_000_001);
  expect(logged()).not.toContain('stuck');
});

test('connections wait for a replacement that is slow to serve', async () => {
  const { url, logged } = await serveFiles(files, { workers: 1, limits: { scriptTime: 300 } });
  delayServing(7_000);
  expect((await fetch(`${url}/api/read`)).status).toBe(503);
  await expect.poll(logged).toContain('it is replaced');
  expect((await fetch(`${url}/__health`)).status).toBe(200);
});

test.each(['begun', 'A worker is stuck in an SQL statement; it is replaced.'])(
  'a stuck worker does not outlive the first process that is killed after "%s"',
  async (line) => {
    const server = await startServerProcess(temporaryProject(files));
    const stuck = fetch(`${server.url}/api/read`).then(
      ({ status }) => status,
      () => 'closed',
    );
    await expect.poll(() => server.logged).toContain(line);
    await server.kill('SIGKILL');
    // On a busy machine, the statement may be overdue first.
    expect(['closed', 503]).toContain(await stuck);
    const connectAgain = () =>
      fetch(`${server.url}/__health`).then(
        () => 'served',
        () => 'closed',
      );
    await expect.poll(connectAgain).toBe('closed');
  },
);
