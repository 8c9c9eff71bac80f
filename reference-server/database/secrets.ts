/**
 * API keys and bearer tokens in a project's database. The columns of a table say what it stores: with
 * `key_hash` and `key_prefix` it stores hashes; with `key`, as in the specification (§2), the keys
 * themselves, because scripts copied from the specification compare that column with the value that
 * the client has sent (§5.1).
 *
 * SHA-256 without salt is enough: a secret has 256 random bits, too many to guess it or to compute
 * hashes in advance. A slow hash, as for passwords, would slow down every request. How long SQL
 * takes to compare hashes may depend on what they have in common. That reveals at most something
 * about a stored hash, from which the secret cannot be computed.
 */
import { hash, randomBytes } from 'node:crypto';
import { toBytes } from '../../interpreter/index.js';
import { ProjectError } from '../project/errors.js';
import { type Database, type Session, unlimitedUser } from './database.js';
import type { SqlParameter } from './values.js';

/** A kind of secrets and its table. */
export interface SecretKind {
  /** The word for one of them in messages, and the name of the specification's column. */
  readonly noun: 'key' | 'token';
  readonly table: string;
  /** How new secrets begin. */
  readonly mark: string;
}

/** What may be shown of a stored secret. */
export interface StoredSecret {
  readonly id: number;
  /** Its first characters: nine for a secret made here, fewer for a short one. */
  readonly prefix: string;
}

const randomLength = 32;

/** At most a fifth: more of a short secret, which a person chose, would help to guess it. */
function prefixOf(secret: string): string {
  const characters = [...secret];
  return characters.slice(0, Math.min(9, Math.floor(characters.length / 5))).join('');
}

/** Makes a new random secret. */
export function makeSecret({ mark }: SecretKind): string {
  return mark + randomBytes(randomLength).toString('base64url');
}

/** The prefix of a secret as lists show it. */
export function showPrefix(prefix: string): string {
  return `${prefix}…`;
}

/** The secrets of one kind in a database. */
export class Secrets {
  readonly #session: Session;
  readonly #kind: SecretKind;
  readonly #hasHashes: boolean;
  /** The column that identifies a row; in a file, every table has `rowid`. */
  readonly #id: 'id' | 'rowid';

  private constructor(session: Session, kind: SecretKind, columns: ReadonlySet<string>) {
    this.#session = session;
    this.#kind = kind;
    this.#hasHashes = columns.has(`${kind.noun}_hash`);
    this.#id = columns.has('id') ? 'id' : 'rowid';
  }

  /** @throws ProjectError when the table lacks the columns for secrets */
  static async of(
    database: Database,
    kind: SecretKind,
    session = database.openSession(unlimitedUser),
  ): Promise<Secrets> {
    const { noun, table } = kind;
    const columns = await database.columnsOf(table);
    const [hash, prefix] = [`${noun}_hash`, `${noun}_prefix`];
    const hasColumns = columns.has(hash) ? columns.has(prefix) : columns.has(noun);
    if (hasColumns && (columns.has('id') || database.engine === 'sqlite')) {
      return new Secrets(session, kind, columns);
    }
    const place = `The table "${table}" in the database "${database.name}"`;
    throw new ProjectError(
      hasColumns
        ? `${place} needs a column "id".`
        : `${place} needs a column "${noun}", or the columns "${hash}" and "${prefix}".`,
    );
  }

  /** Stores a secret in a new row, with values for other columns. */
  async insert(secret: string, others: Readonly<Record<string, string | number>>): Promise<void> {
    const { noun, table } = this.#kind;
    const own = this.#hasHashes
      ? { [`${noun}_hash`]: hash('sha256', secret), [`${noun}_prefix`]: prefixOf(secret) }
      : { [noun]: secret };
    const row = { ...own, ...others };
    const names = Object.keys(row);
    const insert = `INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`;
    await this.#session.run(insert, Object.values(row).map(toParameter));
  }

  /** Changes rows, by an assignment in SQL. */
  async update(rows: readonly StoredSecret[], assignment: string): Promise<void> {
    const update = `UPDATE ${this.#kind.table} SET ${assignment} WHERE ${this.#id} = ?`;
    for (const { id } of rows) await this.#session.run(update, [BigInt(id)]);
  }

  /**
   * All rows, the oldest first.
   *
   * @param columns SQL expressions to select beside the id and the prefix
   */
  list<Others>(columns: readonly string[]): Promise<(StoredSecret & Others)[]> {
    return this.#select<Others>(columns, '1 = 1');
  }

  /**
   * The rows that a name stands for: the one with that id, else those with that secret, else the one
   * with that prefix.
   *
   * @throws ProjectError when several secrets have the prefix
   */
  async find(name: string): Promise<StoredSecret[]> {
    const { noun } = this.#kind;
    const byId = await this.#select([], `CAST(${this.#id} AS TEXT) = ?`, name);
    if (byId.length > 0) return byId;
    const [column, stored] = this.#hasHashes
      ? [`${noun}_hash`, hash('sha256', name)]
      : [noun, name];
    const bySecret = await this.#select([], `${column} = ?`, stored);
    return bySecret.length > 0 ? bySecret : this.#findByPrefix(name.replace(/…$/, ''));
  }

  async #findByPrefix(prefix: string): Promise<StoredSecret[]> {
    const { noun } = this.#kind;
    const condition = `substr(${this.#shown}, 1, ?) = ?`;
    const longer = await this.#select([], condition, [...prefix].length, prefix);
    const found = prefix === '' ? [] : longer.filter((row) => row.prefix === prefix);
    if (found.length <= 1) return found;
    const ids = found.map(({ id }) => id).join(', ');
    throw new ProjectError(
      `Several ${noun}s begin with "${prefix}". Name one by its id: ${ids}.`,
      1,
    );
  }

  /** The column that prefixes are taken from. */
  get #shown(): string {
    const { noun } = this.#kind;
    return this.#hasHashes ? `${noun}_prefix` : noun;
  }

  async #select<Others>(
    columns: readonly string[],
    condition: string,
    ...values: (string | number)[]
  ): Promise<(StoredSecret & Others)[]> {
    const prefix = `coalesce(CAST(${this.#shown} AS TEXT), '') AS prefix`;
    const selected = [`${this.#id} AS id`, prefix, ...columns].join();
    const select = `SELECT ${selected} FROM ${this.#kind.table} WHERE ${condition} ORDER BY ${this.#id}`;
    const found = await this.#session.all(toBytes(select), values.map(toParameter));
    const rows = found.map((row) => row.toObject() as StoredSecret & Others);
    if (this.#hasHashes) return rows;
    return rows.map((row) => ({ ...row, prefix: prefixOf(row.prefix) }));
  }
}

/** A whole number is bound as INTEGER: as REAL it would arrive in a text column as `5.0`. */
function toParameter(value: string | number): SqlParameter {
  return typeof value === 'number' ? BigInt(value) : value;
}
