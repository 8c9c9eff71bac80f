/** Servers, databases and roles of PostgreSQL whose settings and rights differ from the usual. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { DatabaseFault } from '../../../reference-server/database/database.js';
import {
  isStalePlan,
  toBeginFault,
  toPostgresFault,
} from '../../../reference-server/database/postgres/faults.js';
import { findObstacle } from '../../../reference-server/database/postgres/sqlite-on-postgres/index.js';
import type { StartOptions } from '../../../reference-server/index.js';
import { endSharedPostgres, sharedAddress } from '../support/postgres.js';
import { serveFiles, type TestServer } from '../support/serve.js';

afterAll(endSharedPostgres);

/** Runs statements as the superuser, and returns the first value of the last result. */
async function administer(...statements: readonly string[]): Promise<unknown> {
  const client = new pg.Client({ connectionString: await sharedAddress() });
  await client.connect();
  try {
    let value: unknown;
    for (const text of statements) {
      const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
      value = rows[0]?.[0];
    }
    return value;
  } finally {
    await client.end();
  }
}

interface Role {
  readonly name: string;
  readonly address: string;
}

/** Name of the database of these tests. */
const databaseName = async () => new URL(await sharedAddress()).pathname.slice(1);

/** Address of the database for a role. */
async function addressFor(role: string): Promise<string> {
  const url = new URL(await sharedAddress());
  url.username = role;
  url.password = 'secret';
  return url.href;
}

/** Creates a role with a schema of the same name, the first of its `search_path`. */
async function createRole(...settings: readonly string[]): Promise<Role> {
  const name = `role_${randomBytes(6).toString('hex')}`;
  await administer(
    `CREATE ROLE ${name} LOGIN PASSWORD 'secret'`,
    `GRANT CREATE ON DATABASE ${await databaseName()} TO ${name}`,
    `CREATE SCHEMA ${name} AUTHORIZATION ${name}`,
    ...settings.map((setting) => `ALTER ROLE ${name} ${setting}`),
  );
  return { name, address: await addressFor(name) };
}

/** Ends the connections of a role, so that the next ones have its new settings. */
function disconnect({ name }: Role): Promise<unknown> {
  const select = `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = '${name}'`;
  return administer(select);
}

const files = {
  '_migration.wren':
    'Db.migrate("001", `CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT, n INTEGER)`)',
  'api/count.wren': 'Response.json(`SELECT COUNT(*) AS n FROM notes`.first["n"])',
  'api/add.wren': 'Response.json(`INSERT INTO notes (n) VALUES (1)`.query)',
  'api/transact.wren':
    'Db.transaction { `INSERT INTO notes (n) VALUES (1)`.query }\nResponse.json("done")',
};

function serve(
  { address }: { readonly address: string },
  options: Partial<StartOptions> = {},
): Promise<TestServer> {
  return serveFiles(files, { database: address, ...options });
}

async function ask(server: TestServer, path: string): Promise<[number, unknown]> {
  const response = await fetch(server.url + path);
  return [response.status, await response.json()];
}

const unusable = [503, { error: 'The database cannot be used now' }];
const away = [503, { error: 'The database cannot be reached now' }];
const often = { interval: 20 };

describe('a start', () => {
  test.each([
    ['with a role without rights', 'SET search_path TO public', /permission denied for schema/],
    ['on a read-only server', 'SET default_transaction_read_only TO on', /read-only transaction/],
  ])('%s needs a role with rights when tables are missing', async (_, setting, reason) => {
    const { address } = await createRole(setting);
    const start = serve({ address });
    await expect(start).rejects.toThrow(/cannot be used: its first start, and .* needs a user/);
    await expect(start).rejects.toThrow(reason);
  });

  test('with a search_path without a schema is refused', async () => {
    const { address } = await createRole('SET search_path TO missing, "$user_"');
    await expect(serve({ address })).rejects.toThrow(
      /cannot be used: no schema of its search_path exists, or the user must not use it\.$/,
    );
  });

  test.each(['LATIN1', 'SQL_ASCII'])('with the encoding %s is refused', async (encoding) => {
    const database = `in_${encoding.toLowerCase()}`;
    await administer(
      `CREATE DATABASE ${database} ENCODING ${encoding} LOCALE 'C' TEMPLATE template0`,
    );
    const address = new URL(await sharedAddress());
    address.pathname = database;
    await expect(serve({ address: address.href })).rejects.toThrow(
      `its encoding is ${encoding}, but must be UTF8.`,
    );
  });

  test('with a release without the needed SQL is refused', () => {
    expect(findObstacle(['13', 'UTF8', 'public'])).toContain('must be of 14 or later');
    expect(findObstacle(['14', 'UTF8', 'public'])).toBeUndefined();
  });

  test('needs no rights to create anything after the first one', async () => {
    const owner = await createRole();
    const user = await createRole(`SET search_path TO ${owner.name}`);
    await (await serve(owner)).close();
    await administer(
      `REVOKE CREATE ON DATABASE ${await databaseName()} FROM ${user.name}`,
      `GRANT USAGE ON SCHEMA ${owner.name} TO ${user.name}`,
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${owner.name} TO ${user.name}`,
      `GRANT USAGE, UPDATE ON ALL SEQUENCES IN SCHEMA ${owner.name} TO ${user.name}`,
    );
    const server = await serve(user);
    expect(await ask(server, '/api/add')).toEqual([200, 1]);
    expect(await ask(server, '/api/transact')).toEqual([200, 'done']);
    expect(await ask(server, '/api/count')).toEqual([200, 2]);
  });

  test('runs each migration once, also with a role of serializable transactions', async () => {
    const role = await createRole("SET default_transaction_isolation TO 'serializable'");
    const slowly = {
      '_migration.wren':
        'Db.migrate("001", "CREATE TABLE notes (n INTEGER);\n-- postgresql\nSELECT pg_sleep(1)")',
      'api/count.wren': files['api/count.wren'],
    };
    const starts = [1, 2, 3].map(() => serveFiles(slowly, { database: role.address }));
    for (const server of await Promise.all(starts)) {
      expect(await ask(server, '/api/count')).toEqual([200, 0]);
    }
  });
});

test('projects of different roles share a database', async () => {
  for (const role of [await createRole(), await createRole()]) {
    const server = await serve(role);
    expect(await ask(server, '/api/add')).toEqual([200, 1]);
    expect(await ask(server, '/api/count')).toEqual([200, 1]);
  }
});

test('settings of a role do not change the results of scripts', async () => {
  const role = await createRole(
    'SET standard_conforming_strings TO off',
    'SET transform_null_equals TO on',
    "SET TimeZone TO 'Asia/Kolkata'",
    "SET DateStyle TO 'SQL, DMY'",
    "SET IntervalStyle TO 'iso_8601'",
    "SET bytea_output TO 'escape'",
    'SET extra_float_digits TO -3',
    "SET client_encoding TO 'LATIN1'",
    "SET statement_timeout TO '20ms'",
  );
  const project = {
    '_migration.wren': `Db.migrate("001", "CREATE TABLE things (
      text TEXT, bytes BLOB, sum REAL, sign TEXT, at DATETIME DEFAULT CURRENT_TIMESTAMP, n INTEGER)")`,
    'api/results.wren': `
      \`INSERT INTO things (text, bytes, sum, sign) VALUES ('a\\\\b', x'00ff5c', 0.1 + 0.2, '€')\`.query
      var row = \`SELECT text, hex(bytes) AS hex, bytes, sum, sign, datetime(0, 'unixepoch') AS zero,
          abs(julianday(at) - julianday('now')) < 0.01 AS isUtc,
          (SELECT COUNT(*) FROM things WHERE n = NULL) AS found FROM things\`.first
      var rows = \`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
        SELECT COUNT(*) AS count FROM n\`.first["count"]
      Response.json([rows, row["text"], row["hex"], row["bytes"].bytes.toList, row["sum"], row["sign"],
        row["zero"], row["isUtc"], row["found"]])`,
  };
  const expected = await ask(await serveFiles(project, { database: ':memory:' }), '/api/results');
  const server = await serveFiles(project, { database: role.address });
  expect(await ask(server, '/api/results')).toEqual(expected);
  expect(expected[0]).toBe(200);
});

describe('while a server runs', () => {
  test('writes are answered with 503 until a read-only database accepts them again', async () => {
    const role = await createRole('SET default_transaction_read_only TO off');
    const server = await serve(role);
    const many = (): Promise<unknown> =>
      Promise.all(Array.from({ length: 5 }, () => ask(server, '/api/add')));
    await many();
    await administer(`ALTER ROLE ${role.name} SET default_transaction_read_only TO on`);
    await disconnect(role);
    await expect.poll(() => ask(server, '/api/count')).toEqual([200, 5]);
    expect(await many()).toEqual(Array.from({ length: 5 }, () => unusable));
    expect(await ask(server, '/api/transact')).toEqual(unusable);
    expect(server.logged()).toContain('cannot execute INSERT in a read-only transaction');
    await administer(`ALTER ROLE ${role.name} SET default_transaction_read_only TO off`);
    await expect.poll(() => ask(server, '/api/add'), often).toEqual([200, 6]);
    expect(await ask(server, '/api/transact')).toEqual([200, 'done']);
  });

  test('requests wait for a connection when the role may have no more', async () => {
    const role = await createRole('CONNECTION LIMIT 2');
    const server = await serve(role);
    const answers = Array.from({ length: 20 }, () => ask(server, '/api/transact'));
    const statuses = (await Promise.all(answers)).map(([status]) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('a start beyond the number of connections says so', async () => {
    const role = await createRole('CONNECTION LIMIT 0');
    await expect(serve(role)).rejects.toThrow('the server has too many connections.');
  });

  test('a changed password is reported until it is restored', async () => {
    const role = await createRole();
    const server = await serve(role);
    await administer(`ALTER ROLE ${role.name} PASSWORD 'other'`);
    expect(await ask(server, '/api/count')).toEqual([200, 0]);
    await disconnect(role);
    await expect.poll(() => ask(server, '/api/count')).toEqual(away);
    // At first the reason may still be the end of the connection.
    const reason = 'the server does not accept the user or the password';
    const reported = [503, { status: 'unavailable', reason }];
    await expect.poll(() => ask(server, '/__health'), often).toEqual(reported);
    await administer(`ALTER ROLE ${role.name} PASSWORD 'secret'`);
    await expect.poll(() => ask(server, '/api/count'), often).toEqual([200, 0]);
    expect(server.logged()).not.toMatch(/secret|other/);
  });

  test.each(['idle_in_transaction_session_timeout', 'transaction_timeout'])(
    'a transaction that exceeds %s is lost, and no other',
    async (setting) => {
      const role = await createRole();
      const slow =
        'Db.transaction {\n`INSERT INTO notes (n) VALUES (1)`.query\nvar start = System.clock\nwhile (System.clock - start < 2) Util.hash("a")\n`INSERT INTO notes (n) VALUES (2)`.query\n}\nResponse.json(1)';
      const project = { ...files, 'api/slow.wren': slow };
      const limits = { scriptTime: 20_000 };
      const server = await serveFiles(project, { database: role.address, limits });
      await administer(`ALTER ROLE ${role.name} SET ${setting} TO '1s'`);
      await disconnect(role);
      expect(await ask(server, '/api/slow')).toEqual(away);
      expect(await ask(server, '/api/count')).toEqual([200, 0]);
      expect(await ask(server, '/api/transact')).toEqual([200, 'done']);
    },
  );
});

test('a stale plan is recognized in any language', () => {
  const properties = { severity: 'FEHLER', code: '0A000', routine: 'RevalidateCachedQuery' };
  const error = new Error('der Ergebnistyp des Plans darf sich nicht ändern');
  expect(isStalePlan(toPostgresFault(Object.assign(error, properties)))).toBe(true);
  expect(isStalePlan(new DatabaseFault('statement', error.message, '0A000'))).toBe(false);
});

test('a transaction on a replica is refused as a write', () => {
  const properties = { severity: 'ERROR', code: '0A000', routine: 'call_enum_check_hook' };
  const error = new Error('cannot use serializable mode in a hot standby');
  const fault = toBeginFault(toPostgresFault(Object.assign(error, properties)));
  expect(fault).toMatchObject({ kind: 'unavailable', message: error.message });
});
