/** The bearer tokens in a project's database: table `sessions`, of which §2 names two columns. */
import type { Database } from 'better-sqlite3';
import { makeSecret, type SecretKind, Secrets, type StoredSecret } from './secrets.js';

/** What may be shown of a row of `sessions`. */
export interface Session extends StoredSecret {
  /** UTC, `YYYY-MM-DD HH:MM:SS` in those that were made here. */
  readonly expires_at: string;
  /** 1 as long as the token is accepted. */
  readonly valid: number;
}

const tokens: SecretKind = { noun: 'token', table: 'sessions', id: 'rowid', mark: 'tt_' };

/** How many days a token is good for unless told otherwise. */
export const defaultTokenDays = 30;

/**
 * Makes a new token and returns it; it cannot be read again.
 *
 * @param days how long it is accepted; a negative number makes one that has expired
 * @throws ProjectError when the table takes no tokens
 */
export function createToken(database: Database, days = defaultTokenDays): string {
  const token = makeSecret(tokens);
  const end = database.prepare<[string], string>("SELECT datetime('now', ?)").pluck();
  new Secrets(database, tokens).insert(token, { expires_at: end.get(`${days} days`) ?? '' });
  return token;
}

/** All tokens, the oldest first. */
export function listTokens(database: Database): Session[] {
  const valid = "datetime(expires_at) > datetime('now') AS valid";
  return new Secrets(database, tokens).list<Session>(['expires_at', valid]);
}

/**
 * Makes a token expire now. Returns the rows that the name stands for.
 *
 * @param name an id, a token, or the prefix of one
 * @throws ProjectError when several tokens have the prefix
 */
export function revokeToken(database: Database, name: string): StoredSecret[] {
  const found = new Secrets(database, tokens).find(name);
  const update = database.prepare(
    "UPDATE sessions SET expires_at = datetime('now') WHERE rowid = ?",
  );
  for (const { id } of found) update.run(id);
  return found;
}
