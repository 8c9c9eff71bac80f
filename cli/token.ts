/** `touchstone token create|list|revoke`: the bearer tokens in a project's database. */
import { InvalidArgumentError, Option } from 'commander';
import type { Environment } from '../kit/environment.js';
import {
  createToken,
  defaultTokenDays,
  listTokens,
  revokeToken,
  showPrefix,
} from '../reference-server/index.js';
import { type CredentialCommand, runCredentialCommand } from './credentials.js';

function parseDays(text: string): number {
  if (/^-?\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of days.');
}

const tokens: CredentialCommand = {
  noun: 'token',
  table: 'sessions',
  defaultProject: 'bearer',
  description:
    'Creates, lists and revokes bearer tokens, which clients send as Authorization: Bearer <token>. ' +
    'A running server applies changes immediately. Exit code 0; 1 when there is no such token; 2 ' +
    'for wrong usage or a database without a table of sessions.',
  examples: `
Examples:
  touchstone token create                    prints a new token, once, for the project bearer
  touchstone token create --days 365 --project ./shop
  touchstone token create --days -1          an expired token, for testing a server
  touchstone token revoke 3                  by its id, its prefix, or the token itself
`,
  createOption: new Option('--days <number>', 'the lifetime in days')
    .argParser(parseDays)
    .default(defaultTokenDays),
  create: createToken,
  columns: [
    ['id', 4],
    ['valid', 7],
    ['expires', 21],
    ['token', 0],
  ],
  list: async (database) =>
    (await listTokens(database)).map(({ id, valid, expires_at, prefix }) => [
      String(id),
      valid === 1 ? 'yes' : 'no',
      expires_at,
      showPrefix(prefix),
    ]),
  revoke: revokeToken,
};

/** Resolves to the exit code; see `--help`. */
export function main(environment: Environment): Promise<number> {
  return runCredentialCommand(tokens, environment);
}
