/** The command of a kind of credentials, with its subcommands `create`, `list` and `revoke`. */
import type { Command, Option } from 'commander';
import { createCommand, parseText, runCommand } from '../kit/command-line.js';
import type { Environment } from '../kit/environment.js';
import { mustExist } from '../kit/invariant.js';
import {
  type Database,
  demandRevoked,
  type StoredCredential,
  showPrefix,
  withTable,
} from '../reference-server/index.js';

/** A kind of credentials, which projects keep in a table of their databases. */
export interface CredentialCommand {
  /** Name of the command and of one credential in its messages: `key`. */
  readonly noun: string;
  readonly table: string;
  /** The shipped project to use when none is named. */
  readonly defaultProject: string;
  /** Text and examples of the help. */
  readonly description: string;
  readonly examples: string;
  /** The option of `create`, with a number as its value. */
  readonly createOption: Option;
  /** Creates a credential and resolves to its text. */
  readonly create: (database: Database, value: number | undefined) => Promise<string>;
  /** Names and widths of the list's columns; the last column has no width. */
  readonly columns: readonly (readonly [name: string, width: number])[];
  /** The rows of the list, with a text for each column. */
  readonly list: (database: Database) => Promise<string[][]>;
  /** Resolves to the revoked credentials; empty when none has that id, prefix or text. */
  readonly revoke: (database: Database, name: string) => Promise<readonly StoredCredential[]>;
}

interface DatabaseOptions {
  readonly project?: string;
  readonly db?: string;
}

type CreateOptions = DatabaseOptions & Readonly<Record<string, unknown>>;

/** Runs the command of a kind of credentials; resolves to the exit code. */
export function runCredentialCommand(
  kind: CredentialCommand,
  environment: Environment,
): Promise<number> {
  const { noun, createOption } = kind;
  const command = createCommand(`touchstone ${noun}`, environment)
    .description(kind.description)
    .addHelpText('afterAll', kind.examples);
  command.helpCommand('help [command]', 'print the help of a command');
  addDatabaseOptions(command.command('create'), kind)
    .description(`create a ${noun} and print it`)
    .addOption(createOption)
    .action((options: CreateOptions) => {
      const value = options[createOption.attributeName()] as number | undefined;
      return printResult(kind, environment, options, 'create', async (database) => {
        return `${await kind.create(database, value)}\n`;
      });
    });
  addDatabaseOptions(command.command('list'), kind)
    .description(`list all ${noun}s by their first characters`)
    .action((options: DatabaseOptions) =>
      printResult(kind, environment, options, 'use', (database) => formatList(kind, database)),
    );
  addDatabaseOptions(command.command('revoke'), kind)
    .description(`revoke a ${noun}`)
    .argument(`<${noun}>`, `its id or prefix in the list, or the ${noun} itself`)
    .action((name: string, options: DatabaseOptions) =>
      printResult(kind, environment, options, 'use', (database) => revoke(kind, database, name)),
    );
  return runCommand(command, environment);
}

function addDatabaseOptions(command: Command, { defaultProject }: CredentialCommand): Command {
  const project = `a folder, or the name of a shipped project (default: ${defaultProject})`;
  return command
    .option('--project <project>', project, parseText)
    .option(
      '--db <database>',
      "a database file or postgres://…, instead of a project's",
      parseText,
    );
}

/** Opens the database that the options name, and prints the result of an action on it. */
async function printResult(
  kind: CredentialCommand,
  { cwd, stdout }: Environment,
  options: DatabaseOptions,
  purpose: 'create' | 'use',
  act: (database: Database) => Promise<string>,
): Promise<void> {
  const { project = kind.defaultProject, db } = options;
  stdout.write(await withTable(kind.table, { project, db, cwd }, purpose, act));
}

async function formatList(
  { columns, list }: CredentialCommand,
  database: Database,
): Promise<string> {
  const rows = [columns.map(([name]) => name), ...(await list(database))];
  const toLine = (cells: readonly string[]): string =>
    columns.map(([, width], column) => mustExist(cells[column], 'cell').padEnd(width)).join('');
  return rows.map((cells) => `${toLine(cells).trimEnd()}\n`).join('');
}

async function revoke(
  { noun, ...kind }: CredentialCommand,
  database: Database,
  name: string,
): Promise<string> {
  const revoked = demandRevoked(await kind.revoke(database, name), noun, name);
  const lines = revoked.map(
    ({ id, prefix }) => `The ${noun} ${id} (${showPrefix(prefix)}) is revoked.\n`,
  );
  return lines.join('');
}
