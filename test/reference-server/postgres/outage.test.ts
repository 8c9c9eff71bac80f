/** Answers while PostgreSQL is not reachable, and afterwards. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../../kit/free-port.js';
import { openDatabase } from '../../../reference-server/serving/open-database.js';
import { expectWithin } from '../../durations.js';
import { FreezableProxy } from '../support/freezable-proxy.js';
import { createPostgres } from '../support/postgres.js';
import { serveFiles, type TestServer } from '../support/serve.js';

type Postgres = Awaited<ReturnType<typeof createPostgres>>;

let postgres: Postgres;

beforeAll(async () => {
  postgres = await createPostgres();
});
afterAll(() => postgres.end());

const files = {
  '_migration.wren':
    'Db.migrate("001_notes", `CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY AUTOINCREMENT, n INTEGER)`)',
  'api/count.wren': 'Response.json(`SELECT COUNT(*) AS n FROM notes`.first["n"])',
  'api/slow.wren':
    'Db.transaction {\n`INSERT INTO notes (n) VALUES (1)`.query\n`/* postgresql */ SELECT pg_sleep(30)`.fetch\n}',
  'api/static.wren': 'Response.json("static")',
};

interface Outcome {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter: string | null;
}

async function send(server: TestServer, path: string): Promise<Outcome> {
  const response = await fetch(server.url + path);
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, body: await response.json(), retryAfter };
}

const away = {
  status: 503,
  body: { error: 'The database cannot be reached now' },
  retryAfter: '1',
};
const there = { status: 200, body: 0, retryAfter: null };

/** Waits until the database is used again, within the documented time. */
async function expectRecovery(server: TestServer): Promise<void> {
  const start = performance.now();
  await expect.poll(() => send(server, '/api/count'), { interval: 20 }).toEqual(there);
  expectWithin(start, 2_000);
}

test('answers are 503 immediately while the database is not reachable, and succeed afterwards', async () => {
  const server = await serveFiles(files, { database: postgres.address });
  expect(await send(server, '/api/count')).toEqual(there);
  await postgres.stop();
  const start = performance.now();
  expect(await send(server, '/api/count')).toEqual(away);
  const many = await Promise.all(Array.from({ length: 30 }, () => send(server, '/api/count')));
  expect(many).toEqual(many.map(() => away));
  expectWithin(start, 2_000);
  expect((await send(server, '/api/static')).status).toBe(200);
  expect(await send(server, '/__health')).toEqual({
    status: 503,
    body: { status: 'unavailable', reason: 'nothing listens there' },
    retryAfter: '1',
  });
  await postgres.start();
  await expectRecovery(server);
  expect((await send(server, '/__health')).status).toBe(200);
  expect(server.logged()).not.toContain('not-to-be-shown');
});

test('a restart during a transaction loses the transaction only', async () => {
  const server = await serveFiles(files, { database: postgres.address });
  const slow = send(server, '/api/slow');
  const sleeping = await openDatabase(postgres.address);
  const runner = sleeping.openQueryRunner({
    deadline: Infinity,
    client: undefined,
    isGuarded: false,
    reserve: () => undefined,
  });
  const count = async (): Promise<unknown> =>
    (
      await runner.first(
        "/* postgresql */ SELECT COUNT(*) AS n FROM pg_stat_activity WHERE wait_event = 'PgSleep'",
        [],
      )
    )?.get('n');
  await expect.poll(count).toBe(1);
  await sleeping.close();
  await postgres.stop();
  expect(await slow).toEqual(away);
  await postgres.start();
  await expectRecovery(server);
});

test('a start without the database fails with one sentence without secrets', async () => {
  const port = await findFreePort();
  const of = async (change: (url: URL) => void): Promise<string> => {
    const url = new URL(postgres.address);
    change(url);
    const error = await serveFiles(files, { database: url.href }).catch((reason: Error) => reason);
    return error instanceof Error ? error.message : '';
  };
  const sentence = (name: string, reason: string): string =>
    `The database ${name} cannot be used: ${reason}.`;
  const at = postgres.address.replace(':not-to-be-shown', '');
  expect(await of((url) => (url.port = String(port)))).toBe(
    sentence(`postgres://tester@127.0.0.1:${port}/app`, 'nothing listens there'),
  );
  expect(await of((url) => (url.password = 'wrong'))).toBe(
    sentence(at, 'the server does not accept the user or the password'),
  );
  expect(await of((url) => (url.password = ''))).toBe(
    sentence(at, 'the server requires a password'),
  );
  expect(await of((url) => (url.pathname = '/nowhere'))).toBe(
    sentence(at.replace('/app', '/nowhere'), 'the server has no database of that name'),
  );
  expect(await of((url) => (url.search = 'sslmode=require'))).toBe(
    sentence(at, 'the server does not offer TLS, or requires it'),
  );
  expect(await of((url) => (url.search = 'sslmode=perhaps'))).toMatch(
    /^The address of the database/,
  );
});

test.each([
  'postgres://tester:secret,@a,b/app',
  'postgres://tester:secret@a:5432,b:5433/app',
  'postgres:///app?host=a,b',
  'postgres://a/app?port=1,2',
])('an address with several hosts is rejected with one sentence: %s', async (database) => {
  await expect(serveFiles(files, { database })).rejects.toThrow(
    /^The address of the database cannot be used: it names several hosts, but must name one, [^,]*\.$/,
  );
});

test('a worker that starts while the database is not reachable serves as soon as it is', async () => {
  await (await serveFiles(files, { database: postgres.address })).close();
  await postgres.stop();
  const server = await serveFiles(files, { database: postgres.address, isMigrated: true });
  expect(await send(server, '/api/count')).toEqual(away);
  await postgres.start();
  await expectRecovery(server);
});

test('a start waits for the database for the given time', async () => {
  await postgres.stop();
  const starting = serveFiles(files, { database: postgres.address, startWait: 20_000 });
  await postgres.start();
  expect(await send(await starting, '/api/count')).toEqual(there);
});

test.each([1, 10])(
  'answers are 503 within 2 s while the database does not answer, over %i connections',
  async (databaseConnections) => {
    const proxy = await FreezableProxy.before(postgres.address);
    const server = await serveFiles(files, {
      database: proxy.address,
      limits: { databaseConnections },
    });
    expect(await send(server, '/api/count')).toEqual(there);
    proxy.freeze();
    const start = performance.now();
    const many = await Promise.all(Array.from({ length: 12 }, () => send(server, '/api/count')));
    expectWithin(start, 2_000);
    expect(many).toEqual(many.map(() => away));
    expect((await send(server, '/api/static')).status).toBe(200);
    const later = performance.now();
    expect(await send(server, '/api/count')).toEqual(away);
    expect(await send(server, '/__health')).toEqual({
      status: 503,
      body: { status: 'unavailable', reason: 'the host does not answer' },
      retryAfter: '1',
    });
    expectWithin(later, 300);
    proxy.thaw();
    await expectRecovery(server);
    expect((await send(server, '/__health')).status).toBe(200);
  },
);

test('a long statement is not cut while the database answers', async () => {
  const server = await serveFiles(
    {
      ...files,
      'api/long.wren': '`/* postgresql */ SELECT pg_sleep(2.5)`.fetch\nResponse.json("long")',
    },
    { database: postgres.address },
  );
  expect((await send(server, '/api/long')).body).toBe('long');
});
