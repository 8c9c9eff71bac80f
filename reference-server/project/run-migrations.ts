import { fromBytes, WrenRuntimeError } from '../../interpreter/index.js';
import type { Statements } from '../database/statements.js';
import { MigrationHost } from '../migration-host.js';
import { ProjectError } from '../project-error.js';
import type { Project } from './load.js';

/**
 * Runs a project's `_migration.wren`, if it has one; before it, those of the projects it builds on.
 *
 * @param write takes what the script prints
 * @throws ProjectError with migration, SQL error and script line when one fails. The database is
 *   then as it was before that migration; those before it stay applied.
 */
export function runMigrations(
  project: Project,
  statements: Statements,
  write: (bytes: string) => void,
): void {
  const host = new MigrationHost(statements);
  try {
    for (const migration of project.migrations) migration.run({ host, write });
  } catch (error) {
    if (!(error instanceof WrenRuntimeError)) throw error;
    throw new ProjectError(fromBytes(error.trace().trimEnd()), 1);
  }
}
