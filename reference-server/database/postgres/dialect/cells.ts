/** The cells of a result, as PostgreSQL sends them in its text format, as on SQLite. */

/** What a column of a row holds. */
export type SqlCell = number | string | Buffer | null;

/** The types' numbers in PostgreSQL's catalog, which never change. */
const types = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  oid: 26,
  json: 114,
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

/** `YYYY-MM-DD HH:MM:SS`: of other sessions' zones, the time in UTC. */
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
  [types.bool, (text) => (text === 't' ? 1 : 0)],
  [types.bytea, (text) => Buffer.from(text.slice(2), 'hex')],
  [types.jsonb, fromJson],
  [types.timestamp, fromTimestamp],
  [types.timestamptz, fromTimestamp],
  ...[types.int2, types.int4, types.int8, types.oid, types.float4, types.float8, types.numeric].map(
    (type) => [type, toNumber] as const,
  ),
]);

const asIs = (text: string): SqlCell => text;

/**
 * How the cells of a column are read, by the number of its type. Types that SQLite does not have
 * come as their texts.
 */
export function cellReader(type: number): (text: string) => SqlCell {
  return readers.get(type) ?? asIs;
}
