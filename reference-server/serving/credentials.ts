/** Commands on the API keys and bearer tokens in a project's database. */
import { resolve } from 'node:path';
import { messageOf } from '../../kit/errors.js';
import { createApiKey } from '../database/credentials/api-keys.js';
import type { StoredCredential } from '../database/credentials/credential-table.js';
import { type Database, DatabaseFault } from '../database/database.js';
import { ProjectError } from '../project/errors.js';
import { databaseOf, locateProject } from '../project/folders.js';
import { isAddress, openDatabase } from './open-database.js';
import { openProjectDatabase } from './prepare-project.js';

/** A database, named by itself or by its project. */
export interface DatabasePlace {
  /** Folder, or name of a shipped project. */
  readonly project: string;
  /** File, or address of PostgreSQL. Default: the project's database. */
  readonly db?: string | undefined;
  /** Folder that relative paths start from. */
  readonly cwd: string;
}

/**
 * Opens a database that has the given table for the duration of `act`. Before a row is created, the
 * migrations of the project are applied. Nothing else changes tables; the tables of a database that
 * is named directly are never changed.
 *
 * @throws ProjectError when the project, the database or the table does not exist
 */
export async function withTable<Result>(
  table: string,
  place: DatabasePlace,
  purpose: 'create' | 'use',
  act: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openPlace(place, purpose);
  try {
    if ((await database.columnsOf(table)).size > 0) return await act(database);
    throw new ProjectError(`The database "${database.name}" has no table "${table}".`);
  } finally {
    await database.close();
  }
}

async function openPlace(
  { project, db, cwd }: DatabasePlace,
  purpose: 'create' | 'use',
): Promise<Database> {
  if (db !== undefined)
    return await openDatabase(isAddress(db) ? db : resolve(cwd, db), { mustExist: true });
  const folder = locateProject(project, cwd);
  if (purpose === 'create') return await openProjectDatabase({ project: folder, cwd });
  return await openDatabase(databaseOf(folder, cwd).file, { mustExist: true });
}

/**
 * Creates an API key.
 *
 * @param user id of the key's owner. Default: the user for keys without an owner
 * @returns the key, which cannot be read again
 * @throws ProjectError when the user does not exist or the key cannot be stored
 */
export async function createKeyFor(database: Database, user: number | undefined): Promise<string> {
  try {
    return await createApiKey(database, user);
  } catch (error) {
    if (error instanceof ProjectError) throw error;
    const isUserMissing = error instanceof DatabaseFault && error.kind === 'reference';
    const reason = isUserMissing ? `there is no user with id ${user}` : messageOf(error);
    throw new ProjectError(`No key was created: ${reason}.`, 1);
  }
}

/**
 * Returns the revoked credentials.
 *
 * @throws ProjectError when there are none
 */
export function demandRevoked(
  revoked: readonly StoredCredential[],
  noun: string,
  name: string,
): readonly StoredCredential[] {
  if (revoked.length > 0) return revoked;
  throw new ProjectError(`There is no ${noun} with the id, the text or the prefix "${name}".`, 1);
}
