import { abort } from '../interpreter/index.js';
import type { Database, Migrations } from './database/database.js';
import { ScriptHost } from './http/script-host.js';

/** The host of `_migration.wren`. */
export class MigrationHost extends ScriptHost {
  readonly migrations: Migrations;

  constructor(database: Database, migrations: Migrations) {
    super(database);
    this.migrations = migrations;
  }
}

/** What `Db.migrate` works on, given a script's host. */
export function migrationsOf(host: ScriptHost): Migrations {
  if (host instanceof MigrationHost) return host.migrations;
  return abort('Db.migrate can be called only in _migration.wren.');
}
