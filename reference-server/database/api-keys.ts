/** The API keys in a project's database: table `api_keys` of §2, each key owned by a user. */
import type { Database } from 'better-sqlite3';
import { makeSecret, type SecretKind, Secrets, type StoredSecret } from './secrets.js';

/** What may be shown of a row of `api_keys`; `active` is 1 for a key that is accepted. */
export interface ApiKey extends StoredSecret {
  readonly user_id: number;
  readonly active: number;
  readonly created_at: string;
}

const apiKeys: SecretKind = { noun: 'key', table: 'api_keys', id: 'id', mark: 'tk_' };

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
 * Makes a new active key and returns it; it cannot be read again. Without a user it belongs to one
 * of its own, "API user", and not to a user that clients have made.
 *
 * @throws SqliteError when no user has that id, ProjectError when the table takes no keys
 */
export function createApiKey(database: Database, userId?: number): string {
  const key = makeSecret(apiKeys);
  const create = database.transaction(() => {
    new Secrets(database, apiKeys).insert(key, { user_id: userId ?? findDefaultUser(database) });
  });
  create.immediate();
  return key;
}

/** All keys, the oldest first. */
export function listApiKeys(database: Database): ApiKey[] {
  return new Secrets(database, apiKeys).list<ApiKey>(['user_id', 'active', 'created_at']);
}

/**
 * Makes a key unusable. Returns the rows that the name stands for.
 *
 * @param name an id, a key, or the prefix of one
 * @throws ProjectError when several keys have the prefix
 */
export function revokeApiKey(database: Database, name: string): StoredSecret[] {
  const found = new Secrets(database, apiKeys).find(name);
  const update = database.prepare('UPDATE api_keys SET active = 0 WHERE id = ?');
  for (const { id } of found) update.run(id);
  return found;
}
