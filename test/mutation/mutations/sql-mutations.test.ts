import { describe, expect, it } from 'vitest';
import { changesOf } from './changes-of.js';

/** The mutated versions of a statement, for all rules or one. */
function statementsOf(sql: string, rule?: string): string[] {
  return changesOf(`\`${sql}\``, rule)
    .filter((script) => script !== '{}')
    .map((script) => script.slice(1, -1));
}

describe('queries', () => {
  it('lose each of several columns', () => {
    expect(statementsOf('SELECT a, b FROM t')).toEqual(['SELECT b FROM t', 'SELECT a FROM t']);
    expect(statementsOf('SELECT * FROM t')).toEqual(['SELECT id FROM t']);
    expect(statementsOf('SELECT COUNT(*) AS n FROM t')).toEqual([]);
  });

  it('have each term of the condition always true, always false or with another operator', () => {
    expect(statementsOf('SELECT a FROM t WHERE b = ? AND c > d')).toEqual([
      'SELECT a FROM t WHERE (b = ? OR 1) AND c > d',
      'SELECT a FROM t WHERE (b = ? AND 0) AND c > d',
      'SELECT a FROM t WHERE b <> ? AND c > d',
      'SELECT a FROM t WHERE b >= ? AND c > d',
      'SELECT a FROM t WHERE b = ? AND (c > d OR 1)',
      'SELECT a FROM t WHERE b = ? AND (c > d AND 0)',
      'SELECT a FROM t WHERE b = ? AND c >= d',
      'SELECT a FROM t WHERE b = ? AND c < d',
    ]);
  });

  it('lose functions and constants', () => {
    const sql = "SELECT a FROM t WHERE datetime(b) > datetime('now')";
    expect(statementsOf(sql, 'sql-function-dropped')).toEqual([
      "SELECT a FROM t WHERE b > datetime('now')",
    ]);
    expect(statementsOf(sql, 'sql-text-empty')).toEqual([
      "SELECT a FROM t WHERE datetime(b) > datetime('')",
    ]);
    expect(statementsOf('SELECT a FROM t WHERE b = 1', 'number+1')).toEqual([
      'SELECT a FROM t WHERE b = 2',
    ]);
  });

  it('have another order', () => {
    expect(statementsOf('SELECT a FROM t ORDER BY b DESC, c').sort()).toEqual([
      'SELECT a FROM t ORDER BY b ASC, c',
      'SELECT a FROM t ORDER BY b DESC',
      'SELECT a FROM t ORDER BY b DESC, c DESC',
      'SELECT a FROM t ORDER BY c',
      'SELECT a FROM t ORDER BY c, b DESC',
    ]);
  });

  it('have other bounds with the same number of parameters', () => {
    expect(statementsOf('SELECT a FROM t LIMIT ? OFFSET ?')).toEqual([
      'SELECT a FROM t LIMIT ? + 1 OFFSET ?',
      'SELECT a FROM t LIMIT ? - 1 OFFSET ?',
      'SELECT a FROM t LIMIT ? * 0 - 1 OFFSET ?',
      'SELECT a FROM t LIMIT ? OFFSET ? + 1',
      'SELECT a FROM t LIMIT ? OFFSET ? - 1',
      'SELECT a FROM t LIMIT ? OFFSET ? * 0 - 1',
    ]);
  });
});

describe('changes of rows', () => {
  it('swap inserted columns and lose ON CONFLICT', () => {
    expect(statementsOf('INSERT INTO t (a, b) VALUES (?, ?) ON CONFLICT (a) DO NOTHING')).toEqual([
      'INSERT INTO t (b, a) VALUES (?, ?) ON CONFLICT (a) DO NOTHING',
      'INSERT INTO t (a, b) VALUES (?, ?) ',
    ]);
  });

  it('swap assigned columns, keep stored values, and lose or change OR IGNORE', () => {
    const sql = 'UPDATE OR IGNORE t SET a = ?, b = ?, c = CURRENT_TIMESTAMP';
    expect(statementsOf(sql).sort()).toEqual(
      [
        'UPDATE  t SET a = ?, b = ?, c = CURRENT_TIMESTAMP',
        'UPDATE OR REPLACE t SET a = ?, b = ?, c = CURRENT_TIMESTAMP',
        'UPDATE OR IGNORE t SET b = ?, a = ?, c = CURRENT_TIMESTAMP',
        'UPDATE OR IGNORE t SET a = coalesce(a, ?), b = ?, c = CURRENT_TIMESTAMP',
        'UPDATE OR IGNORE t SET a = ?, b = coalesce(b, ?), c = CURRENT_TIMESTAMP',
        'UPDATE OR IGNORE t SET a = ?, b = ?',
        'UPDATE OR IGNORE t SET a = ?, b = ?, c = NULL',
        "UPDATE OR IGNORE t SET a = ?, b = ?, c = '2001-02-03 04:05:06'",
      ].sort(),
    );
  });
});

describe('definitions', () => {
  it('lose columns, constraints and indexes', () => {
    const sql =
      'CREATE TABLE t (a TEXT NOT NULL UNIQUE, b INTEGER DEFAULT 1); CREATE INDEX i ON t (a)';
    expect(statementsOf(sql).sort()).toEqual(
      [
        sql.replace('a TEXT NOT NULL UNIQUE, ', ''),
        sql.replace(', b INTEGER DEFAULT 1', ''),
        sql.replace('TEXT', 'INTEGER'),
        sql.replace('INTEGER', 'TEXT'),
        sql.replace(' NOT NULL', ''),
        sql.replace(' UNIQUE', ''),
        sql.replace(' DEFAULT 1', ''),
        sql.replace('DEFAULT 1', 'DEFAULT 2'),
        sql.replace('DEFAULT 1', 'DEFAULT 0'),
        sql.replace('CREATE INDEX i ON t (a)', ''),
      ].sort(),
    );
  });

  it('lose the parts of a primary key', () => {
    const sql = 'CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT)';
    expect(statementsOf(sql)).toEqual(
      expect.arrayContaining([
        'CREATE TABLE t (id INTEGER PRIMARY KEY)',
        'CREATE TABLE t (id INTEGER)',
      ]),
    );
  });

  it('lose triggers or have other trigger bodies', () => {
    const trigger =
      'CREATE TRIGGER r AFTER INSERT ON t BEGIN UPDATE n SET a = a + 1 WHERE b = c; END';
    const sql = `${trigger}; DELETE FROM t WHERE d = e`;
    expect(statementsOf(sql)).toEqual(
      expect.arrayContaining([
        sql.replace(trigger, ''),
        sql.replace('+', '-'),
        sql.replace('b = c', '(b = c AND 0)'),
        sql.replace('d = e', '(d = e AND 0)'),
      ]),
    );
  });
});
