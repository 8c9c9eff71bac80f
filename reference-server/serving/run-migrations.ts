import { fromBytes, WrenRuntimeError } from '../../interpreter/index.js';
import type { Database } from '../database/database.js';
import type { Log } from '../http/log.js';
import { MigrationHost } from '../migration-host.js';
import { ProjectError } from '../project/errors.js';
import type { Project } from '../project/load.js';

const unfinished =
  'The migrations ended within a transaction that they had begun: it was rolled back.';

async function runScripts(project: Project, host: MigrationHost, log: Log): Promise<void> {
  const write = (bytes: string): void => log.printed(fromBytes(bytes));
  let isUnfinished = false;
  try {
    for (const migration of project.migrations) await migration.start({ host, write });
  } catch (error) {
    if (!(error instanceof WrenRuntimeError)) throw error;
    throw new ProjectError(fromBytes(error.trace().trimEnd()), 1);
  } finally {
    isUnfinished = host.queryRunner.end();
  }
  if (isUnfinished) throw new ProjectError(unfinished, 1);
}

/**
 * Runs a project's `_migration.wren`, if it has one; before it, those of the projects it builds on.
 * Migrations whose SQL has changed since they were applied are named in the log.
 *
 * @throws ProjectError with migration, SQL error and script line when one fails. The database is
 *   then as it was before that migration; those before it stay applied.
 */
export async function runMigrations(project: Project, database: Database, log: Log): Promise<void> {
  const migrations = await database.openMigrations();
  await runScripts(project, new MigrationHost(database, migrations), log);
  for (const name of migrations.changed) {
    log.noted(
      `The migration "${name}" has changed since it was applied. It is not applied again: what is ` +
        'new belongs into a new migration.',
    );
  }
  await migrations.finish((text) => log.noted(text));
  // Columns may have other names now.
  database.forget();
}
