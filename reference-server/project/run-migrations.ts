import { fromBytes, WrenRuntimeError } from '../../interpreter/index.js';
import type { Statements } from '../database/statements.js';
import type { Log } from '../log/log.js';
import { messageOf } from '../message-of.js';
import { MigrationHost } from '../migration-host.js';
import { ProjectError } from '../project-error.js';
import type { Project } from './load.js';

const unfinished =
  'The migrations ended within a transaction that they had begun: it was rolled back.';

function runScripts(project: Project, host: MigrationHost, log: Log): void {
  const write = (bytes: string): void => log.printed(fromBytes(bytes));
  const { database } = host.statements;
  try {
    for (const migration of project.migrations) migration.run({ host, write });
    if (database.inTransaction) throw new ProjectError(unfinished, 1);
  } catch (error) {
    if (!(error instanceof WrenRuntimeError)) throw error;
    throw new ProjectError(fromBytes(error.trace().trimEnd()), 1);
  } finally {
    if (database.inTransaction) database.exec('ROLLBACK');
  }
}

function removeResidue({ migrations, statements }: MigrationHost, log: Log): void {
  log.noted(
    `Migrations hashed values in the database "${statements.database.name}". Its file is rewritten ` +
      'to remove the original values.',
  );
  try {
    migrations.removeResidue();
  } catch (error) {
    log.noted(`The file could not be rewritten: ${messageOf(error)}. The next start tries again.`);
  }
}

/**
 * Runs a project's `_migration.wren`, if it has one; before it, those of the projects it builds on.
 * Migrations whose SQL has changed since they were applied are named in the log.
 *
 * @throws ProjectError with migration, SQL error and script line when one fails. The database is
 *   then as it was before that migration; those before it stay applied.
 */
export function runMigrations(project: Project, statements: Statements, log: Log): void {
  const host = new MigrationHost(statements);
  runScripts(project, host, log);
  for (const name of host.migrations.changed) {
    log.noted(
      `The migration "${name}" has changed since it was applied. It is not applied again: what is ` +
        'new belongs into a new migration.',
    );
  }
  if (host.migrations.hasResidue) removeResidue(host, log);
}
