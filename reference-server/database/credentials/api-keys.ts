/** API keys in a project's database: table `api_keys` (§2). A user owns each key. */
import { type Database, type QueryRunner, unlimitedUser } from '../database.js';
import {
  type CredentialKind,
  CredentialTable,
  makeCredential,
  type StoredCredential,
} from './credential-table.js';

/** The columns of `api_keys` that may be shown; `active` is 1 for a key that the server accepts. */
export interface ApiKey extends StoredCredential {
  readonly user_id: number;
  readonly active: number;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly created_at: string;
}

const apiKeys: CredentialKind = { noun: 'key', table: 'api_keys', mark: 'tk_' };

/** The owner of keys that are created without a user. */
const defaultUser = { name: 'API user', email: 'api-user@localhost' };

/**
 * Creates an active key and returns it; it cannot be read again.
 *
 * @param userId Default: the user "API user", which is created when it is missing
 * @throws DatabaseFault when there is no user with this id
 * @throws ProjectError when the table lacks the columns for keys
 */
export async function createApiKey(database: Database, userId?: number): Promise<string> {
  const runner = database.openQueryRunner(unlimitedUser);
  const table = await CredentialTable.open(database, apiKeys, runner);
  const key = makeCredential(apiKeys);
  await runner.begin();
  try {
    await table.insert(key, { user_id: userId ?? (await findDefaultUser(runner)) });
    await runner.commit();
  } catch (error) {
    await runner.rollBack();
    throw error;
  }
  return key;
}

async function findDefaultUser(runner: QueryRunner): Promise<number> {
  const { name, email } = defaultUser;
  const user = await runner.first('SELECT id FROM users WHERE email = ?', [email]);
  if (user !== undefined) return Number(user.get('id'));
  const insert = 'INSERT INTO users (name, email) VALUES (?, ?)';
  return Number(await runner.run(insert, [name, email]));
}

/**
 * All keys, the oldest first.
 *
 * @throws ProjectError when the table lacks the columns for keys
 */
export async function listApiKeys(database: Database): Promise<ApiKey[]> {
  const table = await CredentialTable.open(database, apiKeys);
  return table.list<ApiKey>(['user_id', 'active', 'created_at']);
}

/**
 * Deactivates the keys that a name stands for, and returns their rows.
 *
 * @param name an id, a key, or the prefix of a key
 * @throws ProjectError when several keys have the prefix
 */
export async function revokeApiKey(database: Database, name: string): Promise<StoredCredential[]> {
  const table = await CredentialTable.open(database, apiKeys);
  const found = await table.find(name);
  await table.update(found, 'active = 0');
  return found;
}
