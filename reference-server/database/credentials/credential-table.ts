/**
 * Tables of credentials in a project's database. The columns of a table tell what it stores: with
 * `key_hash` and `key_prefix` it stores hashes; with `key`, as in the specification (§2), the
 * credentials themselves, because scripts copied from the specification compare that column with
 * the value that the client has sent (§5.1).
 *
 * SHA-256 without salt is enough: a credential has 256 random bits, too many to guess it or to
 * compute hashes in advance. A slow hash, as for passwords, would slow down every request. The time
 * in which SQL compares hashes may depend on their common prefix. That reveals at most something
 * about a stored hash, from which the credential cannot be computed.
 */
import { hash, randomBytes } from 'node:crypto';
import { toBytes } from '../../../interpreter/index.js';
import { ProjectError } from '../../project/errors.js';
import { type Database, type QueryRunner, unlimitedUser } from '../database.js';
import type { SqlParameter } from '../values.js';

/** A kind of credentials and its table. */
export interface CredentialKind {
  /** The word for a credential in messages, and the name of the specification's column. */
  readonly noun: 'key' | 'token';
  readonly table: string;
  /** Prefix of all new credentials of this kind. */
  readonly mark: string;
}

/** The columns of a stored credential that may be shown. */
export interface StoredCredential {
  readonly id: number;
  /** First characters: nine of a credential that `makeCredential` made, fewer of a short one. */
  readonly prefix: string;
}

/** Random bytes of a new credential. */
const randomLength = 32;

/** At most a fifth: more of a short credential, which a person chose, would help to guess it. */
function prefixOf(credential: string): string {
  const characters = [...credential];
  return characters.slice(0, Math.min(9, Math.floor(characters.length / 5))).join('');
}

/** A new random credential. */
export function makeCredential({ mark }: CredentialKind): string {
  return mark + randomBytes(randomLength).toString('base64url');
}

/** The prefix of a credential as lists show it. */
export function showPrefix(prefix: string): string {
  return `${prefix}…`;
}

/** The credentials of one kind in a database. */
export class CredentialTable {
  readonly #runner: QueryRunner;
  readonly #kind: CredentialKind;
  readonly #hasHashes: boolean;
  /** The column that identifies a row; every table of SQLite has `rowid`. */
  readonly #id: 'id' | 'rowid';

  private constructor(runner: QueryRunner, kind: CredentialKind, columns: ReadonlySet<string>) {
    this.#runner = runner;
    this.#kind = kind;
    this.#hasHashes = columns.has(`${kind.noun}_hash`);
    this.#id = columns.has('id') ? 'id' : 'rowid';
  }

  /** @throws ProjectError when the table lacks the columns for credentials */
  static async open(
    database: Database,
    kind: CredentialKind,
    runner = database.openQueryRunner(unlimitedUser),
  ): Promise<CredentialTable> {
    const { noun, table } = kind;
    const columns = await database.columnsOf(table);
    const [hashColumn, prefixColumn] = [`${noun}_hash`, `${noun}_prefix`];
    const hasColumns = columns.has(hashColumn) ? columns.has(prefixColumn) : columns.has(noun);
    if (hasColumns && (columns.has('id') || database.engine === 'sqlite')) {
      return new CredentialTable(runner, kind, columns);
    }
    const place = `The table "${table}" in the database "${database.name}"`;
    throw new ProjectError(
      hasColumns
        ? `${place} needs a column "id".`
        : `${place} needs a column "${noun}", or the columns "${hashColumn}" and "${prefixColumn}".`,
    );
  }

  /**
   * Inserts a row for a credential.
   *
   * @param others values of further columns
   */
  async insert(
    credential: string,
    others: Readonly<Record<string, string | number>>,
  ): Promise<void> {
    const { noun, table } = this.#kind;
    const own = this.#hasHashes
      ? { [`${noun}_hash`]: hash('sha256', credential), [`${noun}_prefix`]: prefixOf(credential) }
      : { [noun]: credential };
    const row = { ...own, ...others };
    const names = Object.keys(row);
    const insert = `INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`;
    await this.#runner.run(insert, Object.values(row).map(toParameter));
  }

  /**
   * Updates rows.
   *
   * @param assignment in SQL: `active = 0`
   */
  async update(rows: readonly StoredCredential[], assignment: string): Promise<void> {
    const update = `UPDATE ${this.#kind.table} SET ${assignment} WHERE ${this.#id} = ?`;
    for (const { id } of rows) await this.#runner.run(update, [BigInt(id)]);
  }

  /**
   * All rows, the oldest first.
   *
   * @param columns SQL expressions to select beside the id and the prefix
   */
  list<Others>(columns: readonly string[]): Promise<(StoredCredential & Others)[]> {
    return this.#select<Others>(columns, '1 = 1');
  }

  /**
   * The rows that a name stands for: the row with this id, else all rows with this credential, else
   * the row with this prefix.
   *
   * @throws ProjectError when several credentials have the prefix
   */
  async find(name: string): Promise<StoredCredential[]> {
    const { noun } = this.#kind;
    const byId = await this.#select([], `CAST(${this.#id} AS TEXT) = ?`, name);
    if (byId.length > 0) return byId;
    const [column, stored] = this.#hasHashes
      ? [`${noun}_hash`, hash('sha256', name)]
      : [noun, name];
    const byCredential = await this.#select([], `${column} = ?`, stored);
    return byCredential.length > 0 ? byCredential : this.#findByPrefix(name.replace(/…$/, ''));
  }

  async #findByPrefix(prefix: string): Promise<StoredCredential[]> {
    const { noun } = this.#kind;
    const condition = `substr(${this.#shown}, 1, ?) = ?`;
    const longer = await this.#select([], condition, [...prefix].length, prefix);
    const found = prefix === '' ? [] : longer.filter((row) => row.prefix === prefix);
    if (found.length <= 1) return found;
    const ids = found.map(({ id }) => id).join(', ');
    throw new ProjectError(
      `Several ${noun}s begin with "${prefix}". Give one of these ids: ${ids}.`,
      1,
    );
  }

  /** The column that contains the prefix. */
  get #shown(): string {
    const { noun } = this.#kind;
    return this.#hasHashes ? `${noun}_prefix` : noun;
  }

  async #select<Others>(
    columns: readonly string[],
    condition: string,
    ...values: (string | number)[]
  ): Promise<(StoredCredential & Others)[]> {
    const prefix = `coalesce(CAST(${this.#shown} AS TEXT), '') AS prefix`;
    const selected = [`${this.#id} AS id`, prefix, ...columns].join();
    const select = `SELECT ${selected} FROM ${this.#kind.table} WHERE ${condition} ORDER BY ${this.#id}`;
    const found = await this.#runner.all(toBytes(select), values.map(toParameter));
    const rows = found.map((row) => row.toObject() as StoredCredential & Others);
    if (this.#hasHashes) return rows;
    return rows.map((row) => ({ ...row, prefix: prefixOf(row.prefix) }));
  }
}

/** A whole number is bound as INTEGER: as REAL, a text column would store `5.0`. */
function toParameter(value: string | number): SqlParameter {
  return typeof value === 'number' ? BigInt(value) : value;
}
