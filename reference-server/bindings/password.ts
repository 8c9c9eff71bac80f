/** Passwords as they may be stored: salted hashes made by scrypt (RFC 7914). */
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';

/** Cost parameters: OWASP's recommendation for 16 MiB of memory. */
interface Cost {
  /** The binary logarithm of scrypt's N. */
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

const currentCost: Cost = { ln: 14, r: 8, p: 5 };

/** Bytes that a hash may take, one that was made elsewhere too: four times what ours take. */
const maximumMemory = 4 * 128 * 2 ** currentCost.ln * currentCost.r;
const maximumParallelism = 16;
const saltBytes = 16;
const hashBytes = 32;

/** The PHC string format: `$scrypt$ln=14,r=8,p=5$<salt>$<hash>`. */
const storedForm = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]{16,})$/;

function derive(password: string, salt: Buffer, length: number, { ln, r, p }: Cost): Buffer {
  const options = { N: 2 ** ln, r, p, maxmem: maximumMemory };
  return scryptSync(Buffer.from(password, 'latin1'), salt, length, options);
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

/** Hashes a password, a byte string, with a new salt. Takes some tenths of a second on purpose. */
export function hashPassword(password: string): string {
  const salt = randomBytes(saltBytes);
  const { ln, r, p } = currentCost;
  const hash = derive(password, salt, hashBytes, currentCost);
  return `$scrypt$ln=${ln},r=${r},p=${p}$${encode(salt)}$${encode(hash)}`;
}

/** Whether a stored hash was made from the password; false for a text that is no usable hash. */
export function verifyPassword(password: string, stored: string): boolean {
  const match = storedForm.exec(stored);
  if (match === null) return false;
  const [ln = 0, r = 0, p = 0] = match.slice(1, 4).map(Number);
  const [salt = '', hash = ''] = match.slice(4);
  const expected = Buffer.from(hash, 'base64');
  if (p > maximumParallelism) return false;
  try {
    const actual = derive(password, Buffer.from(salt, 'base64'), expected.length, { ln, r, p });
    return timingSafeEqual(actual, expected);
  } catch {
    // scrypt refuses parameters that are wrong or ask for too much memory.
    return false;
  }
}
