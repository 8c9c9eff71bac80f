/**
 * Conversion of values between Wren and SQL: numbers and integers or reals, strings and texts, null
 * and null; a blob is a string of its bytes (https://sqlite.org/datatype3.html).
 */
import { isUtf8 } from 'node:buffer';
import { abort, charge, classOf, toBytes, type Value, wrenNull } from '../../interpreter/index.js';

/** A parameter of a statement. A number is bound as REAL, a bigint as INTEGER. */
export type SqlParameter = number | bigint | string | Buffer | null;

/** The value of one column of a row. */
export type SqlCell = number | string | Buffer | null;

const nonAscii = /[\x80-\xff]/;

/** Text, or a blob when the bytes are not valid UTF-8: no byte is lost. */
function stringToSql(text: string): string | Buffer {
  if (!nonAscii.test(text)) return text;
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : bytes;
}

/** A whole number is bound as INTEGER: as REAL, a text column would store `5.0`. */
function numberToSql(value: number): number | bigint {
  return Number.isSafeInteger(value) ? BigInt(value) : value;
}

/**
 * The SQL value of a Wren value; `true` and `false` become 1 and 0.
 *
 * @param position of its placeholder, counted from 1
 * @throws WrenAbort for an object without a type in SQL
 */
export function toSql(value: Value, position: number): SqlParameter {
  if (typeof value === 'string') return stringToSql(value);
  if (typeof value === 'number') return numberToSql(value);
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (value === wrenNull) return null;
  const kind = classOf(value).name;
  return abort(
    `SQL parameter ${position} must be a string, a number, a bool or null, not of class ${kind}.`,
  );
}

/** Minimum length at which each conversion of a cell is charged, in characters or bytes. */
const longCell = 2 ** 12;

/** The Wren value of a cell. An integer beyond 2^53 becomes the nearest Wren number. */
export function fromSql(cell: SqlCell): Value {
  if (typeof cell === 'number') return cell;
  if (cell === null) return wrenNull;
  if (cell.length >= longCell) charge(cell.length);
  return typeof cell === 'string' ? toBytes(cell) : cell.toString('latin1');
}
