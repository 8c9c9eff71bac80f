/** Values of SQLite (https://sqlite.org/datatype3.html) as JavaScript values. */

/** The value of a placeholder: a `bigint` is an integer, a `number` a real. */
export type SqlParameter = string | number | bigint | Buffer | null;

/** The value of a cell: an integer beyond 2^53 becomes the nearest number. */
export type SqlCell = string | number | Buffer | null;
