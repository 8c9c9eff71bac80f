/** Translations: their properties, errors, and parameters. */
import { describe, expect, test } from 'vitest';
import {
  Catalog,
  cellReader,
  type SqlParameter,
  TranslationError,
  translate,
} from '../../../../../reference-server/database/postgres/sqlite-on-postgres/index.js';

function errorOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('a statement that cannot be translated', () => {
  test('is refused with its place and an alternative', () => {
    const sql = 'SELECT id\nFROM people\nWHERE changes() > 1';
    expect(errorOf(() => translate(sql))).toMatchObject({
      name: 'TranslationError',
      place: { line: 3, column: 7 },
      instead: 'use the number of rows with which PostgreSQL answers a statement',
      message:
        'There is no function changes on PostgreSQL (line 3, column 7 of the SQL): ' +
        'use the number of rows with which PostgreSQL answers a statement',
    });
  });

  test.each([
    ['SELEC 1', 'near "SELEC": syntax error', 1],
    ['SELECT (1', 'incomplete input', 10],
    ['SELECT 1; SELECT 2', 'expected end of input', 11],
    ['', 'no SQL statement', 1],
    [' -- nothing\n', 'no SQL statement', 1],
    ['SELECT ?1', 'Placeholders must be question marks only, not ?1', 8],
    ['SELECT :name', 'Placeholders must be question marks only, not :name', 8],
    ["SELECT 'a\0b'", 'The SQL contains U+0000', 10],
    ['SELECT sha256(1)', 'There is no function sha256', 8],
    ['SELECT constructor()', 'There is no function constructor', 8],
    ['SELECT substr(1)', 'wrong number of arguments to function substr()', 8],
    ['SELECT a FROM other.people', 'There is no database "other"', 15],
    ['SELECT * FROM sqlite_sequence', 'There is no table sqlite_sequence', 15],
    ["SELECT a MATCH 'b'", 'MATCH is not available', 8],
    ['DELETE FROM people LIMIT 1', 'DELETE cannot have ORDER BY or LIMIT', 20],
    ['INSERT INTO people (a, b) VALUES (1)', '1 values for 2 columns', 35],
    ['CREATE TABLE a AS SELECT ? AS b', 'A definition takes no placeholders', 1],
    ['VACUUM', 'VACUUM is not available on PostgreSQL', 1],
    [`SELECT ${'ä'.repeat(32)} FROM a`, 'is longer than 63 bytes', 8],
    [`SELECT 1 + ${'1 + '.repeat(20)}2`, 'name of a result column is longer than 63 bytes', 8],
  ])('%s', (sql, message, column) => {
    const error = errorOf(() => translate(sql));
    expect(error).toBeInstanceOf(TranslationError);
    expect(error).toMatchObject({ place: { column } });
    expect(String(error)).toContain(message);
  });

  test('has too many placeholders', () => {
    const sql = `SELECT ${'?, '.repeat(32_766)}?`;
    expect(String(errorOf(() => translate(sql)))).toContain('more than 32766 placeholders');
  });

  test('does not end the process when it is deeply nested', () => {
    const deep = `SELECT ${'('.repeat(50_000)}1${')'.repeat(50_000)}`;
    expect(String(errorOf(() => translate(deep)))).toContain('nested too deeply');
  });
});

/** Repeats a part of a statement, with its number. */
const many = (count: number, part: (index: number) => string, separator = ', '): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(separator);

const nested = (count: number, begin: string, end: string): string =>
  `SELECT ${begin.repeat(count)}a${end.repeat(count)} AS b FROM t`;

describe('a large statement', () => {
  // Each would be translated for seconds or minutes, or fill the memory.
  test.each([
    ['bytes', `SELECT '${'a'.repeat(1_000_000)}' AS b`, '1000000 bytes (line 1, column 1 '],
    ['tokens', `SELECT 1 IN (${many(200_000, () => '1')}) AS b`, 'at most 200000 tokens'],
    ['WITH', `WITH ${many(40_000, (i) => `c${i} AS (SELECT 1)`)} SELECT 1`, 'at most 2000 tables'],
    ['columns', `CREATE TABLE t (${many(20_000, (i) => `c${i} INT`)})`, 'at most 2000 columns'],
    ['INSERT', `INSERT INTO t (${many(90_000, (i) => `c${i}`)}) SELECT 1`, 'at most 2000 names'],
    ['UPDATE', `UPDATE t SET (${many(90_000, (i) => `"c${i}"`)}) = (1)`, 'at most 2000 names'],
    ['USING', `SELECT 1 FROM t JOIN u USING (${many(90_000, (i) => `c${i}`)})`, '2000 names'],
    ['joins', `SELECT 1 FROM ${many(65, (i) => `t AS t${i}`)}`, 'at most 64 tables'],
    ['BETWEEN', nested(100, '(', ' BETWEEN 1 AND 2)'), 'longer than 16000000 characters'],
    ['nullif', nested(100, 'nullif(', ', 1)'), 'longer than 16000000 characters'],
    ['json_extract', nested(20, 'json_extract(', ", '$.a', '$.b', '$.c')"), 'longer than'],
    [
      'an alias',
      `SELECT ${many(500, () => 'a', ' + ')} AS b FROM t ORDER BY ${many(9_000, () => 'b + 1')}`,
      'longer than 16000000 characters',
    ],
    [
      'IN with a long operand',
      `SELECT (${many(500, () => 'a', ' || ')}) IN (${many(90_000, () => '1')}) AS b FROM t`,
      'longer than 16000000 characters',
    ],
    ['native SQL', `-- postgresql\nSELECT '${'a'.repeat(1_000_000)}'`, '1000000 bytes'],
  ])('%s', (_, sql, message) => {
    const error = errorOf(() => translate(sql));
    expect(error).toBeInstanceOf(TranslationError);
    expect(String(error)).toContain(message);
  });

  test.each([
    ['rows to insert', `INSERT INTO t (a) VALUES ${many(32_766, () => '(?)')}`],
    ['a list of texts', `SELECT 1 FROM t WHERE a IN (${many(50_000, (i) => `'${i}'`)})`],
    ['columns', `CREATE TABLE t (${many(2_000, (i) => `c${i} INTEGER DEFAULT (1)`)})`],
    ['rows', `SELECT (${many(20_000, () => '1')}) < (${many(20_000, () => '1')}) AS b`],
    ['calls', `SELECT ${many(3_000, () => 'coalesce(a, b) AS c')} FROM t`],
    ['tables of WITH', `WITH ${many(2_000, (i) => `c${i} AS (SELECT 1)`)} SELECT 1`],
    ['texts without an end', `-- postgresql\nSELECT ${many(90_000, (i) => `$a${i}$`, ' ')}`],
  ])('is translated within the limits: %s', (_, sql) => {
    const translation = translate(sql);
    const values = Array<string>(translation.parameterCount).fill('1');
    expect(translation.bind(values).values.length).toBe(values.length);
  });
});

describe('a translation', () => {
  test.each([
    ['SELECT 1', { kind: 'select', returnsRows: true }],
    ['WITH a AS (SELECT 1) SELECT * FROM a', { kind: 'select', returnsRows: true }],
    ['INSERT INTO a (b) VALUES (1)', { kind: 'insert', returnsRows: false, hasIdColumn: true }],
    ['REPLACE INTO a (b) VALUES (1)', { kind: 'insert', returnsRows: false, hasIdColumn: true }],
    ['INSERT INTO a (b) VALUES (1) RETURNING b', { kind: 'insert', returnsRows: true }],
    ['UPDATE a SET b = 1', { kind: 'change', returnsRows: false, countsInCell: false }],
    ['UPDATE OR IGNORE a SET b = 1', { kind: 'change', countsInCell: true }],
    ['DELETE FROM a RETURNING *', { kind: 'change', returnsRows: true }],
    ['CREATE TABLE a (b TEXT)', { kind: 'define', returnsRows: false }],
    ['PRAGMA table_info(a)', { kind: 'select', returnsRows: true }],
  ])('%s', (sql, shape) => {
    expect(translate(sql)).toMatchObject(shape);
  });

  test('requires a value for each placeholder', () => {
    const translation = translate("SELECT ?, '?', ? -- ?");
    expect(translation.parameterCount).toBe(2);
    expect(() => translation.bind([1n])).toThrow('Too few parameter values were provided');
    expect(() => translation.bind([1n, 2n, 3n])).toThrow('Too many parameter values');
  });

  test('has one text for values of different types next to columns', () => {
    const translation = translate('UPDATE a SET b = ?, c = ? WHERE d = ?');
    const texts = ([1n, 2.5, 'x', null] as SqlParameter[]).map(
      (value) => translation.bind([value, value, value]).text,
    );
    expect(new Set(texts).size).toBe(1);
  });

  test('has one text for statements that differ in their limit', () => {
    const bound = [5, 7].map((limit) => translate(`SELECT id FROM a LIMIT ${limit}`).bind([]));
    expect(bound.map(({ values }) => values)).toEqual([['5'], ['7']]);
    expect(new Set(bound.map(({ text }) => text)).size).toBe(1);
    const view = translate('CREATE VIEW v AS SELECT id FROM a LIMIT 5').bind([]);
    expect(view.text).toMatch(/LIMIT 5$/);
  });

  test('refuses a text with U+0000 and names its parameter', () => {
    const translation = translate('SELECT ? || ?');
    expect(() => translation.bind(['a', 'b\0'])).toThrow(
      'SQL parameter 2 contains U+0000, which PostgreSQL cannot store',
    );
  });

  test.each(['abc', '', 1.5, null, '1 2'])('refuses %j as a limit', (value) => {
    expect(() => translate('SELECT 1 LIMIT ?').bind([value])).toThrow(
      'SQL parameter 1 must be a whole number',
    );
  });
});

test('PostgreSQL’s own SQL is unchanged except for its placeholders', () => {
  const sql = `-- postgresql
    SELECT '?', "?", $$ ? $$, E'\\'?', a::text -- ?
    FROM b /* ? */ WHERE c ILIKE ? AND d = ?::int[]`;
  const translation = translate(sql);
  expect(translation).toMatchObject({ kind: 'select', returnsRows: true, parameterCount: 2 });
  expect(translation.bind(['x', '{1}'])).toEqual({
    text: sql.replace('ILIKE ?', 'ILIKE $1').replace('?::int', '$2::int'),
    values: ['x', '{1}'],
  });
});

test.each([
  ['SET work_mem = 1', 'SET is not available, because connections are shared'],
  ['/* a */ discard all', 'DISCARD is not available'],
  ["SELECT ';' ; DELETE FROM a", 'The SQL contains more than one statement'],
  // The E of DATE begins no text with escapes.
  ["SELECT date'2024-01-01\\'; DELETE FROM a --'", 'The SQL contains more than one statement'],
  // PostgreSQL nests comments.
  ['/* a /* b */ c */ COPY a FROM STDIN', 'The SQL contains a comment within a comment'],
])('%s is refused in PostgreSQL’s own SQL', (sql, problem) => {
  expect(String(errorOf(() => translate(`-- postgresql\n${sql}`)))).toContain(problem);
});

test.each([
  "SELECT ';' -- ;\n;",
  'WITH a AS (SELECT 1) SELECT * FROM a /* ; */',
  'DO $$ BEGIN; END $$',
])('%j is one statement in PostgreSQL’s own SQL', (sql) => {
  expect(translate(`/* postgresql */ ${sql}`).parameterCount).toBe(0);
});

describe('with a catalog', () => {
  const catalog = new Catalog([
    ['People', 'id', '1', 'bigint'],
    ['People', 'firstName', '0', 'text'],
    ['People', 'mixed', '0', 'jsonb'],
    ['People', 'score', '0', 'double precision'],
  ]);
  const textOf = (sql: string) => translate(sql, { catalog }).bind([]).text;

  test('names are case-insensitive', () => {
    expect(textOf('SELECT ID, firstname FROM people')).toBe(
      'SELECT "id", "firstName" FROM "People"',
    );
    expect(textOf('SELECT p.id FROM people P')).toBe('SELECT "P"."id" FROM "People" AS "P"');
  });

  const typesOf = (sql: string, ...values: SqlParameter[]) => {
    const { text } = translate(sql, { catalog }).bind(values);
    return [...text.matchAll(/\$\d::(\w+)/g)].map(([, type]) => type);
  };

  test('a value for a column that reads texts is sent as a number or a text', () => {
    const types = ['bigint', 'text', 'jsonb'];
    const values = [1n, 'a', 2.5];
    expect(typesOf('UPDATE people SET ID = ?, firstname = ?, mixed = ?', ...values)).toEqual(types);
    expect(typesOf('UPDATE people SET (id, firstname, mixed) = (?, ?, ?)', ...values)).toEqual(
      types,
    );
    expect(
      typesOf('INSERT INTO people (id, firstname, mixed) VALUES (?, ?, ?)', ...values),
    ).toEqual(types);
  });

  test.each([
    ['5', 2.5, 'bigint', 'double'],
    ['-12', '2.50', 'bigint', 'double'],
    [5n, 7n, 'bigint', 'double'],
    [null, null, 'bigint', 'double'],
    // All values are sent as texts if one of them is not a number of its column.
    ['abc', 2.5, 'text', 'text'],
    [' 5', 2.5, 'text', 'text'],
    [1.5, 2.5, 'text', 'text'],
    ['9'.repeat(19), 2.5, 'text', 'text'],
    [5n, '1e3', 'text', 'text'],
    [5n, Infinity, 'text', 'text'],
    [5n, Buffer.from('1'), 'text', 'bytea'],
  ])('beside columns of numbers, %o and %o are sent as %s and %s', (id, score, ...types) => {
    expect(typesOf('SELECT id FROM people WHERE id = ? AND score < ?', id, score)).toEqual(types);
    expect(typesOf('SELECT id FROM people WHERE id IN (?) OR ? >= score', id, score)).toEqual(
      types,
    );
  });

  test('the order of nulls is omitted for columns without nulls', () => {
    expect(textOf('SELECT id FROM People ORDER BY id DESC')).toMatch(/ORDER BY "id" DESC$/);
    expect(textOf('SELECT id FROM People ORDER BY firstName')).toMatch(/NULLS FIRST$/);
    expect(textOf('SELECT 1 FROM People a LEFT JOIN People b ON 1 ORDER BY b.id')).toMatch(
      /NULLS FIRST$/,
    );
  });

  test('a name that no column has refers to a column of the result', () => {
    expect(textOf('SELECT id * 2 AS twice FROM People WHERE twice > 4')).toContain(
      'WHERE ((touchstone.number("id") * 2::bigint) >',
    );
  });
});

describe('cells', () => {
  test.each([
    [16, 't', 1],
    [20, '9007199254740993', 9007199254740992],
    [701, '2.5', 2.5],
    [1700, '10', 10],
    [25, '5', '5'],
    [17, '\\x00ff', Buffer.from([0, 255])],
    [3802, '"text"', 'text'],
    [3802, '1.50', 1.5],
    [3802, '{"a": 1}', '{"a": 1}'],
    [1114, '2024-01-02 03:04:05.678', '2024-01-02 03:04:05'],
    [1184, '2024-01-02 03:04:05+02', '2024-01-02 01:04:05'],
    [2950, '6f1c', '6f1c'],
  ])('of type %d: %s', (type, text, value) => {
    expect(cellReader(type)(text)).toEqual(value);
  });
});
