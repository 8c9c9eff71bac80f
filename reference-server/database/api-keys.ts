/** The API keys in a project's database: table `api_keys` of §2, each key owned by a user. */
import { randomBytes } from 'node:crypto';
import type { Database } from 'better-sqlite3';

/** A row of `api_keys`; `active` is 1 for a key that is accepted. */
export interface ApiKey {
  readonly id: number;
  readonly key: string;
  readonly user_id: number;
  readonly active: number;
  readonly created_at: string;
}

const keyPrefix = 'tk_';
const keyBytes = 32;
/** Whom keys belong to that were made for no user in particular. */
const defaultUser = { name: 'API user', email: 'api-user@localhost' };

function findDefaultUser(database: Database): number {
  const select = 'SELECT id FROM users WHERE email = ?';
  const user = database.prepare<[string], { id: number }>(select).get(defaultUser.email);
  if (user !== undefined) return user.id;
  const { lastInsertRowid } = database
    .prepare('INSERT INTO users (name, email) VALUES (?, ?)')
    .run(defaultUser.name, defaultUser.email);
  return Number(lastInsertRowid);
}

/**
 * Makes a new active key and returns it. Without a user it belongs to one of its own, "API user",
 * and not to a user that clients have made.
 *
 * @throws SqliteError when no user has that id
 */
export function createApiKey(database: Database, userId?: number): string {
  const key = keyPrefix + randomBytes(keyBytes).toString('base64url');
  const create = database.transaction(() => {
    const owner = userId ?? findDefaultUser(database);
    database.prepare('INSERT INTO api_keys (key, user_id) VALUES (?, ?)').run(key, owner);
  });
  create.immediate();
  return key;
}

/** All keys, the oldest first. */
export function listApiKeys(database: Database): ApiKey[] {
  return database
    .prepare<[], ApiKey>('SELECT id, key, user_id, active, created_at FROM api_keys ORDER BY id')
    .all();
}

/** Makes a key, named by its id or its text, unusable. Returns whether there is such a key. */
export function revokeApiKey(database: Database, idOrKey: string): boolean {
  const update = 'UPDATE api_keys SET active = 0 WHERE key = ? OR CAST(id AS TEXT) = ?';
  return database.prepare(update).run(idOrKey, idOrKey).changes > 0;
}
