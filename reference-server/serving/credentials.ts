/** The API keys and bearer tokens in a project's database, for those who run it. */
import { resolve } from 'node:path';
import { messageOf } from '../../kit/errors.js';
import { createApiKey } from '../database/credentials/api-keys.js';
import type { StoredCredential } from '../database/credentials/credential-table.js';
import { type Database, DatabaseFault } from '../database/database.js';
import { isAddress, openDatabase } from '../database/open.js';
import { ProjectError } from '../project/errors.js';
import { locateProject } from '../project/folders.js';
import { openProjectDatabase } from './prepare-project.js';

/** Which database; of a project unless `db` names one. */
export interface DatabasePlace {
  /** A folder, or the name of a project that comes along. */
  readonly project: string;
  /** A file, or an address of PostgreSQL. */
  readonly db?: string | undefined;
  /** Where relative paths start. */
  readonly cwd: string;
}

/**
 * Does something with a database that has the given table; one of a project gets its migrations
 * applied first.
 *
 * @throws ProjectError when there is no such project, database or table
 */
export async function withTable<Result>(
  table: string,
  { project, db, cwd }: DatabasePlace,
  act: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database =
    db === undefined
      ? await openProjectDatabase({ project: locateProject(project, cwd), cwd })
      : await openDatabase(isAddress(db) ? db : resolve(cwd, db), { mustExist: true });
  try {
    if ((await database.columnsOf(table)).size > 0) return await act(database);
    throw new ProjectError(`The database "${database.name}" has no table "${table}".`);
  } finally {
    await database.close();
  }
}

/**
 * Creates an API key of a user; without one, of the user who is there for that.
 *
 * @returns the key's text, which is stored nowhere
 * @throws ProjectError when there is no such user, or it cannot be stored
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
 * Demands that something was revoked.
 *
 * @throws ProjectError when there was no such credential
 */
export function demandRevoked(
  revoked: readonly StoredCredential[],
  noun: string,
  name: string,
): readonly StoredCredential[] {
  if (revoked.length > 0) return revoked;
  throw new ProjectError(`There is no ${noun} with the id, the text or the prefix "${name}".`, 1);
}
