/**
 * Encoding of parameters for PostgreSQL. The type of a value depends on the place of its
 * placeholder. Next to a column it is a text, because the column decides how it is compared or
 * stored; in a calculation it is a number; elsewhere it is JSON, which keeps numbers and texts
 * apart. In a part of a UNION it has the type of the value. All values are sent in the protocol's text format.
 */
import type { SqlParameter } from './values.js';

/** A text that PostgreSQL cannot store: it contains U+0000. */
export class UnstorableTextError extends Error {
  override readonly name = 'UnstorableTextError';
}

/**
 * The use of a placeholder's value in its statement, which decides its type. Beside a column of
 * integers or reals (`bigint`, `double`), a value that reads as a number of the column's type is
 * sent as one: the database then need not look at its text.
 */
export type ParameterRole =
  | 'text'
  | 'bigint'
  | 'double'
  | 'number'
  | 'integer'
  | 'dynamic'
  | 'own'
  | 'untyped';

/** The role of a value beside a column. */
export function roleBeside(columnType: string | undefined): 'text' | 'bigint' | 'double' {
  if (columnType === 'bigint') return 'bigint';
  return columnType === 'double precision' ? 'double' : 'text';
}

const plainTexts: Partial<Record<ParameterRole, RegExp>> = {
  bigint: /^-?\d{1,18}$/,
  double: /^-?\d{1,15}(?:\.\d{1,15})?$/,
};

/** Whether a role belongs to a value beside a column of integers or reals. */
export const isBesideColumn = (role: ParameterRole): boolean => plainTexts[role] !== undefined;

/** Whether a value reads as a number of its role's column; true for roles without a column. */
export function fitsColumn(value: SqlParameter, role: ParameterRole): boolean {
  const plain = plainTexts[role];
  if (plain === undefined || value === null) return true;
  if (typeof value === 'string') return plain.test(value);
  return (
    isShort(value) || (role === 'double' && typeof value === 'number' && Number.isFinite(value))
  );
}

/** Whether a value is an integer that both types of columns represent exactly. */
const isShort = (value: SqlParameter): boolean =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value));

/** PostgreSQL's maximum number of parameters. */
export const mostParameters = 65_535;

/** Delimits the number of a slot in translated SQL, before and after it. */
export const slotMark = '\0';

/** A parameter of the translated statement. */
export interface ParameterSlot {
  /** Number of its placeholder in the original statement, from 0; -1 for a constant. */
  readonly source: number;
  readonly role: ParameterRole;
  /** A number from the text of the statement, in place of a placeholder's value. */
  readonly constant?: bigint;
}

/** A value in the text format, and its type in the statement; undefined for an inferred type. */
interface EncodedParameter {
  readonly value: string | null;
  readonly type: string | undefined;
}

/** A real as SQLite writes it; read again, the text gives the same number. */
export function realText(value: number): string {
  // Out of range, which reads as infinity: SQL has no numeric literal for it.
  if (!Number.isFinite(value)) return value < 0 ? '-9e999' : '9e999';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e15)) {
    return value
      .toExponential()
      .replace(/^-?\d(?=e)/, '$&.0')
      .replace(/(?<=e[-+])\d$/, '0$&');
  }
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

function textOf(value: SqlParameter): string | null {
  if (value === null || typeof value === 'string') return value;
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (typeof value === 'bigint') return String(value);
  return Number.isNaN(value) ? null : realText(value);
}

const leadingNumber = /^[ \t\n\v\f\r]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/i;

/** The number that SQLite calculates with: of a text its numeric prefix, or 0. */
function toNumber(value: SqlParameter): number | bigint | null {
  if (value === null || typeof value === 'bigint' || typeof value === 'number') return value;
  const [, digits = '0'] = leadingNumber.exec(value.toString()) ?? [];
  const isInteger = /^[-+]?\d{1,18}$/.test(digits);
  return isInteger ? BigInt(digits.replace('+', '')) : Number(digits);
}

function encodeNumber(value: SqlParameter): EncodedParameter {
  const number = toNumber(value);
  if (typeof number !== 'number') {
    return { value: number === null ? null : String(number), type: 'bigint' };
  }
  const text = Number.isNaN(number) ? null : String(number);
  return { value: text, type: 'double precision' };
}

const wholeNumber = /^[ \t\n\v\f\r]*[-+]?\d{1,18}(?:\.0*)?[ \t\n\v\f\r]*$/;

function encodeInteger(value: SqlParameter, position: number): EncodedParameter {
  const text = value === null ? '' : value.toString();
  if (!wholeNumber.test(text)) {
    throw new Error(
      `SQL parameter ${position} must be a whole number, not ${JSON.stringify(text)}`,
    );
  }
  return { value: String(BigInt(text.trim().replace(/\.0*$|^\+/g, ''))), type: 'bigint' };
}

function encodeDynamic(value: SqlParameter): EncodedParameter {
  const isText = typeof value === 'string';
  return { value: isText ? JSON.stringify(value) : textOf(value), type: 'jsonb' };
}

function ownTypeOf(value: SqlParameter): string | undefined {
  if (typeof value === 'bigint') return 'bigint';
  if (typeof value === 'number') return 'double precision';
  return value === null ? undefined : 'text';
}

/**
 * Encodes a value for the server.
 *
 * @param position number of its placeholder, counted from 1
 * @throws UnstorableTextError for a text with U+0000
 * @throws Error for a value that is not a whole number where the role requires one
 */
export function encodeParameter(
  value: SqlParameter,
  role: ParameterRole,
  position: number,
): EncodedParameter {
  if (typeof value === 'string' && value.includes('\0')) {
    throw new UnstorableTextError(
      `SQL parameter ${position} contains U+0000, which PostgreSQL cannot store`,
    );
  }
  if (role === 'bigint') return { value: textOf(value), type: 'bigint' };
  if (role === 'double') return { value: textOf(value), type: 'double precision' };
  if (role === 'number') return encodeNumber(value);
  if (role === 'integer') return encodeInteger(value, position);
  if (role === 'untyped') return { value: textOf(value), type: undefined };
  if (Buffer.isBuffer(value)) return { value: textOf(value), type: 'bytea' };
  if (role === 'dynamic') return encodeDynamic(value);
  if (role === 'own') return { value: textOf(value), type: ownTypeOf(value) };
  return { value: textOf(value), type: 'text' };
}

/** The usual type of values in a role, for which a statement's text is assembled in advance. */
export function usualType(role: ParameterRole): string | undefined {
  if (role === 'bigint' || role === 'number' || role === 'integer' || role === 'own')
    return 'bigint';
  if (role === 'double') return 'double precision';
  if (role === 'dynamic') return 'jsonb';
  return role === 'text' ? 'text' : undefined;
}
