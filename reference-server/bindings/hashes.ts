/** Hashes for scripts: salted scrypt hashes of passwords (RFC 7914), and SHA-256. */
import {
  createHash,
  hash,
  randomBytes,
  type ScryptOptions,
  scrypt,
  scryptSync,
  timingSafeEqual,
} from 'node:crypto';
import { forEachPiece, pieceLength } from '../formats/text-pieces.js';
import { HashQueue } from './hash-queue.js';

/** Cost parameters of scrypt. */
interface Cost {
  /** Binary logarithm of scrypt's N. */
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/** OWASP's recommendation for 16 MiB of memory. */
const currentCost: Cost = { ln: 14, r: 8, p: 5 };

/** Blocks that scrypt mixes, which determine its time. */
function workOf({ ln, r, p }: Cost): number {
  return 2 ** ln * r * p;
}

/** Limits of a stored hash: four times the memory, in bytes, and the work of the current cost. */
const maximumMemory = 4 * 128 * 2 ** currentCost.ln * currentCost.r;
const maximumWork = 4 * workOf(currentCost);
const saltBytes = 16;
const hashBytes = 32;

/** The PHC string format: `$scrypt$ln=14,r=8,p=5$<salt>$<hash>`. */
const storedForm =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]{1,128})\$([\w+/]{16,128})$/;

/** Arguments of scrypt besides the password. */
interface Recipe {
  readonly salt: Buffer;
  /** Length of the hash, in bytes. */
  readonly length: number;
  readonly cost: Cost;
}

/** A parsed hash. */
interface StoredHash extends Recipe {
  readonly hash: Buffer;
}

function toOptions({ cost: { ln, r, p } }: Recipe): ScryptOptions {
  return { N: 2 ** ln, r, p, maxmem: maximumMemory };
}

function deriveSync(password: string, recipe: Recipe): Buffer {
  const { salt, length } = recipe;
  return scryptSync(Buffer.from(password, 'latin1'), salt, length, toOptions(recipe));
}

const queue = new HashQueue();

/** Runs in a different thread, see `HashQueue`. */
function deriveAsync(password: string, recipe: Recipe, deadline: number): Promise<Buffer> {
  return queue.run(deadline, () => deriveInThread(password, recipe));
}

function deriveInThread(password: string, recipe: Recipe): Promise<Buffer> {
  const { salt, length } = recipe;
  return new Promise((resolve, reject) => {
    const finish = (error: Error | null, hash: Buffer): void => {
      if (error === null) resolve(hash);
      else reject(error);
    };
    scrypt(Buffer.from(password, 'latin1'), salt, length, toOptions(recipe), finish);
  });
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

function makeRecipe(): Recipe {
  return { salt: randomBytes(saltBytes), length: hashBytes, cost: currentCost };
}

function format({ salt, cost: { ln, r, p } }: Recipe, hash: Buffer): string {
  return `$scrypt$ln=${ln},r=${r},p=${p}$${encode(salt)}$${encode(hash)}`;
}

/** Parses a stored hash; undefined for a text that is not a usable hash. */
function parse(stored: string): StoredHash | undefined {
  const match = storedForm.exec(stored);
  if (match === null) return undefined;
  const [ln, r, p, salt, text] = match.slice(1) as [string, string, string, string, string];
  const cost: Cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  if (workOf(cost) > maximumWork) return undefined;
  const hash = Buffer.from(text, 'base64');
  return { salt: Buffer.from(salt, 'base64'), length: hash.length, cost, hash };
}

/** Hashes a password, a byte string, with a new salt. Takes some tenths of a second by design. */
export function hashPassword(password: string): string {
  const recipe = makeRecipe();
  return format(recipe, deriveSync(password, recipe));
}

/** Same as `hashPassword`, without blocking the process; never settles after the deadline. */
export async function hashPasswordAsync(password: string, deadline: number): Promise<string> {
  const recipe = makeRecipe();
  return format(recipe, await deriveAsync(password, recipe, deadline));
}

/** Whether a stored hash was made from the password; false for a text that is not a usable hash. */
export function verifyPassword(password: string, stored: string): boolean {
  const known = parse(stored);
  if (known === undefined) return false;
  try {
    return timingSafeEqual(deriveSync(password, known), known.hash);
  } catch {
    // scrypt rejects invalid parameters and those that require too much memory.
    return false;
  }
}

/** Same as `verifyPassword`, without blocking the process; never settles after the deadline. */
export async function verifyPasswordAsync(
  password: string,
  stored: string,
  deadline: number,
): Promise<boolean> {
  const known = parse(stored);
  if (known === undefined) return false;
  try {
    return timingSafeEqual(await deriveAsync(password, known, deadline), known.hash);
  } catch {
    return false;
  }
}

/** Number of cached texts, and their maximum length. */
const mostTexts = 256;
const longestText = 128;

/**
 * Cache of hashes of short texts. Scripts hash the key or token of each request, and most clients
 * repeat it; hashing it each time takes 6 % of a read by id. The texts stay in memory only.
 */
export class RecentHashes {
  readonly #hashes = new Map<string, string>();

  /** SHA-256 of a text in UTF-8, in hexadecimal. */
  find(text: string): string {
    if (text.length > longestText) return hash('sha256', text);
    const known = this.#hashes.get(text);
    if (known !== undefined) return known;
    const digest = hash('sha256', text);
    if (this.#hashes.size >= mostTexts) this.#hashes.clear();
    // A copy: a slice would keep the larger text in memory.
    this.#hashes.set(Buffer.from(text).toString(), digest);
    return digest;
  }
}

const nonAscii = /[\x80-\xff]/;

const recentHashes = new RecentHashes();

/** SHA-256 in hexadecimal of a byte string. */
export function sha256(text: string): string {
  // One call, without a copy where possible, takes a quarter of the time of hashing in pieces.
  if (text.length <= pieceLength) {
    return nonAscii.test(text)
      ? hash('sha256', Buffer.from(text, 'latin1'))
      : recentHashes.find(text);
  }
  const pieces = createHash('sha256');
  forEachPiece(
    text,
    (_text, index) => index,
    (piece) => pieces.update(piece, 'latin1'),
  );
  return pieces.digest('hex');
}
