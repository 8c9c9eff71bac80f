/** The API keys in a project's database: table `api_keys` of §2, each key owned by a user. */
import { type Database, type Session, unlimitedUser } from './database.js';
import { makeSecret, type SecretKind, Secrets, type StoredSecret } from './secrets.js';

/** What may be shown of a row of `api_keys`; `active` is 1 for a key that is accepted. */
export interface ApiKey extends StoredSecret {
  readonly user_id: number;
  readonly active: number;
  readonly created_at: string;
}

const apiKeys: SecretKind = { noun: 'key', table: 'api_keys', mark: 'tk_' };

/** Whom keys belong to that were made for no user in particular. */
const defaultUser = { name: 'API user', email: 'api-user@localhost' };

/**
 * Makes a new active key and returns it; it cannot be read again. Without a user it belongs to one
 * of its own, "API user", and not to a user that clients have made.
 *
 * @throws DatabaseFault when no user has that id, ProjectError when the table takes no keys
 */
export async function createApiKey(database: Database, userId?: number): Promise<string> {
  const session = database.openSession(unlimitedUser);
  const secrets = await Secrets.of(database, apiKeys, session);
  const key = makeSecret(apiKeys);
  await session.begin();
  try {
    await secrets.insert(key, { user_id: userId ?? (await findDefaultUser(session)) });
    await session.commit();
  } catch (error) {
    await session.rollBack();
    throw error;
  }
  return key;
}

async function findDefaultUser(session: Session): Promise<number> {
  const { name, email } = defaultUser;
  const user = await session.first('SELECT id FROM users WHERE email = ?', [email]);
  if (user !== undefined) return Number(user.get('id'));
  const insert = 'INSERT INTO users (name, email) VALUES (?, ?)';
  return Number(await session.run(insert, [name, email]));
}

/** All keys, the oldest first. */
export async function listApiKeys(database: Database): Promise<ApiKey[]> {
  const secrets = await Secrets.of(database, apiKeys);
  return secrets.list<ApiKey>(['user_id', 'active', 'created_at']);
}

/**
 * Makes a key unusable. Returns the rows that the name stands for.
 *
 * @param name an id, a key, or the prefix of one
 * @throws ProjectError when several keys have the prefix
 */
export async function revokeApiKey(database: Database, name: string): Promise<StoredSecret[]> {
  const secrets = await Secrets.of(database, apiKeys);
  const found = await secrets.find(name);
  await secrets.update(found, 'active = 0');
  return found;
}
