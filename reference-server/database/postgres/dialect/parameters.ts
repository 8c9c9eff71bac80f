/**
 * The values of a statement's placeholders on their way to PostgreSQL. What a value becomes depends
 * on its place: next to a column, the column decides what it is compared with or stored as, so that
 * it travels as text; where it is calculated with, it travels as a number; where nothing else
 * decides, as JSON, which keeps numbers and texts apart. All are sent as text.
 */

/** A value of a statement, as on SQLite: a bigint is an INTEGER, a number a REAL. */
export type SqlValue = number | bigint | string | Buffer | null;

/** What the place of a placeholder asks of its value. */
export type Role = 'text' | 'number' | 'integer' | 'dynamic' | 'untyped';

/** A place of a placeholder in a translated statement. */
export interface Slot {
  /** Which placeholder of the original it stands for, from 0. */
  readonly source: number;
  readonly role: Role;
  /** The value of a number that the text contains, in place of a placeholder's. */
  readonly constant?: bigint;
}

/** A value as the driver sends it, and its type in the statement; undefined for an inferred one. */
interface Sent {
  readonly value: string | null;
  readonly type: string | undefined;
}

/** How SQLite writes a real as text; what it reads of that is the same number. */
export function realText(value: number): string {
  // Beyond all numbers: texts for infinity are no numbers in SQL.
  if (!Number.isFinite(value)) return value < 0 ? '-9e999' : '9e999';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e15)) {
    const [digits = '', exponent = ''] = value.toExponential().split('e');
    const [, sign = '', power = ''] = /^([-+])(\d+)$/.exec(exponent) ?? [];
    return `${digits.includes('.') ? digits : `${digits}.0`}e${sign}${power.padStart(2, '0')}`;
  }
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

function textOf(value: SqlValue): string | null {
  if (value === null || typeof value === 'string') return value;
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (typeof value === 'bigint') return String(value);
  return Number.isNaN(value) ? null : realText(value);
}

const leadingNumber = /^[ \t\n\v\f\r]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/i;

/** What SQLite calculates with: of a text the number that it begins with, or 0. */
function toNumber(value: SqlValue): number | bigint | null {
  if (value === null || typeof value === 'bigint' || typeof value === 'number') return value;
  const [, digits = '0'] = leadingNumber.exec(value.toString()) ?? [];
  const isInteger = /^[-+]?\d{1,18}$/.test(digits);
  return isInteger ? BigInt(digits.replace('+', '')) : Number(digits);
}

function sendNumber(value: SqlValue): Sent {
  const number = toNumber(value);
  if (typeof number !== 'number') {
    return { value: number === null ? null : String(number), type: 'bigint' };
  }
  const text = Number.isNaN(number) ? null : String(number);
  return { value: text, type: 'double precision' };
}

const wholeNumber = /^[ \t\n\v\f\r]*[-+]?\d{1,18}(?:\.0*)?[ \t\n\v\f\r]*$/;

function sendInteger(value: SqlValue, position: number): Sent {
  const text = value === null ? '' : value.toString();
  if (!wholeNumber.test(text)) {
    throw new Error(
      `SQL parameter ${position} must be a whole number, not ${JSON.stringify(text)}`,
    );
  }
  return { value: String(BigInt(text.trim().replace(/\.0*$|^\+/g, ''))), type: 'bigint' };
}

function sendDynamic(value: SqlValue): Sent {
  const isText = typeof value === 'string';
  return { value: isText ? JSON.stringify(value) : textOf(value), type: 'jsonb' };
}

/**
 * A value as it is sent.
 *
 * @param position which placeholder it is for, counted from 1
 * @throws Error for a text with U+0000, which PostgreSQL cannot hold, and for a value that is no
 *   whole number where one is needed
 */
export function send(value: SqlValue, role: Role, position: number): Sent {
  if (typeof value === 'string' && value.includes('\0')) {
    throw new Error(`SQL parameter ${position} contains U+0000, which PostgreSQL cannot store`);
  }
  if (role === 'number') return sendNumber(value);
  if (role === 'integer') return sendInteger(value, position);
  if (role === 'untyped') return { value: textOf(value), type: undefined };
  if (Buffer.isBuffer(value)) return { value: textOf(value), type: 'bytea' };
  if (role === 'dynamic') return sendDynamic(value);
  return { value: textOf(value), type: 'text' };
}

/** The types that most values have, for which a statement's text is made beforehand. */
export function usualType(role: Role): string | undefined {
  if (role === 'number' || role === 'integer') return 'bigint';
  if (role === 'dynamic') return 'jsonb';
  return role === 'text' ? 'text' : undefined;
}
