/**
 * Types of columns: PostgreSQL's type for each type name in SQLite's SQL, and the JavaScript value
 * of each cell that PostgreSQL returns.
 */
import type { SqlCell } from './values.js';

/**
 * A type of columns on PostgreSQL. In a column of `jsonb` each value has its own type, as in every
 * column of SQLite.
 */
export type ColumnType =
  | 'bigint'
  | 'double precision'
  | 'text'
  | 'bytea'
  | 'jsonb'
  | 'touchstone.moment';

/** Type names without a meaning in SQLite; their values are texts. */
const textTypes = /JSON|UUID|ENUM|STRING/;

/** Type names of times. SQLite would store texts of numbers as numbers there: they are refused. */
const momentTypes = /DATE|TIME/;

const numberTypes = /^(?:NUMERIC|DECIMAL|DEC|NUMBER|MONEY)$/;

/**
 * The column type for a type name. The first rules are SQLite's own, in its order
 * (https://sqlite.org/datatype3.html, 3.1).
 */
export function columnTypeOf(typeName: string): ColumnType {
  const name = typeName.toUpperCase();
  if (name.includes('INT') && !name.includes('INTERVAL')) return 'bigint';
  if (/CHAR|CLOB|TEXT/.test(name)) return 'text';
  if (name.includes('BLOB') || name === 'BYTEA') return 'bytea';
  if (/REAL|FLOA|DOUB/.test(name)) return 'double precision';
  if (name.startsWith('BOOL') || name === 'BIT') return 'bigint';
  if (numberTypes.test(name)) return 'double precision';
  if (momentTypes.test(name)) return 'touchstone.moment';
  return textTypes.test(name) ? 'text' : 'jsonb';
}

/** OIDs of types in PostgreSQL's catalogue `pg_type`; they never change. */
const oids = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  oid: 26,
  float4: 700,
  float8: 701,
  timestamp: 1114,
  timestamptz: 1184,
  numeric: 1700,
  jsonb: 3802,
} as const;

/** Integers beyond 2^53 become the nearest number, as on SQLite. */
const toNumber = (text: string): number => Number(text);

function fromJson(text: string): SqlCell {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'number' || typeof value === 'string' || value === null) return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return text;
}

/** `YYYY-MM-DD HH:MM:SS` in UTC; a text with another offset is converted. */
function fromTimestamp(text: string): string {
  const [, time = text, zone] =
    /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?)([-+]\d\d(?::?\d\d)?)?$/.exec(text) ?? [];
  if (zone === undefined || /^\+00(?::?00)?$/.test(zone)) return time.replace(/\.\d+$/, '');
  const offset = zone.length === 3 ? `${zone}:00` : zone;
  const moment = new Date(`${time.replace(' ', 'T')}${offset}`);
  return moment.toISOString().slice(0, 19).replace('T', ' ');
}

const readers: ReadonlyMap<number, (text: string) => SqlCell> = new Map<
  number,
  (text: string) => SqlCell
>([
  [oids.bool, (text) => (text === 't' ? 1 : 0)],
  [oids.bytea, (text) => Buffer.from(text.slice(2), 'hex')],
  [oids.jsonb, fromJson],
  [oids.timestamp, fromTimestamp],
  [oids.timestamptz, fromTimestamp],
  ...[oids.int2, oids.int4, oids.int8, oids.oid, oids.float4, oids.float8, oids.numeric].map(
    (type) => [type, toNumber] as const,
  ),
]);

const unchanged = (text: string): SqlCell => text;

/**
 * The function that reads a cell in PostgreSQL's text format. A cell of a type that SQLite does not
 * have becomes its text.
 *
 * @param type OID of the column's type
 */
export function cellReader(type: number): (text: string) => SqlCell {
  return readers.get(type) ?? unchanged;
}
