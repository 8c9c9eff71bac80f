/** The bearer tokens in a project's database: table `sessions`, of which §2 names two columns. */
import type { Database } from './database.js';
import { makeSecret, type SecretKind, Secrets, type StoredSecret } from './secrets.js';

/** What may be shown of a row of `sessions`. */
export interface Session extends StoredSecret {
  /** UTC, `YYYY-MM-DD HH:MM:SS` in those that were made here. */
  readonly expires_at: string;
  /** 1 as long as the token is accepted. */
  readonly valid: number;
}

const tokens: SecretKind = { noun: 'token', table: 'sessions', mark: 'tt_' };

/** How many days a token is good for unless told otherwise. */
export const defaultTokenDays = 30;

const dayLength = 86_400_000;

/** UTC, `YYYY-MM-DD HH:MM:SS`, as `datetime` of SQLite writes times. */
function formatTime(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}

/**
 * Makes a new token and returns it; it cannot be read again.
 *
 * @param days how long it is accepted; a negative number makes one that has expired
 * @throws ProjectError when the table takes no tokens
 */
export async function createToken(database: Database, days = defaultTokenDays): Promise<string> {
  const secrets = await Secrets.of(database, tokens);
  const token = makeSecret(tokens);
  await secrets.insert(token, { expires_at: formatTime(Date.now() + days * dayLength) });
  return token;
}

/** All tokens, the oldest first. */
export async function listTokens(database: Database): Promise<Session[]> {
  const secrets = await Secrets.of(database, tokens);
  const valid = "datetime(expires_at) > datetime('now') AS valid";
  return secrets.list<Session>(['expires_at', valid]);
}

/**
 * Makes a token expire now. Returns the rows that the name stands for.
 *
 * @param name an id, a token, or the prefix of one
 * @throws ProjectError when several tokens have the prefix
 */
export async function revokeToken(database: Database, name: string): Promise<StoredSecret[]> {
  const secrets = await Secrets.of(database, tokens);
  const found = await secrets.find(name);
  await secrets.update(found, "expires_at = datetime('now')");
  return found;
}
