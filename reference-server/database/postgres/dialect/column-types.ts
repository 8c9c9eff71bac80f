/**
 * The types of PostgreSQL that columns have, by the names of types that SQLite takes. In a column of
 * `jsonb` each value has a type of its own, as in every column of SQLite.
 */

/** A type of columns on PostgreSQL. */
export type ColumnType =
  | 'bigint'
  | 'double precision'
  | 'text'
  | 'bytea'
  | 'jsonb'
  | 'touchstone.moment';

/** Types that SQLite does not know and stores as they come; their values are texts. */
const texts = /JSON|UUID|ENUM|STRING/;

/** Likewise, but as texts of numbers SQLite would store numbers: these are refused. */
const moments = /DATE|TIME/;

const numbers = /^(?:NUMERIC|DECIMAL|DEC|NUMBER|MONEY)$/;

/** The type for a column's type name. The first rules are SQLite's own, in its order. */
export function columnTypeOf(typeName: string): ColumnType {
  const name = typeName.toUpperCase();
  if (name.includes('INT') && !name.includes('INTERVAL')) return 'bigint';
  if (/CHAR|CLOB|TEXT/.test(name)) return 'text';
  if (name.includes('BLOB') || name === 'BYTEA') return 'bytea';
  if (/REAL|FLOA|DOUB/.test(name)) return 'double precision';
  if (name.startsWith('BOOL') || name === 'BIT') return 'bigint';
  if (numbers.test(name)) return 'double precision';
  if (moments.test(name)) return 'touchstone.moment';
  return texts.test(name) ? 'text' : 'jsonb';
}
