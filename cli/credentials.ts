/** What `touchstone key` and `touchstone token` have in common: create, list, revoke. */
import type { Command } from 'commander';
import type { Environment } from '../kit/environment.js';
import {
  type Database,
  demandRevoked,
  type StoredSecret,
  showPrefix,
  withTable,
} from '../reference-server/index.js';

export interface DatabaseOptions {
  readonly project?: string;
  readonly db?: string;
}

/** A kind of credentials that a project keeps in a table of its database. */
export interface CredentialKind {
  /** What a person calls one of them: `key`. */
  readonly noun: string;
  readonly table: string;
  /** The project that is meant when none is named. */
  readonly defaultProject: string;
  /** The columns of the list, as their names and widths; the last one's width does not matter. */
  readonly columns: readonly (readonly [name: string, width: number])[];
  /** The rows of the list, a text for each column. */
  readonly list: (database: Database) => Promise<string[][]>;
  /** Returns what it has revoked; nothing when there is no such credential. */
  readonly revoke: (database: Database, name: string) => Promise<readonly StoredSecret[]>;
}

/** Prints what some code says of the database that the options name. */
export async function printOf(
  kind: CredentialKind,
  { cwd, stdout }: Environment,
  options: DatabaseOptions,
  act: (database: Database) => Promise<string>,
): Promise<void> {
  const { project = kind.defaultProject, db } = options;
  stdout.write(await withTable(kind.table, { project, db, cwd }, act));
}

async function formatList({ columns, list }: CredentialKind, database: Database): Promise<string> {
  const rows = [columns.map(([name]) => name), ...(await list(database))];
  const toLine = (cells: readonly string[]): string =>
    cells.map((cell, column) => cell.padEnd(columns[column]?.[1] ?? 0)).join('');
  return rows.map((cells) => `${toLine(cells).trimEnd()}\n`).join('');
}

async function revoke(
  { noun, ...kind }: CredentialKind,
  database: Database,
  name: string,
): Promise<string> {
  const revoked = demandRevoked(await kind.revoke(database, name), noun, name);
  const lines = revoked.map(
    ({ id, prefix }) => `The ${noun} ${id} (${showPrefix(prefix)}) is revoked.\n`,
  );
  return lines.join('');
}

/** Adds the options that name a database. */
export function addDatabaseOptions(command: Command, { defaultProject }: CredentialKind): Command {
  const project = `a folder, or the name of a project of Touchstone (default: ${defaultProject})`;
  return command
    .option('--project <project>', project)
    .option('--db <database>', "a database file or postgres://…, instead of a project's");
}

/** Adds the subcommands `list` and `revoke`, and the one that explains them. */
export function addListAndRevoke(
  command: Command,
  kind: CredentialKind,
  environment: Environment,
): void {
  const { noun } = kind;
  command.helpCommand('help [command]', 'print the help of a command');
  addDatabaseOptions(command.command('list'), kind)
    .description(`list all ${noun}s by their first characters`)
    .action((options: DatabaseOptions) =>
      printOf(kind, environment, options, (database) => formatList(kind, database)),
    );
  addDatabaseOptions(command.command('revoke'), kind)
    .description(`make a ${noun} unusable`)
    .argument(`<${noun}>`, `its id or prefix in the list, or the ${noun} itself`)
    .action((name: string, options: DatabaseOptions) =>
      printOf(kind, environment, options, (database) => revoke(kind, database, name)),
    );
}
