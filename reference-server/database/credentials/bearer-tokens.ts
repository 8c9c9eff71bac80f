/** Bearer tokens in a project's database: table `sessions`, two columns of which §2 names. */
import type { Database } from '../database.js';
import {
  type CredentialKind,
  CredentialTable,
  makeCredential,
  type StoredCredential,
} from './credential-table.js';

/** The columns of `sessions` that may be shown. */
export interface BearerToken extends StoredCredential {
  /** UTC, `YYYY-MM-DD HH:MM:SS` for tokens that `createToken` made. */
  readonly expires_at: string;
  /** 1 until the token expires, then 0. */
  readonly valid: number;
}

const tokens: CredentialKind = { noun: 'token', table: 'sessions', mark: 'tt_' };

/** Default lifetime of a token, in days. */
export const defaultTokenDays = 30;

const dayLength = 86_400_000;

/** UTC, `YYYY-MM-DD HH:MM:SS`, the format of SQLite's `datetime`. */
function formatTime(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}

/**
 * Creates a token and returns it; it cannot be read again.
 *
 * @param days lifetime; a negative number creates an expired token
 * @throws ProjectError when the table lacks the columns for tokens
 */
export async function createToken(database: Database, days = defaultTokenDays): Promise<string> {
  const table = await CredentialTable.open(database, tokens);
  const token = makeCredential(tokens);
  await table.insert(token, { expires_at: formatTime(Date.now() + days * dayLength) });
  return token;
}

/**
 * All tokens, the oldest first.
 *
 * @throws ProjectError when the table lacks the columns for tokens
 */
export async function listTokens(database: Database): Promise<BearerToken[]> {
  const table = await CredentialTable.open(database, tokens);
  const valid = "datetime(expires_at) > datetime('now') AS valid";
  return table.list<BearerToken>(['expires_at', valid]);
}

/**
 * Lets the tokens that a name stands for expire now, and returns their rows.
 *
 * @param name an id, a token, or the prefix of a token
 * @throws ProjectError when several tokens have the prefix
 */
export async function revokeToken(database: Database, name: string): Promise<StoredCredential[]> {
  const table = await CredentialTable.open(database, tokens);
  const found = await table.find(name);
  await table.update(found, "expires_at = datetime('now')");
  return found;
}
