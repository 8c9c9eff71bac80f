import { resolve } from 'node:path';
import type { Database } from 'better-sqlite3';
import { type Command, InvalidArgumentError } from 'commander';
import type { Environment } from '../../cli/environment.js';
import {
  type ApiKey,
  createApiKey,
  hasApiKeys,
  listApiKeys,
  revokeApiKey,
} from '../database/api-keys.js';
import { openDatabase } from '../database/open.js';
import { locateProject, openProjectDatabase } from '../index.js';
import { messageOf, StartError } from '../start-error.js';
import { createCommand, runCommand } from './command-line.js';

interface DatabaseOptions {
  readonly project?: string;
  readonly db?: string;
}

interface CreateOptions extends DatabaseOptions {
  readonly user?: number;
}

const description =
  'Creates, lists and revokes API keys, which clients send as X-API-Key. A running server knows ' +
  'of a change at once. Ends with code 0, 1 when there is no such key or user, 2 for wrong usage ' +
  'or a database without API keys.';

const examples = `
Examples:
  touchstone key create                    prints a new key for the project that comes with Touchstone
  touchstone key create --user 7 --project ./shop
  touchstone key list --db /tmp/try.sqlite3
  touchstone key revoke 3                  by its id, or by the key itself
`;

function parseUser(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a user's id.");
}

/** The database that the options name; one of a project gets its migrations applied first. */
function openKeys({ project, db }: DatabaseOptions, cwd: string): Database {
  const database =
    db === undefined
      ? openProjectDatabase({ project: locateProject(project, cwd) })
      : openDatabase(resolve(cwd, db), { mustExist: true });
  if (hasApiKeys(database)) return database;
  const file = database.name;
  database.close();
  throw new StartError(`The database "${file}" has no table "api_keys".`);
}

/** Prints what some code says of the database that the options name. */
function printOf(
  { cwd, stdout }: Environment,
  options: DatabaseOptions,
  act: (database: Database) => string,
): void {
  const database = openKeys(options, cwd);
  try {
    stdout.write(act(database));
  } finally {
    database.close();
  }
}

function create(database: Database, { user }: CreateOptions): string {
  try {
    return `${createApiKey(database, user)}\n`;
  } catch (error) {
    const reason = user === undefined ? messageOf(error) : `there is no user with id ${user}`;
    throw new StartError(`No key was created: ${reason}.`, 1);
  }
}

function formatRow(cells: readonly string[]): string {
  const widths = [4, 6, 8, 21, 0];
  return cells
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join('')
    .trimEnd();
}

function list(database: Database): string {
  const toCells = ({ id, user_id, active, created_at, key }: ApiKey): string[] => [
    String(id),
    String(user_id),
    active === 1 ? 'yes' : 'no',
    created_at,
    key,
  ];
  const header = ['id', 'user', 'active', 'created', 'key'];
  const rows = [header, ...listApiKeys(database).map(toCells)];
  return rows.map((cells) => `${formatRow(cells)}\n`).join('');
}

function revoke(database: Database, idOrKey: string): string {
  if (revokeApiKey(database, idOrKey)) return `The key ${idOrKey} is revoked.\n`;
  throw new StartError(`There is no key with the id or text "${idOrKey}".`, 1);
}

function addDatabaseOptions(command: Command): Command {
  return command
    .option('--project <project>', 'a folder, or the name of a project of Touchstone')
    .option('--db <file>', "a database file, instead of a project's");
}

/** `touchstone key create|list|revoke`: the API keys in a project's database. */
export function key(environment: Environment): Promise<number> {
  const command = createCommand('touchstone key', environment)
    .description(description)
    .addHelpText('afterAll', examples);
  addDatabaseOptions(command.command('create'))
    .description('create a key and print it')
    .option('--user <id>', 'whose key it is (default: the first user, made if need be)', parseUser)
    .action((options: CreateOptions) =>
      printOf(environment, options, (database) => create(database, options)),
    );
  addDatabaseOptions(command.command('list'))
    .description('list all keys')
    .action((options: DatabaseOptions) => printOf(environment, options, list));
  addDatabaseOptions(command.command('revoke'))
    .description('make a key unusable')
    .argument('<key>', 'the key or its id')
    .action((idOrKey: string, options: DatabaseOptions) =>
      printOf(environment, options, (database) => revoke(database, idOrKey)),
    );
  return runCommand(command, environment);
}
