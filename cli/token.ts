/** `touchstone token create|list|revoke`: the bearer tokens in a project's database. */
import { InvalidArgumentError } from 'commander';
import { createCommand, runCommand } from '../kit/command-line.js';
import type { Environment } from '../kit/environment.js';
import {
  createToken,
  defaultTokenDays,
  listTokens,
  revokeToken,
  showPrefix,
} from '../reference-server/index.js';
import {
  addDatabaseOptions,
  addListAndRevoke,
  type CredentialKind,
  type DatabaseOptions,
  printOf,
} from './credentials.js';

interface CreateOptions extends DatabaseOptions {
  readonly days: number;
}

const tokens: CredentialKind = {
  noun: 'token',
  table: 'sessions',
  defaultProject: 'bearer',
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

const description =
  'Creates, lists and revokes bearer tokens, which clients send as Authorization: Bearer <token>. ' +
  'A running server knows of a change at once. Ends with code 0, 1 when there is no such token, ' +
  '2 for wrong usage or a database without sessions.';

const examples = `
Examples:
  touchstone token create                    prints a new token, once, for the project bearer
  touchstone token create --days 365 --project ./shop
  touchstone token create --days -1          one that has expired, to try a server with
  touchstone token revoke 3                  by its id, its prefix, or the token itself
`;

function parseDays(text: string): number {
  if (/^-?\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of days.');
}

/** Resolves to the exit code; see `--help`. */
export function main(environment: Environment): Promise<number> {
  const command = createCommand('touchstone token', environment)
    .description(description)
    .addHelpText('afterAll', examples);
  addDatabaseOptions(command.command('create'), tokens)
    .description('create a token and print it')
    .option('--days <number>', 'how long it is good for', parseDays, defaultTokenDays)
    .action((options: CreateOptions) =>
      printOf(
        tokens,
        environment,
        options,
        async (database) => `${await createToken(database, options.days)}\n`,
      ),
    );
  addListAndRevoke(command, tokens, environment);
  return runCommand(command, environment);
}
