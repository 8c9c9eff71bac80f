/** `touchstone key create|list|revoke`: the API keys in a project's database. */
import { InvalidArgumentError } from 'commander';
import { createCommand, runCommand } from '../kit/command-line.js';
import type { Environment } from '../kit/environment.js';
import { createKeyFor, listApiKeys, revokeApiKey, showPrefix } from '../reference-server/index.js';
import {
  addDatabaseOptions,
  addListAndRevoke,
  type CredentialKind,
  type DatabaseOptions,
  printOf,
} from './credentials.js';

interface CreateOptions extends DatabaseOptions {
  readonly user?: number;
}

const keys: CredentialKind = {
  noun: 'key',
  table: 'api_keys',
  defaultProject: 'basic',
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

const description =
  'Creates, lists and revokes API keys, which clients send as X-API-Key. A running server knows ' +
  'of a change at once. Ends with code 0, 1 when there is no such key or user, 2 for wrong usage ' +
  'or a database without API keys.';

const examples = `
Examples:
  touchstone key create                    prints a new key, once, for the project basic
  touchstone key create --user 7 --project ./shop
  touchstone key list --db /tmp/try.sqlite3
  touchstone key revoke 3                  by its id, its prefix, or the key itself
`;

function parseUser(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a user's id.");
}

/** Resolves to the exit code; see `--help`. */
export function main(environment: Environment): Promise<number> {
  const command = createCommand('touchstone key', environment)
    .description(description)
    .addHelpText('afterAll', examples);
  addDatabaseOptions(command.command('create'), keys)
    .description('create a key and print it')
    .option('--user <id>', 'whose key it is (default: "API user", made if need be)', parseUser)
    .action((options: CreateOptions) =>
      printOf(
        keys,
        environment,
        options,
        async (database) => `${await createKeyFor(database, options.user)}\n`,
      ),
    );
  addListAndRevoke(command, keys, environment);
  return runCommand(command, environment);
}
