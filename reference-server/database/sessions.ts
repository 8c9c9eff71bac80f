/** The bearer tokens in a project's database: table `sessions`, of which §2 names two columns. */
import { randomBytes } from 'node:crypto';
import type { Database } from 'better-sqlite3';

/** A row of `sessions`. */
export interface Session {
  readonly id: number;
  readonly token: string;
  /** UTC, `YYYY-MM-DD HH:MM:SS` in those that were made here. */
  readonly expires_at: string;
  /** 1 as long as the token is accepted. */
  readonly valid: number;
}

const tokenPrefix = 'tt_';
const tokenBytes = 32;

/** How many days a token is good for unless told otherwise. */
export const defaultTokenDays = 30;

/**
 * Makes a new token and returns it.
 *
 * @param days how long it is accepted; a negative number makes one that has expired
 */
export function createToken(database: Database, days = defaultTokenDays): string {
  const token = tokenPrefix + randomBytes(tokenBytes).toString('base64url');
  const insert = "INSERT INTO sessions (token, expires_at) VALUES (?, datetime('now', ?))";
  database.prepare(insert).run(token, `${days} days`);
  return token;
}

/** All tokens, the oldest first. */
export function listTokens(database: Database): Session[] {
  const select = `
    SELECT rowid AS id, token, expires_at, datetime(expires_at) > datetime('now') AS valid
    FROM sessions ORDER BY rowid`;
  return database.prepare<[], Session>(select).all();
}

/** Makes a token, named by its id or its text, expire now. Returns whether there is such a token. */
export function revokeToken(database: Database, idOrToken: string): boolean {
  const update = `
    UPDATE sessions SET expires_at = datetime('now')
    WHERE token = ? OR CAST(rowid AS TEXT) = ?`;
  return database.prepare(update).run(idOrToken, idOrToken).changes > 0;
}
