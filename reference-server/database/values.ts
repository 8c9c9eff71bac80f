/**
 * Values on their way between Wren and SQL, types kept: integer and real are numbers, text is a
 * string, null is null, a blob is a string of its bytes.
 */
import { isUtf8 } from 'node:buffer';
import { abort, charge, classOf, toBytes, type Value, wrenNull } from '../../interpreter/index.js';

/** What a statement takes. A number is bound as REAL, a bigint as INTEGER. */
export type SqlParameter = number | bigint | string | Buffer | null;

/** What a column of a row holds. */
export type SqlCell = number | string | Buffer | null;

const nonAscii = /[\x80-\xff]/;

/** Text, or a blob when the bytes are not valid UTF-8, so that no byte is lost. */
function stringToSql(text: string): string | Buffer {
  if (!nonAscii.test(text)) return text;
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : bytes;
}

/** A whole number is bound as INTEGER: as REAL it would arrive in a text column as `5.0`. */
function numberToSql(value: number): number | bigint {
  return Number.isSafeInteger(value) ? BigInt(value) : value;
}

/**
 * The SQL value of a Wren value; `true` and `false` become 1 and 0.
 *
 * @param position which placeholder it is for, counted from 1
 * @throws WrenAbort for an object that SQL has no type for
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

/** Conversions of longer cells are paid for, each time that a script asks for one. */
const longCell = 2 ** 12;

/**
 * The Wren value of a cell. An integer beyond 2^53 has become the nearest number that a Wren
 * number can hold.
 */
export function fromSql(cell: SqlCell): Value {
  if (typeof cell === 'number') return cell;
  if (cell === null) return wrenNull;
  if (cell.length >= longCell) charge(cell.length);
  return typeof cell === 'string' ? toBytes(cell) : cell.toString('latin1');
}
