import { fromBytes, WrenRuntimeError } from '../../interpreter/index.js';
import type { Database } from '../database/database.js';
import type { Log } from '../http/log.js';
import { ScriptHost } from '../http/script-host.js';
import { ProjectError } from '../project/errors.js';
import type { Project } from '../project/load.js';

const unfinished = 'The migrations ended with an open transaction, which was rolled back.';

async function runScripts(project: Project, host: ScriptHost, log: Log): Promise<void> {
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
 * Runs the `_migration.wren` of a project, after those of its bases. Logs each applied migration whose
 * SQL has changed since.
 *
 * @throws ProjectError when a migration fails, with its name, the SQL error and the script's line. The
 *   migrations before it stay applied; the failed one is rolled back.
 */
export async function runMigrations(project: Project, database: Database, log: Log): Promise<void> {
  const migrations = await database.openMigrations();
  await runScripts(project, new ScriptHost(database, migrations), log);
  for (const name of migrations.changed) {
    log.noted(
      `The migration "${name}" has changed since it was applied. It is not applied again: put ` +
        'the change into a new migration.',
    );
  }
  await migrations.finish((text) => log.noted(text));
  // A migration may rename columns.
  database.forget();
}
