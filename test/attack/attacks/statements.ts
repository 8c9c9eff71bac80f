/** SQL statements at the limits of SQLite and PostgreSQL. */
import { attackWithScripts, bounded, type ScriptAttack } from './define.js';

const numbers = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <';

const notes = 'Db.migrate("001", `CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)`)';

/** A script with SQL, in which a process may be replaced. */
const sql = (script: string, more: Partial<ScriptAttack> = {}): ScriptAttack =>
  bounded(script, { bounds: { mayReplace: true }, ...more });

/** Prepares statements that no cache knows. */
const prepared = (text: string, more: Partial<ScriptAttack> = {}): ScriptAttack =>
  sql(
    `var q = \`${text}\`\nvar i = 0\nwhile (true) {\n  i = i + 1\n  Fiber.new { q.order("a", "asc", ["a"], i).first }.try()\n}`,
    more,
  );

const list = (count: number, item: string, separator: string): string =>
  Array.from({ length: count }, () => item).join(separator);

export const statementAttacks = attackWithScripts('scripts: SQL', {
  '32,000 parameters': sql(
    `var l = (1..32000).toList\nwhile (true) \`SELECT COUNT(*) AS a FROM (VALUES ${list(32_000, '(?)', ',')})\`.first(l)`,
  ),
  'an IN list of 30,000 parameters': sql(
    `var l = (1..30000).toList\nwhile (true) \`SELECT COUNT(*) AS a FROM notes WHERE id IN (${list(30_000, '?', ',')})\`.first(l)`,
    { migration: notes },
  ),
  'parameters with huge numbers': sql(
    'for (q in [`SELECT ?999999999 AS a`, `SELECT ?0 AS a`, `SELECT ?32766 AS a`, `SELECT :a AS a`, `SELECT @a AS a`, `SELECT $a AS a`]) Fiber.new { q.first([1]) }.try()\nResponse.json(1)',
    { isShort: true },
  ),
  'a deep expression of parentheses': prepared(
    `SELECT ${'('.repeat(5_000)}1${')'.repeat(5_000)} AS a`,
  ),
  'a deep expression of sums': prepared(`SELECT ${list(50_000, '1', '+')} AS a`),
  'a deep expression of cases': prepared(
    `SELECT ${'CASE WHEN 1 THEN '.repeat(900)}1${' END'.repeat(900)} AS a`,
  ),
  'subqueries in subqueries': prepared(
    `SELECT a FROM ${'(SELECT a FROM '.repeat(200)}(SELECT 1 AS a)${')'.repeat(200)}`,
  ),
  'a join of 64 tables': prepared(
    `SELECT 1 AS a FROM ${Array.from({ length: 64 }, (_, i) => `(SELECT 1 AS b) t${i}`).join(', ')}`,
  ),
  'a union of 500 queries': prepared(list(500, 'SELECT 1 AS a', ' UNION '), {
    isShort: true,
  }),
  'statements over a wide table': sql(
    'var q = `SELECT * FROM wide`\nfor (i in 1..1000) q.order("c1", "asc", ["c1"], i).first\nResponse.json(1)',
    {
      migration: `Db.migrate("w", "CREATE TABLE wide (${Array.from({ length: 1_999 }, (_, i) => `c${i + 1}`).join()})")`,
    },
  ),
  'statements beside a large trigger': sql(
    'var q = `INSERT INTO notes (text) SELECT 1 AS a WHERE 0`\nfor (i in 1..1000) q.order("a", "asc", ["a"], i).query\nResponse.json(1)',
    {
      migration: `${notes}\nDb.migrate("t", "CREATE TRIGGER t AFTER INSERT ON notes BEGIN " + "UPDATE notes SET text = 1 WHERE id = 0; " * 3000 + "END")`,
    },
  ),
  'doubling common table expressions': sql(
    `\`WITH ${Array.from({ length: 60 }, (_, i) => (i === 0 ? 't0 AS (SELECT 1 AS a)' : `t${i} AS (SELECT a FROM t${i - 1} UNION ALL SELECT a FROM t${i - 1})`)).join(', ')} SELECT COUNT(*) AS a FROM t59\`.first`,
  ),
  // PostgreSQL expands views before it plans a query, which no time limit ends.
  'views of views': sql('if (Db.engine == "sqlite") `SELECT COUNT(*) AS a FROM v40`.first', {
    migration: `if (Db.engine != "sqlite") return\n${['SELECT 1 AS a', ...Array.from({ length: 40 }, (_, i) => `SELECT x.a FROM v${i} x, v${i} y`)].map((text, i) => `Db.migrate("v${i}", "CREATE VIEW v${i} AS ${text}")`).join('\n')}`,
  }),
  'a sum of random blobs': sql(
    `\`${numbers} 1000000) SELECT SUM(length(randomblob(1000000))) AS a FROM n\`.first`,
  ),
  'a hash of a large text in SQL': sql('`SELECT sha256(?) AS a`.first(["a" * 50000000])'),
  'nested replace': sql(
    `\`SELECT length(${'replace('.repeat(8)}hex(zeroblob(100))${", '0', '0000000000')".repeat(8)}) AS a\`.first`,
  ),
  'printf of many columns': sql(
    "while (true) `SELECT printf('%s%s%s%s%s%s%s%s', hex(zeroblob(9000000)), hex(zeroblob(9000000)), 1, 2, 3, 4, 5, 6) AS a`.first",
  ),
  'many large values in a row': sql(
    `\`SELECT ${Array.from({ length: 90 }, (_, i) => `hex(zeroblob(100000000)) AS c${i}`).join()}\`.first`,
  ),
  'many large values in a sum of lengths': sql(
    `\`SELECT ${list(90, 'length(group_concat(hex(zeroblob(100000000))))', '+')} AS a\`.first`,
  ),
  'a huge precision': sql(
    'for (f in ["\\%.999999999f", "\\%.99999999d", "\\%999999999s", "\\%,.2147483647g", "\\%*d", "\\%n", "\\%q\\%w\\%Q"]) Fiber.new { `SELECT length(printf(?, 1.5, 2)) AS a`.first([f]) }.try()\nResponse.json(1)',
  ),
  'JSON functions with depth': sql(
    '`SELECT json_set(?, ?, 1) AS a`.first(["[" * 900 + "]" * 900, "$" + "[0]" * 20000])',
  ),
  'JSON patches of large documents': sql(
    'var s = Json.stringify((1..200000).map {|i| {"a%(i)": i} }.toList)\nwhile (true) `SELECT json_patch(json_group_array(?), ?) AS a`.first([s, s])',
  ),
  'json_each of json_each': sql(
    'var s = Json.stringify((1..10000).toList)\n`SELECT COUNT(*) AS a FROM json_each(?) x, json_each(?) y, json_each(?) z`.first([s, s, s])',
  ),
  'dates without end': sql(
    `\`${numbers} 100000000) SELECT MAX(strftime('%Y-%m-%d', i * 1e6, 'unixepoch', '+1 month')) AS a FROM n\`.first`,
  ),
  generate_series: sql('`SELECT COUNT(*) AS a FROM generate_series(1, 1000000000000)`.first'),
  'a trigger that updates its table': sql('`UPDATE notes SET text = 1`.query', {
    migration: `${notes}\nDb.migrate("2", \`INSERT INTO notes (text) ${numbers} 100000) SELECT i FROM n\`)\nDb.migrate("3", \`CREATE TRIGGER t AFTER UPDATE ON notes BEGIN UPDATE notes SET text = text || 'a'; END\`)`,
  }),
  'an index of an expression': sql(
    'while (true) `INSERT INTO notes (text) VALUES (?)`.query(["a" * 1000000])',
    {
      migration: `${notes}\nDb.migrate("2", "CREATE INDEX i ON notes (hex(hex(text)))")`,
    },
  ),
  'a conflict clause that replaces everything': sql(
    `\`INSERT OR REPLACE INTO notes (id, text) ${numbers} 100000000) SELECT i % 10, hex(zeroblob(10000)) FROM n\`.query`,
    { migration: notes },
  ),
  'a RETURNING clause of many rows': sql(
    `\`INSERT INTO notes (text) ${numbers} 3000000) SELECT i FROM n RETURNING *\`.query`,
    { migration: notes },
  ),
  'a DELETE without condition in a transaction': sql(
    'Db.transaction {\n  `DELETE FROM notes`.query\n  while (true) {}\n}',
    { migration: `${notes}\nDb.migrate("2", "INSERT INTO notes (text) VALUES (1)")` },
  ),
  'a table that is dropped while it is read': sql(
    'while (true) {\n  Fiber.new { `DROP TABLE notes`.query }.try()\n  Fiber.new { `CREATE TABLE notes (id INTEGER PRIMARY KEY, a TEXT)`.query }.try()\n  Fiber.new { `SELECT * FROM notes`.fetch }.try()\n}',
    { migration: notes },
  ),
  'columns without end': sql(
    'while (true) {\n  `ALTER TABLE notes ADD COLUMN a TEXT`.query\n  `ALTER TABLE notes RENAME COLUMN a TO b`.query\n  `ALTER TABLE notes DROP COLUMN b`.query\n}',
    { migration: notes },
  ),
  'statements that SQLite controls itself with': sql(
    'for (q in [`COMMIT`, `ROLLBACK`, `RELEASE _part`, `END`, `BEGIN EXCLUSIVE`, `DETACH main`, `REINDEX`, `ANALYZE`, `VACUUM`, `EXPLAIN SELECT 1`, `PRAGMA wal_checkpoint(TRUNCATE)`, `PRAGMA user_version = 5`, `PRAGMA integrity_check`, ``, `;`, `--`, `SELECT 1; SELECT 2`, `DROP TABLE _migrations`, `DELETE FROM sqlite_master`]) Fiber.new { Db.transaction { q.query } }.try()\nResponse.json(1)',
    { isShort: true },
  ),
  'texts that are not Unicode': sql(
    'for (s in ["\\0", "\\xff" * 1000000, "\\xed\\xa0\\x80", "a\\0b" * 300000]) {\n  Fiber.new { `INSERT INTO notes (text) VALUES (?)`.query([s]) }.try()\n  Fiber.new { `SELECT ? || ? AS a`.first([s, s]) }.try()\n}\nResponse.json(`SELECT * FROM notes`.fetch)',
    { migration: notes, isShort: true },
  ),
  'numbers that are not numbers': sql(
    'for (n in [0/0, 1/0, -1/0, 1e308, -0, 9007199254740993, 0.1]) Fiber.new { `SELECT ? AS a, ? + 1 AS b, CAST(? AS INTEGER) AS c, abs(?) AS d`.first([n, n, n, n]) }.try()\nFiber.new { `SELECT 9223372036854775807 AS a, -9223372036854775808 AS b`.first }.try()\nFiber.new { `SELECT abs(-9223372036854775808) AS a`.first }.try()\nResponse.json(1)',
    { isShort: true },
  ),
  'a duplicated and an empty column name': sql(
    'for (q in [`SELECT 1 AS a, 2 AS a`, `SELECT 1 AS ""`, `SELECT 1 AS __proto__, 2 AS constructor, 3 AS toString`, `SELECT 1`]) Fiber.new { Json.stringify(q.fetch) }.try()\nResponse.json(`SELECT 1 AS __proto__, 2 AS constructor, 3 AS toString`.fetch)',
    { outcomes: [200], isShort: true },
  ),
  'a collation, a cast and a comparison of large texts': sql(
    'var s = "a" * 20000000\nwhile (true) `SELECT ? = ? COLLATE NOCASE AS a, CAST(? AS REAL) AS b, lower(?) < upper(?) AS c`.first([s, s, s, s, s])',
  ),
  'a search with many alternatives': sql(
    `var s = "a" * 5000\n\`SELECT ${list(400, "? LIKE '%a%a%a%a%a%b'", ' OR ')} AS a\`.first(List.filled(400, s))`,
  ),
  'a full-text index': sql(
    'Fiber.new { `CREATE VIRTUAL TABLE f USING fts5(text)`.query }.try()\nwhile (true) {\n  `INSERT INTO f (text) VALUES (?)`.query(["a b c " * 100000])\n  `SELECT * FROM f WHERE f MATCH ?`.first(["a* OR " * 1000 + "b"])\n}',
  ),
  'a virtual table of files': sql(
    "for (q in [`CREATE VIRTUAL TABLE f USING csv(filename='/etc/passwd')`, `SELECT readfile('/etc/passwd')`, `SELECT writefile('x', 'y')`, `SELECT edit('x')`, `SELECT fts3_tokenizer('a', 1)`, `SELECT * FROM dbstat`, `SELECT * FROM sqlite_dbpage`, `CREATE VIRTUAL TABLE r USING rtree(a, b, c)`]) Fiber.new { q.query }.try()\nResponse.json(1)",
    { outcomes: [200, 503], isShort: true },
  ),
  'ten requests for a statement without end': sql(
    `\`${numbers} 100000000000) SELECT COUNT(*) AS a FROM n\`.first`,
    {
      connections: 10,
      outcomes: [503, 'closed'],
      bounds: { mayReplace: true, endedBy: ['requestTime'], othersWait: ['requestTime'] },
    },
  ),
});
