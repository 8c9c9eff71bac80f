import { describe, expect, test } from 'vitest';
import { createServer, type ServerLimits } from '../../../reference-server/index.js';
import { serveFiles, serveFolder } from '../support/serve.js';
import { temporaryProject, writeFiles } from '../support/temporary.js';

const first = 'Db.migrate("001_a", `CREATE TABLE a (id INTEGER PRIMARY KEY)`)';
const fill = 'Db.migrate("002_fill", "INSERT INTO a DEFAULT VALUES")';
const count = 'Response.json(`SELECT id FROM a`.fetch.count)';

async function countRows(folder: string): Promise<unknown> {
  const server = await serveFolder(folder);
  return (await fetch(`${server.url}/api/count`)).json();
}

test('migrate applies each migration once over several starts', async () => {
  const folder = temporaryProject({
    '_migration.wren': `${first}\n${fill}`,
    'api/count.wren': count,
  });
  expect(await countRows(folder)).toBe(1);
  expect(await countRows(folder)).toBe(1);
});

test('migrate applies migrations added since the last start', async () => {
  const folder = temporaryProject({ '_migration.wren': first, 'api/count.wren': count });
  expect(await countRows(folder)).toBe(0);
  writeFiles(folder, { '_migration.wren': `${first}\n${fill}` });
  expect(await countRows(folder)).toBe(1);
});

test('a failing migration stops the start with name, SQL error and script line', async () => {
  const bad = 'Db.migrate("002_bad", `CREATE TABLE b (id); CREATE TABEL c (id)`)';
  const folder = temporaryProject({
    '_migration.wren': `${first}\n\n${bad}`,
    'api/tables.wren': 'Response.json(`SELECT name FROM sqlite_master`.fetch)',
  });
  await expect(createServer({ project: folder })).rejects.toThrow(
    'Migration "002_bad" failed: near "TABEL": syntax error.\n[_migration.wren line 3] in (script)',
  );

  writeFiles(folder, { '_migration.wren': first });
  const { url } = await serveFolder(folder);
  const tables = JSON.stringify(await (await fetch(`${url}/api/tables`)).json());
  expect(tables).toContain('"a"');
  expect(tables).not.toContain('"b"');
});

test('a failing migration names the line of a text in double quotes, which no column is named as', async () => {
  const sql = 'CREATE TABLE b (state TEXT);\n\n/* a */ INSERT INTO b\nVALUES ("active")';
  const folder = temporaryProject({ '_migration.wren': `Db.migrate("001_b", \`${sql}\`)` });
  await expect(serveFolder(folder)).rejects.toThrow(
    'Migration "001_b" failed: no such column: "active" (line 4 of the SQL). ' +
      "If it is a text, write it in single quotes: 'active'.",
  );
});

test('migrate is a fault in an endpoint', async () => {
  const { url, logged } = await serveFiles({ 'api/probe.wren': first });
  expect((await fetch(`${url}/api/probe`)).status).toBe(500);
  expect(logged()).toContain('Db.migrate can be called only in _migration.wren.');
});

const rows = 'Response.json(`SELECT id FROM a`.fetch.map {|row| row["id"] }.toList)';
const insert = (id: number): string => `\`INSERT INTO a VALUES (${id})\`.query`;

/** The status of a script's answer, then the rows of the table after it. */
async function rowsAfter(script: string, limits: Partial<ServerLimits> = {}): Promise<unknown[]> {
  const files = { '_migration.wren': first, 'api/run.wren': script, 'api/rows.wren': rows };
  const { url } = await serveFiles(files, { limits });
  const { status } = await fetch(`${url}/api/run`);
  return [status, ...((await (await fetch(`${url}/api/rows`)).json()) as number[])];
}

describe('transaction', () => {
  test('commits the writes of its block, and returns the value of the block', async () => {
    const script = `
      var result = Db.transaction {
        ${insert(1)}
        ${insert(2)}
        return "done"
      }
      Response.status(result == "done" ? 201 : 500)`;
    expect(await rowsAfter(script)).toEqual([201, 1, 2]);
  });

  test.each(['null.oh', 'Fiber.abort("no")', insert(1), 'while (true) {}', 'Fiber.suspend()'])(
    'rolls back when its block is ended by %s',
    async (end) => {
      const script = `
        Db.transaction {
          ${insert(1)}
          ${end}
        }`;
      const [status, ...ids] = await rowsAfter(script, { scriptTime: 2_000 });
      expect(status).toBeGreaterThanOrEqual(404);
      expect(ids).toEqual([]);
    },
  );

  test.each([
    ['5', 'Block must be a function.'],
    ['Fn.new {|a| a }', 'Block of a transaction must have no parameters.'],
  ])('of %s is a fault', async (block, message) => {
    const { url, logged } = await serveFiles({ 'api/probe.wren': `Db.transaction(${block})` });
    expect((await fetch(`${url}/api/probe`)).status).toBe(500);
    expect(logged()).toContain(message);
  });
});

describe('a transaction in a fiber', () => {
  test('ends with a fault that the script can catch', async () => {
    const script = `
      ${insert(1)}
      var fiber = Fiber.new {
        Db.transaction {
          ${insert(2)}
          Fiber.abort("no")
        }
      }
      Response.status(fiber.try() == "no" ? 201 : 500)`;
    expect(await rowsAfter(script)).toEqual([201, 1]);
  });

  test('rolls back only the writes of a nested block', async () => {
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
    expect(await rowsAfter(script)).toEqual([201, 1, 3]);
  });

  test('rolls back a nested block at any depth of the stack that ends in an overflow', async () => {
    const script = `
      class Deep {
        static endless() { 1 + endless() }
        static measure(depth) {
          __depth = depth
          return 1 + measure(depth + 1)
        }
        static depth { __depth }
        static insertAt(depth) {
          if (depth > 0) return 1 + insertAt(depth - 1)
          Db.transaction {
            ${insert(2)}
            Deep.endless()
          }
        }
      }
      Fiber.new { Deep.measure(0) }.try()
      Db.transaction {
        ${insert(1)}
        for (part in 0..5) {
          Fiber.new { Deep.insertAt((Deep.depth * part / 5).floor) }.try()
        }
      }
      Response.status(201)`;
    expect(await rowsAfter(script)).toEqual([201, 1]);
  });

  test('cannot be suspended by its fiber', async () => {
    const script = `
      var fiber = Fiber.new {
        Db.transaction {
          ${insert(1)}
          Fiber.yield()
        }
      }
      fiber.try()
      Response.status(fiber.error ? 201 : 500)`;
    expect(await rowsAfter(script)).toEqual([201]);
  });
});
