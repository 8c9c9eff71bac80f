import { describe, expect, test } from 'vitest';
import { evaluate, probe, serveFiles } from '../support/serve.js';
import { execute } from '../support/sql.js';

const migration = `
Db.migrate("001_notes", \`
  CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT UNIQUE, size REAL, extra);
  INSERT INTO notes (text, size) VALUES ('b', 1.5), ('a', 2), ('c', NULL);
\`)`;
const files = { '_migration.wren': migration };

const select = 'SELECT text FROM notes';

/** Evaluates a query expression on a table of three notes. */
function ask(expression: string): Promise<unknown> {
  return evaluate(expression, { files });
}

/** The message of a script's fault. */
async function faultOf(script: string): Promise<string> {
  const { url, logged } = await serveFiles({ ...files, 'api/probe.wren': script });
  expect((await fetch(`${url}/api/probe`)).status).toBe(500);
  return logged();
}

describe('first', () => {
  test('returns the first row by column name', async () => {
    expect(await ask('`SELECT id, text, size FROM notes WHERE text = ?`.first(["a"])')).toEqual({
      id: 2,
      text: 'a',
      size: 2,
    });
  });

  test('is null without a row', async () => {
    expect(await ask('`SELECT * FROM notes WHERE id = ?`.first([99])')).toBeNull();
  });

  test('returns columns that were added later', async () => {
    const script = 'Response.json(`SELECT * FROM notes`.first.count)';
    const { url, database } = await serveFiles({ ...files, 'api/probe.wren': script });
    const count = async () => (await fetch(`${url}/api/probe`)).json();
    expect(await count()).toBe(4);
    await execute(database, 'ALTER TABLE notes ADD COLUMN more');
    expect(await count()).toBe(5);
  });

  test('takes no parameters, in all three forms', async () => {
    const query = '`SELECT 1 AS one`';
    expect(await ask(`[${query}.first, ${query}.first(), ${query}.first([])]`)).toEqual([
      { one: 1 },
      { one: 1 },
      { one: 1 },
    ]);
  });

  test('returns the last of several columns with the same name', async () => {
    expect(await ask('`SELECT 1 AS a, 2 AS a`.first')).toEqual({ a: 2 });
  });
});

describe('fetch', () => {
  test('returns all rows', async () => {
    expect(await ask(`\`${select} WHERE size > ? ORDER BY id\`.fetch([1])`)).toEqual([
      { text: 'b' },
      { text: 'a' },
    ]);
  });

  test('returns an empty list without rows', async () => {
    expect(await ask(`\`${select} WHERE id > 9\`.fetch`)).toEqual([]);
  });
});

describe('query', () => {
  test('of an INSERT returns the id of the new row', async () => {
    expect(await ask('`INSERT INTO notes (text) VALUES (?)`.query(["d"])')).toBe(4);
    expect(await ask('`\n-- one\nINSERT INTO notes DEFAULT VALUES`.query')).toBe(4);
    expect(await ask('`INSERT INTO notes (id) VALUES (9) RETURNING text`.query')).toBe(9);
    expect(await ask('`WITH a AS (SELECT 8) INSERT INTO notes (id) SELECT * FROM a`.query')).toBe(
      8,
    );
  });

  test('of an INSERT that adds no row is null', async () => {
    const sql = "INSERT INTO notes (text) VALUES ('a') ON CONFLICT DO NOTHING";
    expect(await ask(`[\`${sql}\`.query, \`${sql} RETURNING id\`.query]`)).toEqual([null, null]);
  });

  test('of other statements returns the number of changed rows', async () => {
    expect(await ask('`UPDATE notes SET size = 0 WHERE size IS NOT NULL`.query')).toBe(2);
    expect(await ask('`DELETE FROM notes WHERE id = ?`.query([99])')).toBe(0);
  });

  test('of a SELECT returns the rows', async () => {
    expect(await ask(`\`${select} WHERE id = 1\`.query`)).toEqual([{ text: 'b' }]);
  });

  test('stores rows for the next request', async () => {
    const { url } = await serveFiles({
      ...files,
      'api/add.wren': 'Response.json(`INSERT INTO notes (text) VALUES (?)`.query(["new"]))',
      'api/read.wren': 'Response.json(`SELECT text FROM notes WHERE id = 4`.first)',
    });
    await fetch(`${url}/api/add`);
    expect(await (await fetch(`${url}/api/read`)).json()).toEqual({ text: 'new' });
  });
});

describe('order', () => {
  const texts = (order: string): Promise<unknown> =>
    ask(`\`${select}\`.order(${order}).fetch.map {|row| row["text"] }.toList`);

  test('sorts by an allowed column in the given direction', async () => {
    expect(await texts('"text", "asc", ["id", "text"]')).toEqual(['a', 'b', 'c']);
    expect(await texts('"text", "DESC", ["id", "text"]')).toEqual(['c', 'b', 'a']);
  });

  test('limits the number of rows', async () => {
    expect(await texts('"text", "asc", ["text"], 2')).toEqual(['a', 'b']);
  });

  test('sorts by the first allowed column if the given one is absent or not allowed', async () => {
    const hostile = '"text; DROP TABLE notes", "desc; DROP TABLE notes", ["id", "text"]';
    expect(await texts(hostile)).toEqual(['b', 'a', 'c']);
    expect(await texts('Request.get("sort"), Request.get("way"), ["text"]')).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  test('does not change the query itself', async () => {
    const script = `
      class Notes {
        static all { \`${select}\` }
      }
      var query = Notes.all
      query.order("text", "desc", ["text"]).fetch
      Response.json(query.fetch.count)`;
    expect(await (await probe(script, { files })).json()).toBe(3);
  });

  test.each([
    ['[]', 'must not be empty: list the columns to sort by, the default first, as in'],
    ['"text"', 'must be a list, even a single one: order(column, direction, ["id"]).'],
    ['null', 'must be a list, even a single one: order(column, direction, ["id"]).'],
    ['["text", 1]', 'must be strings, but one is of class Num.'],
  ])('rejects %s as the list of allowed columns, with advice', async (list, advice) => {
    const fault = await faultOf(`\`${select}\`.order("text", "asc", ${list})`);
    expect(fault).toContain(`Allowed columns ${advice}`);
  });

  test('makes no statement that is too long', async () => {
    const fault = await faultOf(`\`${select}\`.order("a", "asc", ["a" * 1000000])`);
    expect(fault).toContain('A statement can have at most 1000000 bytes.');
  });

  test.each(['"text"', '"text", null'])('names the missing arguments after (%s)', async (given) => {
    const fault = await faultOf(`\`${select}\`.order(${given})`);
    expect(fault).toContain(
      'order needs a column, a direction and the list of the allowed columns.',
    );
  });

  test.each([
    ['-1', '.'],
    ['1.5', '.'],
    ['null', '.'],
    ['"2"', '; Util.toNum reads one from a text.'],
  ])('rejects %s as limit', async (limit, end) => {
    const fault = await faultOf(`\`${select}\`.order("text", "asc", ["text"], ${limit})`);
    expect(fault).toContain(`Limit must be a whole number from 0 up${end}`);
  });
});

describe('values', () => {
  test('keep their types in both directions', async () => {
    const values = '[1, 2.5, "täxt", true, false, null, 1e300]';
    const expression = `\`SELECT ? AS i, ? AS r, ? AS t, ? AS y, ? AS n, ? AS z, ? AS b\`.first(${values})`;
    expect(await ask(expression)).toEqual({
      i: 1,
      r: 2.5,
      t: 'täxt',
      y: 1,
      n: 0,
      z: null,
      b: 1e300,
    });
  });

  test('whole numbers are integers: a text column shows them without a point', async () => {
    const script = `
      \`INSERT INTO notes (text, extra) VALUES (?, ?)\`.query([5, 5])
      Response.json(\`SELECT text, typeof(extra) AS type FROM notes WHERE id = 4\`.first)`;
    expect(await (await probe(script, { files })).json()).toEqual({ text: '5', type: 'integer' });
  });

  test('bytes that are not UTF-8 are stored unchanged', async () => {
    expect(await ask('`SELECT ? AS b`.first(["\\xff\\x00\\xc3"])["b"] == "\\xff\\x00\\xc3"')).toBe(
      true,
    );
    expect(await ask('`SELECT x\'ff41\' AS b`.first["b"] == "\\xffA"')).toBe(true);
  });

  test('column names may contain any character', async () => {
    expect(await ask('`SELECT 1 AS "größe"`.first["größe"]')).toBe(1);
  });
});

describe('faults name the problem', () => {
  test.each([
    ['`SELECT ?`.first', 'Too few parameter values were provided'],
    ['`SELECT ?`.first([1, 2])', 'Too many parameter values were provided'],
    ['`SELECT ?`.first(List.filled(1000000, 1))', 'Too many parameter values were provided'],
    ["`SELECT ':a', ?`.first", 'Too few parameter values were provided'],
    ...['first', 'fetch', 'query'].map((method) => [
      `\`SELECT ?\`.${method}("a")`,
      `Parameters must be a list, even a single one: write ${method}([value]).`,
    ]),
    ['`SELECT ?`.fetch([[1]])', 'SQL parameter 1 must be a string, a number, a bool or null'],
    [
      '`DELETE FROM notes`.fetch',
      'A statement that returns no rows must be run with query, in the SQL',
    ],
  ])('%s', async (script, message) => {
    const fault = await faultOf(script);
    expect(fault).toContain(message);
    expect(fault.match(/^\[.*$/gm)).toEqual(['[api/probe.wren line 1] in (script)']);
  });
});

test('an open transaction is rolled back at the end of a script, and the request fails', async () => {
  const { url, logged } = await serveFiles({
    ...files,
    'api/open.wren': '`BEGIN`.query\n`DELETE FROM notes`.query\nResponse.json("done")',
    'api/count.wren': 'Response.json(`SELECT id FROM notes`.fetch.count)',
  });
  expect((await fetch(`${url}/api/open`)).status).toBe(500);
  expect(logged()).toMatch(/^GET \/api\/open: 500\nThe script ended with an open transaction.*\n$/);
  expect(await (await fetch(`${url}/api/count`)).json()).toBe(3);
});

test('a fault in a transaction is logged with its own message', async () => {
  const fault = await faultOf('`BEGIN`.query\n`DELETE FROM notes`.query\nFiber.abort("too late")');
  expect(fault).toContain('too late\n[api/probe.wren line 3] in (script)');
});

describe('a statement as authors write it', () => {
  const [first, order] = ['first', 'order("text", "desc", ["text"], 5).fetch'];

  test.each([
    ['ORDER BY id LIMIT 1', first, 'b'],
    ['ORDER BY id LIMIT 1 OFFSET 1', first, 'a'],
    ['ORDER BY text LIMIT 5;', first, 'a'],
    ['ORDER BY id LIMIT 2 -- two', first, 'b'],
    ['ORDER BY id LIMIT 2; /* two; */', first, 'b'],
    [';', order, 'c'],
    [' ; -- all of them', order, 'c'],
    ['-- all of them', order, 'c'],
    ['/* all */ ; ;\n', order, 'c'],
    ["WHERE text <> ';--' ;", order, 'c'],
  ])('may end in %j before %s', async (end, method, text) => {
    const found = await ask(`\`${select} ${end}\`.${method}`);
    expect(Array.isArray(found) ? found[0] : found).toEqual({ text });
  });

  test('may be limited by order, and read by first', async () => {
    expect(await ask(`\`${select}\`.order("text", "desc", ["text"], 2).first`)).toEqual({
      text: 'c',
    });
  });

  test.each(['order', 'two words', 'Group', 'a"b', 'text'])(
    'is sorted by a column with the name %s',
    async (name) => {
      const quoted = name.replaceAll('"', '""');
      const sql = `SELECT * FROM (SELECT 1 AS "${quoted}" UNION ALL SELECT 2)`;
      const wren = JSON.stringify(name);
      expect(await ask(`\`${sql}\`.order(${wren}, "desc", [${wren}]).fetch`)).toEqual([
        { [name]: 2 },
        { [name]: 1 },
      ]);
    },
  );

  test('may have semicolons in texts, comments and triggers of a migration', async () => {
    const sql = `CREATE TABLE logs (line TEXT DEFAULT ';'); -- one; two
CREATE TABLE things (id INTEGER PRIMARY KEY, "a;b" TEXT); /* three; four */
CREATE TRIGGER log_thing AFTER INSERT ON things BEGIN
  INSERT INTO logs (line) VALUES (CASE WHEN new."a;b" = ';' THEN 'semicolon;' ELSE 'other' END);
  INSERT INTO logs (line) VALUES (';');
END;
INSERT INTO things ("a;b") VALUES (';'), ('x');`;
    const own = { '_migration.wren': `Db.migrate("001", \`${sql}\`)` };
    const lines = '`SELECT line FROM logs`.fetch.map {|log| log["line"] }.toList';
    expect(await evaluate(lines, { files: own })).toEqual(['semicolon;', ';', 'other', ';']);
  });
});

describe('a mistake in the SQL is explained', () => {
  test('a name in double quotes that no column has, with its line', async () => {
    expect(
      await faultOf('`SELECT "text", \'"b"\' AS quoted\nFROM notes WHERE text = "b"`.fetch'),
    ).toContain(
      `no such column: "b" (line 2 of the SQL). If it is a text, write it in single quotes: 'b', in`,
    );
  });

  test('a text in double quotes over several lines, with its first line', async () => {
    expect(await faultOf('`SELECT id\nFROM notes WHERE text = "b\nc"`.fetch')).toContain(
      '(line 2 of',
    );
  });

  test('a name in double quotes that a column has is no mistake', async () => {
    expect(await ask('`SELECT "text" FROM notes WHERE "id" = 1`.first')).toEqual({ text: 'b' });
  });

  test('a name without quotes that no column has', async () => {
    expect(await faultOf('`SELECT missing FROM notes`.fetch')).not.toContain('quotes');
  });

  test('a column of order that does not exist', async () => {
    expect(await faultOf('`SELECT id FROM notes`.order("no", "asc", ["no"]).fetch')).toContain(
      'no such column: "no", by which order sorts, in the SQL statement:',
    );
  });

  test('a statement with LIMIT before order', async () => {
    expect(
      await faultOf('`SELECT id FROM notes LIMIT 2`.order("id", "asc", ["id"]).fetch'),
    ).toContain('The fourth argument of order limits the rows');
  });
});
