/** A project that is served from PostgreSQL. */
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ServerLimits, StartOptions } from '../../../reference-server/index.js';
import { expectWithin } from '../../durations.js';
import { createTestSchema, endSharedPostgres } from '../support/postgres.js';
import { serveFiles, type TestServer } from '../support/serve.js';
import type { Files } from '../support/temporary.js';

afterAll(endSharedPostgres);

const table =
  'Db.migrate("001_notes", `CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT, n INTEGER)`)';

/** Serves files from a new schema. */
async function serve(files: Files, options: Partial<StartOptions> = {}): Promise<TestServer> {
  const { address, drop } = await createTestSchema();
  onTestFinished(drop);
  const all = { '_migration.wren': table, ...files };
  return serveFiles(all, { database: address, ...options });
}

async function ask(server: TestServer, path: string): Promise<[number, unknown]> {
  const response = await fetch(`${server.url}/api/${path}`);
  return [response.status, await response.json()];
}

const insert = (n: number): string => `\`INSERT INTO notes (n) VALUES (?)\`.query([${n}])`;
const all = 'Response.json(`SELECT n FROM notes ORDER BY id`.fetch.map {|row| row["n"] }.toList)';

test('scripts read and write', async () => {
  const script = `
    var first = ${insert(7)}
    var second = ${insert(8)}
    var changed = \`UPDATE notes SET n = n + 1 WHERE n > ?\`.query([7])
    var row = \`SELECT * FROM notes WHERE id = ?\`.first([second])
    var none = \`SELECT * FROM notes WHERE id = ?\`.first([99])
    Response.json([first, second, changed, row, none, Db.engine])`;
  const server = await serve({ 'api/a.wren': script });
  expect(await ask(server, 'a')).toEqual([200, [1, 2, 1, { id: 2, n: 9 }, null, 'postgresql']]);
});

test('other requests are answered while a statement runs', async () => {
  const server = await serve({
    'api/slow.wren': '`/* postgresql */ SELECT pg_sleep(1)`.fetch\nResponse.json("slow")',
    'api/quick.wren': 'Response.json(`SELECT COUNT(*) AS n FROM notes`.first["n"])',
  });
  const slow = ask(server, 'slow');
  const quick = ask(server, 'quick');
  expect(await Promise.race([slow, quick])).toEqual([200, 0]);
  expect(await slow).toEqual([200, 'slow']);
});

/** The status of a script's answer, the values in the table afterwards, and the log. */
async function rowsAfter(
  script: string,
  limits: Partial<ServerLimits> = {},
): Promise<[number, unknown, string]> {
  const files = { 'api/run.wren': script, 'api/all.wren': all };
  const server = await serve(files, { limits });
  const { status } = await fetch(`${server.url}/api/run`);
  return [status, (await ask(server, 'all'))[1], server.logged()];
}

describe('a transaction', () => {
  test('stores what its block wrote, and returns the result of the block', async () => {
    const script = `
      var result = Db.transaction {
        ${insert(1)}
        ${insert(2)}
        return "done"
      }
      Response.status(result == "done" ? 201 : 500)`;
    expect(await rowsAfter(script)).toEqual([201, [1, 2], '']);
  });

  test.each([
    ['null.oh', 'line 4'],
    ['Fiber.abort("no")', 'no'],
    ['`INSERT INTO notes (id, n) VALUES (1, 1), (1, 1)`.query', 'duplicate key'],
    ['while (true) {}', 'exceeded its time limit'],
  ])('stores nothing when %s ends its block', async (end, message) => {
    const script = `
      Db.transaction {
        ${insert(1)}
        ${end}
      }`;
    const [status, rows, logged] = await rowsAfter(script, { scriptTime: 2_000 });
    expect(status).toBeGreaterThanOrEqual(500);
    expect(rows).toEqual([]);
    expect(logged).toContain(message);
  });

  test('rolls back only what a nested block wrote', async () => {
    const script = `
      Db.transaction {
        ${insert(1)}
        var fiber = Fiber.new {
          Db.transaction {
            ${insert(2)}
            Fiber.abort("no")
          }
        }
        fiber.try()
        ${insert(3)}
      }
      Response.status(201)`;
    expect((await rowsAfter(script)).slice(0, 2)).toEqual([201, [1, 3]]);
  });

  test('continues after a failed statement whose error the script catches', async () => {
    const script = `
      Db.transaction {
        ${insert(1)}
        Fiber.new { \`INSERT INTO notes (id, n) VALUES (1, 1)\`.query }.try()
        ${insert(3)}
      }
      Response.status(201)`;
    expect((await rowsAfter(script)).slice(0, 2)).toEqual([201, [1, 3]]);
  });

  test('is rolled back when a script leaves it open', async () => {
    const [status, rows, logged] = await rowsAfter(`\`BEGIN\`.query\n${insert(1)}`);
    expect([status, rows]).toEqual([500, []]);
    expect(logged).toContain('ended with an open transaction');
  });
});

describe('a transaction that a script controls', () => {
  test.each([
    ['`COMMIT`.query', 'cannot commit - no transaction is active'],
    ['`ROLLBACK`.query', 'cannot rollback - no transaction is active'],
    ['`BEGIN`.query\n`BEGIN`.query', 'cannot start a transaction within a transaction'],
    ['Db.transaction { `COMMIT`.query }', 'Db.transaction begins and ends its transaction itself'],
  ])('%s', async (script, message) => {
    const [status, , logged] = await rowsAfter(script);
    expect(status).toBe(500);
    expect(logged).toContain(message);
  });

  test('stores nothing after the loss of its connection, even if the script catches it', async () => {
    const loss = '`/* postgresql */ SELECT pg_terminate_backend(pg_backend_pid())`.first';
    const [status, rows] = await rowsAfter(`
      Db.transaction {
        ${insert(1)}
        Fiber.new { ${loss} }.try()
        Fiber.new { ${insert(2)} }.try()
      }
      Response.status(201)`);
    expect([status, rows]).toEqual([503, []]);
  });
});

describe('statements of one request do not affect the next one:', () => {
  const state = `Response.json(\`/* postgresql */ SELECT current_setting('search_path') AS path,
      current_setting('role') AS role, current_setting('TimeZone') AS zone,
      current_setting('work_mem') AS memory, to_regclass('pg_temp.notes') IS NULL AS plain,
      (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) AS locks,
      (SELECT count(*) FROM pg_cursors WHERE is_holdable) AS cursors,
      (SELECT count(*) FROM pg_listening_channels()) AS channels,
      (SELECT count(*) FROM pg_prepared_statements WHERE from_sql) AS prepared\`.first)`;

  test.each([
    "SELECT set_config('search_path', 'pg_catalog', false)",
    "SELECT set_config('role', 'pg_monitor', false)",
    "SELECT set_config('TimeZone', 'Asia/Tokyo', false)",
    'CREATE TEMP TABLE notes (n TEXT)',
    'SELECT pg_advisory_lock(42)',
    "DO $$ BEGIN EXECUTE 'SET work_mem = 64'; EXECUTE 'PREPARE a AS SELECT 1'; END $$",
    "DO $$ BEGIN EXECUTE 'DECLARE a CURSOR WITH HOLD FOR SELECT 1'; EXECUTE 'LISTEN a'; END $$",
  ])('%s', async (sql) => {
    const scripts = {
      'api/leave.wren': `\`/* postgresql */ ${sql}\`.query\nResponse.json(1)`,
      'api/state.wren': state,
    };
    const server = await serve(scripts, { limits: { databaseConnections: 1 } });
    const before = await ask(server, 'state');
    expect(await ask(server, 'leave')).toEqual([200, 1]);
    expect(await ask(server, 'state')).toEqual(before);
  });

  test('the server keeps a limited number of prepared statements', async () => {
    const queries = Array.from({ length: 520 }, (_, i) => `\`SELECT ${i} AS a\`.first["a"]`);
    const count = '/* postgresql */ SELECT count(*) AS n FROM pg_prepared_statements';
    const scripts = {
      'api/many.wren': `Response.json([${queries}])`,
      'api/count.wren': `Response.json(\`${count}\`.first["n"])`,
    };
    const limits = { databaseConnections: 1 };
    const server = await serve(scripts, { limits });
    const numbers = queries.map((_, i) => i);
    expect(await ask(server, 'many')).toEqual([200, numbers]);
    expect(await ask(server, 'count')).toEqual([200, 500]);
    expect(await ask(server, 'many')).toEqual([200, numbers]);
  });
});

describe('concurrent transactions', () => {
  test('do not see what others have not committed', async () => {
    const server = await serve({
      'api/run.wren': `Db.transaction {\n${insert(1)}\n\`/* postgresql */ SELECT pg_sleep(0.5)\`.fetch\n}\nResponse.json(1)`,
      'api/all.wren': all,
    });
    const run = ask(server, 'run');
    expect(await Promise.race([run, ask(server, 'all')])).toEqual([200, []]);
    await run;
    expect(await ask(server, 'all')).toEqual([200, [1]]);
  });

  test('are repeated once after a conflict', async () => {
    const script = `
      Db.transaction {
        var sum = \`SELECT coalesce(SUM(n), 0) AS n FROM notes\`.first["n"]
        \`/* postgresql */ SELECT pg_sleep(0.2)\`.fetch
        \`INSERT INTO notes (n) VALUES (?)\`.query([sum + 1])
      }
      Response.json(1)`;
    const server = await serve({ 'api/run.wren': script, 'api/all.wren': all });
    const answers = await Promise.all([ask(server, 'run'), ask(server, 'run')]);
    expect(answers.map(([status]) => status)).toEqual([200, 200]);
    expect(await ask(server, 'all')).toEqual([200, [1, 2]]);
  });
});

describe('a statement that takes too long', () => {
  const slow = {
    'api/slow.wren': '`/* postgresql */ SELECT pg_sleep(60)`.fetch',
    'api/all.wren': all,
  };
  const sleeping =
    "/* postgresql */ SELECT COUNT(*) AS n FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(60)%' AND datname = current_database() AND pid <> pg_backend_pid()";
  const count = `Response.json(\`${sleeping}\`.first["n"])`;

  test('ends with its request, also in PostgreSQL', async () => {
    const server = await serve(
      { ...slow, 'api/count.wren': count },
      { limits: { scriptTime: 300 } },
    );
    const start = performance.now();
    expect((await ask(server, 'slow'))[0]).toBe(503);
    expectWithin(start, 2_000);
    await expect.poll(() => ask(server, 'count')).toEqual([200, 0]);
  });

  test('ends when its client disconnects', async () => {
    const server = await serve({ ...slow, 'api/count.wren': count });
    const gone = new AbortController();
    const request = fetch(`${server.url}/api/slow`, { signal: gone.signal });
    await expect.poll(() => ask(server, 'count')).toEqual([200, 1]);
    gone.abort();
    await expect(request).rejects.toThrow();
    await expect.poll(() => ask(server, 'count')).toEqual([200, 0]);
  });

  test('delays other requests no longer than `databaseWait` when many such statements run', async () => {
    const limits = { databaseConnections: 2, databaseWait: 200, scriptTime: 1_500 };
    // The start waits for its connection no longer than a request, so it is repeated.
    const server = await serve(slow, { limits, startWait: 60_000 });
    const slowOnes = [ask(server, 'slow'), ask(server, 'slow')];
    const busy = [503, { error: 'The database is busy' }];
    // Others may arrive first.
    await expect.poll(() => ask(server, 'all')).toEqual(busy);
    expect((await Promise.all(slowOnes)).map(([each]) => each)).toEqual([503, 503]);
    await expect.poll(() => ask(server, 'all')).toEqual([200, []]);
  });
});

test('rows without end are over the memory limit', async () => {
  const endless =
    'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n';
  const files = { 'api/endless.wren': `\`${endless}\`.fetch` };
  const server = await serve(files, { limits: { scriptMemory: 1_000_000 } });
  expect((await ask(server, 'endless'))[0]).toBe(503);
  expect(server.logged()).toContain('The script exceeded its memory limit.');
});

test('a statement that failed on its first run can run again', async () => {
  const script = `
    Fiber.new { \`INSERT INTO notes (id, n) VALUES (?, 1)\`.query([Util.toNum(Request.get("id"))]) }.try()
    Response.json(\`SELECT COUNT(*) AS n FROM notes\`.first["n"])`;
  const server = await serve({
    '_migration.wren': `${table}\nDb.migrate("2", "INSERT INTO notes (id, n) VALUES (1, 1)")`,
    'api/add.wren': script,
  });
  expect(await ask(server, 'add?id=1')).toEqual([200, 1]);
  expect(await ask(server, 'add?id=2')).toEqual([200, 2]);
});

test('a cancelled request does not end later statements on its connection', async () => {
  const files = {
    'api/slow.wren': '`/* postgresql */ SELECT pg_sleep(0.02)`.fetch\nResponse.json(1)',
  };
  const server = await serve(files, { limits: { databaseConnections: 1 } });
  const ends = Array.from({ length: 40 }, async (_, n) => {
    const gone = new AbortController();
    const request = fetch(`${server.url}/api/slow`, { signal: gone.signal });
    if (n % 2 === 0) {
      setTimeout(() => gone.abort(), 5 * n);
      return await request.then((response) => response.status).catch(() => 200);
    }
    return (await request).status;
  });
  expect(new Set(await Promise.all(ends))).toEqual(new Set([200]));
});

test('U+0000 of a client is answered with 400, and that of a script is a fault', async () => {
  const files = {
    '_migration.wren': 'Db.migrate("1", "CREATE TABLE texts (text TEXT)")',
    'api/a.wren': '`INSERT INTO texts (text) VALUES (?)`.query([Request.get("text")])',
    'api/b.wren': '`INSERT INTO texts (text) VALUES (?)`.query([Request.json()["text"]])',
    'api/own.wren': '`INSERT INTO texts (text) VALUES (?)`.query(["x\\0y"])',
    'api/count.wren': 'Response.json(`SELECT COUNT(*) AS n FROM texts`.first["n"])',
  };
  const server = await serve(files, { limits: { databaseConnections: 1 } });
  const rejected = [400, { error: 'The request contains U+0000, which the database cannot store' }];
  expect(await ask(server, 'a?text=x%00y')).toEqual(rejected);
  const body = JSON.stringify({ text: 'x\0y' });
  expect((await fetch(`${server.url}/api/b`, { method: 'POST', body })).status).toBe(400);
  expect(server.logged()).toBe('');
  expect((await ask(server, 'own'))[0]).toBe(500);
  expect(server.logged()).toContain('SQL parameter 1 contains U+0000');
  expect(await ask(server, 'count')).toEqual([200, 0]);
});

test('migrations run once when servers start at the same time', async () => {
  const { address, drop } = await createTestSchema();
  onTestFinished(drop);
  const files = {
    '_migration.wren': `${table}\nDb.migrate("002", "INSERT INTO notes (n) VALUES (1)")`,
    'api/all.wren': all,
  };
  const servers = await Promise.all(
    Array.from({ length: 4 }, () => serveFiles(files, { database: address })),
  );
  for (const server of servers) expect(await ask(server, 'all')).toEqual([200, [1]]);
});

test('a failed migration is rolled back', async () => {
  const { address, drop } = await createTestSchema();
  onTestFinished(drop);
  const bad =
    'Db.migrate("002", "INSERT INTO notes (n) VALUES (1); INSERT INTO nowhere VALUES (1)")';
  await expect(
    serveFiles({ '_migration.wren': `${table}\n${bad}` }, { database: address }),
  ).rejects.toThrow(/Migration "002" failed: .*nowhere.*\n\[_migration\.wren line 2\]/);
  const server = await serveFiles(
    { '_migration.wren': table, 'api/all.wren': all },
    { database: address },
  );
  expect(await ask(server, 'all')).toEqual([200, []]);
});

test('a statement that cannot be translated stops the start with script and line', async () => {
  const { address, drop } = await createTestSchema();
  onTestFinished(drop);
  const files = { 'api/a.wren': 'var a = 1\nvar b = `PRAGMA journal_mode`.fetch' };
  await expect(serveFiles(files, { database: address })).rejects.toThrow(
    /\[api\/a\.wren line 2\] Error: PRAGMA journal_mode is not available on PostgreSQL .*: .*table_info/,
  );
});

test('a script that checks the engine may contain statements for both', async () => {
  const script = `
    if (Db.engine == "sqlite") {
      Response.json(\`PRAGMA journal_mode\`.fetch)
    } else {
      Response.json(\`/* postgresql */ SELECT 1 AS one\`.first)
    }`;
  const server = await serve({ 'api/a.wren': script });
  expect(await ask(server, 'a')).toEqual([200, { one: 1 }]);
});

test('rows beyond the memory limit of a script end it', async () => {
  const many =
    'Response.json(`/* postgresql */ SELECT g AS n FROM generate_series(1, 1000000) AS g`.fetch.count)';
  const server = await serve(
    { 'api/many.wren': many, 'api/all.wren': all },
    { limits: { scriptMemory: 2 ** 22 } },
  );
  expect((await ask(server, 'many'))[0]).toBe(503);
  expect(await ask(server, 'all')).toEqual([200, []]);
});
