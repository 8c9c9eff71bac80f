import { abort, currentHost } from '../interpreter/index.js';
import { Migrations } from './database/migrate.js';
import type { Statements } from './database/statements.js';
import { ScriptHost } from './script-host.js';

/** The host of `_migration.wren`. */
export class MigrationHost extends ScriptHost {
  readonly migrations: Migrations;

  constructor(statements: Statements) {
    super(statements);
    this.migrations = new Migrations(statements.database);
  }
}

/** What `Db.migrate` works on. Only natives may ask. */
export function currentMigrations(): Migrations {
  const host = currentHost();
  if (host instanceof MigrationHost) return host.migrations;
  return abort('Db.migrate can be called only in _migration.wren.');
}
