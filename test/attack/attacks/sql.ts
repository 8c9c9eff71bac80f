/** SQL statements that take too much time or memory. */
import { anyEnd, attackWithScripts, type ScriptAttack } from './define.js';

const numbers = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)';

/** An endless statement: SQLite cannot interrupt it, so the process is replaced. */
const endless = (script: string): ScriptAttack => ({
  script,
  bounds: { mayReplace: true },
});

const notes = 'Db.migrate("001", `CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)`)';

/** A statement with large values. */
const large = (script: string): ScriptAttack => ({
  script,
  migration: notes,
  outcomes: anyEnd,
  bounds: { mayReplace: true },
});

export const sqlAttacks = attackWithScripts('scripts: SQL', {
  'a recursive query without end': endless(`\`${numbers} SELECT COUNT(*) FROM n\`.first`),
  'a huge OFFSET': endless(`\`${numbers} SELECT i FROM n LIMIT 1 OFFSET 100000000000\`.fetch`),
  'a cross join': endless(
    `\`${numbers.replace('FROM n)', 'FROM n LIMIT 10000)')} SELECT COUNT(*) FROM n a, n b, n c\`.first`,
  ),
  'a sort without end': endless(`\`${numbers} SELECT i FROM n ORDER BY -i\`.first`),
  'an INSERT without end': {
    ...endless(`\`INSERT INTO notes (text) ${numbers} SELECT i FROM n\`.query`),
    migration: notes,
  },
  'a statement without end in a transaction': endless(
    `Db.transaction { \`${numbers} SELECT COUNT(*) FROM n\`.first }`,
  ),
  'a statement without end after Util.hash': endless(
    `Util.hash("a")\n\`${numbers} SELECT COUNT(*) FROM n\`.first`,
  ),
  'four statements without end at a time': {
    ...endless(`\`${numbers} SELECT COUNT(*) FROM n\`.first`),
    connections: 4,
    outcomes: [503, 'closed'],
    // The remaining process accepts none of them before the one with the first is replaced.
    bounds: { mayReplace: true, endedBy: 'requestTime' },
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
    `\`${numbers.replace('FROM n)', 'FROM n LIMIT 900)')} SELECT group_concat(hex(zeroblob(500000))) AS a FROM n\`.first`,
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
});
