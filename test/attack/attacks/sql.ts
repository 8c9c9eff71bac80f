/** SQL statements that take too much time or memory. */
import { anyEnd, attackWithScripts, bounded, type ScriptAttack, write } from './define.js';

const numbers = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)';

/** An endless statement: SQLite cannot interrupt it, so the process is replaced. */
const endless = (script: string): ScriptAttack => ({
  script,
  bounds: { mayReplace: true },
});

/** A query without end. */
const count = `\`${numbers} SELECT COUNT(*) FROM n\`.first`;

const numbered = Array.from({ length: 12 }, (_, index) => `endless-${index}`);

const notes = 'Db.migrate("001", `CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)`)';

/** A statement with large values. */
const large = (script: string): ScriptAttack => ({
  script,
  migration: notes,
  outcomes: anyEnd,
  bounds: { mayReplace: true },
});

export const sqlAttacks = attackWithScripts('scripts: SQL', {
  'a recursive query without end': endless(count),
  'a huge OFFSET': endless(`\`${numbers} SELECT i FROM n LIMIT 1 OFFSET 100000000000\`.fetch`),
  'a cross join': endless(
    `\`${numbers.replace('FROM n)', 'FROM n WHERE i < 10000)')} SELECT COUNT(*) FROM n a, n b, n c\`.first`,
  ),
  'a sort without end': endless(`\`${numbers} SELECT i FROM n ORDER BY -i\`.first`),
  'an INSERT without end': {
    ...endless(`\`INSERT INTO notes (text) ${numbers} SELECT i FROM n\`.query`),
    migration: notes,
  },
  'a statement without end in a transaction': endless(`Db.transaction { ${count} }`),
  'a statement without end after Util.hash': endless(`Util.hash("a")\n${count}`),
  'four statements without end at a time': {
    ...endless(count),
    connections: 4,
    outcomes: [503, 'closed'],
    // The remaining process accepts none of them before the one with the first is replaced.
    bounds: { mayReplace: true, endedBy: ['requestTime'] },
    isShort: false,
  },
  'twelve scripts with statements without end, one after the other': {
    ...endless(count),
    files: Object.fromEntries(numbered.map((name) => [`api/${name}.wren`, count])),
    request: (index) => write('GET', `/api/${numbered[index]}`),
    connections: numbered.length,
    interval: 700,
    outcomes: [503, 'closed'],
    bounds: { mayReplace: true, mayFail: true, endedBy: ['requestTime'] },
    isShort: false,
  },
  'GLOB with many stars': large(
    'var s = "a" * 40000\n`SELECT ? GLOB ?`.first([s, "*a" * 20000 + "b"])',
  ),
  'LIKE with many percent signs': large(
    'var s = "a" * 40000\n`SELECT ? LIKE ?`.first([s, "\\%a" * 20000 + "b"])',
  ),
  'instr in a large text': large(
    'var s = "a" * 50000000\n`SELECT instr(?, ?)`.first([s, "a" * 25000000 + "b"])',
  ),
  'replace in a large text': large(
    'var s = "a" * 1000000\n`SELECT length(replace(?, \'a\', ?))`.first([s, "b" * 900])',
  ),
  'rows without end': { script: `\`${numbers} SELECT i FROM n\`.fetch` },
  'large rows without end': {
    script: `\`${numbers} SELECT i, hex(zeroblob(1000)) AS a FROM n\`.fetch`,
    outcomes: [500, 503],
  },
  '200 times hex(zeroblob(40000000))': large(
    'for (i in 1..200) `SELECT hex(zeroblob(40000000)) AS a`.first',
  ),
  'blobs that are kept': large(
    'var l = []\nwhile (true) l.add(`SELECT zeroblob(50000000) AS a`.first)',
  ),
  'a blob of a gigabyte': large('`SELECT zeroblob(999999999) AS a`.first'),
  'printf with a huge width': large("`SELECT printf('%.*c', 900000000, 'a') AS a`.first"),
  'group_concat of blobs': large(
    `\`${numbers.replace('FROM n)', 'FROM n WHERE i < 900)')} SELECT group_concat(hex(zeroblob(500000))) AS a FROM n\`.first`,
  ),
  'large values that are stored': large(
    'while (true) `INSERT INTO notes (text) VALUES (?)`.query(["a" * 50000000])',
  ),
  'rows that are added without end': large(
    'while (true) `INSERT INTO notes (text) VALUES (1)`.query',
  ),
  'statements that differ': {
    script: 'while (true) `SELECT 1`.order("a", "asc", ["a"], 1)',
    outcomes: [500, 503],
  },
  'json_each of a large text': large(
    '`SELECT COUNT(*) AS n FROM json_each(?)`.first(["[" + "1," * 20000000 + "1]"])',
  ),
  'a deep expression': {
    script: '`SELECT json_extract(?, \'$\') AS a`.first(["[" * 100000 + "]" * 100000])',
    outcomes: [500, 503],
  },
  'two million values for one statement': {
    script: '`SELECT ?`.first((1..2000000).toList)',
    outcomes: [500, 503],
  },
  'order of a query with many spaces': bounded(
    `var q = \`SELECT 1 AS a${' '.repeat(100_000)}, 2 AS b\`\nwhile (true) q.order("a", "asc", ["a"])`,
    { isShort: true },
  ),
  'order by a column with a large name': bounded(
    'var n = " " * 1000000\n`SELECT 1 AS a`.order(n, "asc", [n]).order("a", "asc", ["a"]).first',
    { isShort: true },
  ),
  'order again and again': bounded(
    'var q = `SELECT 1 AS a`\nwhile (true) q = q.order("a", "asc", ["a" * 100000])',
  ),
  'large statements that differ': bounded(
    `var q = \`SELECT 1 AS a /*${'x'.repeat(300_000)}*/\`\nvar i = 0\nwhile (true) {\n  i = i + 1\n  q.order("a", "asc", ["a"], i).first\n}`,
    { bounds: { mayReplace: true } },
  ),
  'hash in a transaction': bounded('Db.transaction {\n  while (true) Util.hash("a")\n}'),
  'nested transactions without end': bounded(
    'var f\nf = Fn.new { Db.transaction { f.call() } }\nf.call()',
    { isShort: true },
  ),
  'nested transactions that are caught': bounded(
    'var f\nf = Fn.new { Db.transaction { Fiber.new { f.call() }.try() } }\nf.call()',
  ),
  'a transaction whose fiber yields': bounded(
    'var f = Fiber.new { Db.transaction { Fiber.yield(1) } }\nf.call()\nvar g = Fiber.new { Db.transaction { Fiber.yield(1) } }\ng.call()\nf.call()\nwhile (true) {}',
  ),
  'savepoints without end': bounded('`BEGIN`.query\nvar i = 0\nwhile (true) `SAVEPOINT a`.query'),
  'ATTACH of a database': bounded(
    "Fiber.new { `ATTACH 'x.sqlite3' AS x`.query }.try()\n`VACUUM INTO 'x'`.query",
  ),
  'PRAGMA that writes the schema': bounded(
    'Fiber.new { `PRAGMA writable_schema = 1`.query }.try()\nFiber.new { `PRAGMA journal_mode = OFF`.fetch }.try()\nFiber.new { `PRAGMA mmap_size=99999999999`.fetch }.try()\n`PRAGMA cache_size = 1000000000`.fetch',
  ),
  'pragma functions': bounded(
    '`SELECT * FROM pragma_integrity_check, pragma_table_list, pragma_function_list a, pragma_function_list b`.fetch',
    { bounds: { mayReplace: true } },
  ),
  load_extension: bounded("`SELECT load_extension('/lib/x')`.first"),
  'triggers that call each other': bounded('`INSERT INTO notes (text) VALUES (1)`.query', {
    migration:
      'Db.migrate("1", `CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)`)\nDb.migrate("2", `CREATE TRIGGER t AFTER INSERT ON notes BEGIN INSERT INTO notes (text) VALUES (new.text); END`)',
    bounds: { mayReplace: true },
  }),
  'tables without end': bounded(
    'var i = 0\nwhile (true) {\n  i = i + 1\n  `CREATE TABLE IF NOT EXISTS a (b)`.query\n  `DROP TABLE a`.query\n}',
    { bounds: { mayReplace: true } },
  ),
  'a temporary table without end': bounded(
    '`CREATE TEMP TABLE a (b)`.query\nwhile (true) `INSERT INTO a VALUES (zeroblob(1000000))`.query',
    { bounds: { mayReplace: true } },
  ),
  'a large sort in memory': bounded(
    `\`${numbers.replace('FROM n)', 'FROM n WHERE i < 3000000)')} SELECT hex(randomblob(100)) AS a FROM n ORDER BY a LIMIT 1\`.first`,
    { bounds: { mayReplace: true } },
  ),
  'a distinct of large values': bounded(
    `\`${numbers.replace('FROM n)', 'FROM n WHERE i < 20000)')} SELECT DISTINCT hex(zeroblob(50000)) || i AS a FROM n\`.fetch`,
    { bounds: { mayReplace: true } },
  ),
  'a window over large values': bounded(
    `\`${numbers.replace('FROM n)', 'FROM n WHERE i < 5000)')} SELECT group_concat(hex(zeroblob(1000))) OVER (ORDER BY i) AS a FROM n\`.fetch`,
    { bounds: { mayReplace: true } },
  ),
  'json_group_array of large values': bounded(
    `\`${numbers.replace('FROM n)', 'FROM n WHERE i < 5000)')} SELECT json_group_array(hex(zeroblob(100000))) AS a FROM n\`.first`,
    { bounds: { mayReplace: true } },
  ),
  'json_tree of a deep text': bounded(
    '`SELECT COUNT(*) AS n FROM json_tree(?)`.first(["[" * 900 + "1" + "]" * 900])',
    { bounds: { mayReplace: true } },
  ),
  'many columns': bounded(
    `\`SELECT ${Array.from({ length: 2_000 }, (_, i) => `${i} AS c${i}`).join(', ')}\`.fetch\nwhile (true) \`SELECT ${Array.from({ length: 1_990 }, (_, i) => `${i} AS c${i}`).join(', ')}\`.fetch`,
  ),
  'unicode and zero bytes in SQL': bounded(
    '`SELECT ? AS a, ? AS b`.first(["a\\0b", "\\xff\\xfe"])\nResponse.json(`SELECT ? AS a`.first(["\\xff\\xc0"]))',
  ),
  'a recursive query of growing texts': bounded(
    "`WITH RECURSIVE n (s) AS (SELECT 'a' UNION ALL SELECT s || s FROM n) SELECT length(s) AS a FROM n`.fetch",
    { bounds: { mayReplace: true } },
  ),
});
