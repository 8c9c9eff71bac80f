/** `touchstone key create|list|revoke`: the API keys in a project's database. */
import { InvalidArgumentError, Option } from 'commander';
import type { Environment } from '../kit/environment.js';
import { createKeyFor, listApiKeys, revokeApiKey, showPrefix } from '../reference-server/index.js';
import { type CredentialCommand, runCredentialCommand } from './credentials.js';

function parseUser(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be the id of a user.');
}

const keys: CredentialCommand = {
  noun: 'key',
  table: 'api_keys',
  defaultProject: 'basic',
  description:
    'Creates, lists and revokes API keys, which clients send as X-API-Key. A running server ' +
    'applies changes immediately. Exit code 0; 1 when there is no such key or user; 2 for wrong ' +
    'usage or a database without a table of API keys.',
  examples: `
Examples:
  touchstone key create                    prints a new key, once, for the project basic
  touchstone key create --user 7 --project ./shop
  touchstone key list --db /tmp/try.sqlite3
  touchstone key revoke 3                  by its id, its prefix, or the key itself
`,
  createOption: new Option(
    '--user <id>',
    'the owner (default: "API user", created if it does not exist)',
  ).argParser(parseUser),
  create: createKeyFor,
  columns: [
    ['id', 4],
    ['user', 6],
    ['active', 8],
    ['created', 21],
    ['key', 0],
  ],
  list: async (database) =>
    (await listApiKeys(database)).map(({ id, user_id, active, created_at, prefix }) => [
      String(id),
      String(user_id),
      active === 1 ? 'yes' : 'no',
      created_at,
      showPrefix(prefix),
    ]),
  revoke: revokeApiKey,
};

/** Resolves to the exit code; see `--help`. */
export function main(environment: Environment): Promise<number> {
  return runCredentialCommand(keys, environment);
}
