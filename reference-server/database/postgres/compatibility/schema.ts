import { createHash } from 'node:crypto';
import { packageVersion } from '../../../../kit/package-root.js';
import { comparisonDefinitions } from './comparisons.js';
import { schemaName } from './define.js';
import { jsonDefinitions } from './json.js';
import { numberDefinitions } from './numbers.js';
import { tableDefinitions } from './tables.js';
import { textDefinitions } from './texts.js';
import { timeDefinitions } from './times.js';
import { writeDefinitions } from './writes.js';

const definitions = [
  ...numberDefinitions,
  ...comparisonDefinitions,
  ...textDefinitions,
  ...timeDefinitions,
  ...jsonDefinitions,
  ...writeDefinitions,
  ...tableDefinitions,
].join('\n');

/** Of everything in it, so that no change of a function can go unnoticed. */
const checksum = createHash('sha256').update(definitions).digest('hex').slice(0, 16);

const release = packageVersion();
const version = `${release} ${checksum}`;

/** Negative when the first of two releases is older than the other one. */
function compareReleases(one: string, other: string): number {
  const [parts, others] = [one, other].map((text) => text.split('.').map(Number));
  const differences = (parts ?? []).map((part, index) => part - (others?.[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/**
 * The functions and operators by which translated statements behave as in SQLite, in a schema of
 * their own that all projects of a database share. Tables, indexes and triggers depend on them: a
 * later release may add functions and change what they do, but not what they take and return.
 */
export const compatibilitySchema = {
  name: schemaName,
  /** A query for the version that is installed; no row, or null, when there is none. */
  findVersion: `SELECT obj_description(oid, 'pg_namespace') AS version FROM pg_namespace WHERE nspname = '${schemaName}'`,
  /**
   * Whether an installed schema will do: it is this one, or that of a later release, which takes
   * nothing away. So servers of two releases can share a database while one takes the other's place.
   *
   * @param installed what `findVersion` has found
   */
  isUsable(installed: string | null | undefined): boolean {
    if (installed === version) return true;
    const [installer = ''] = installed?.split(' ') ?? [];
    return /^\d+\.\d+\.\d+$/.test(installer) && compareReleases(installer, release) > 0;
  },
  /**
   * Installs the schema, or brings it up to date. Several statements, to be run in one transaction
   * by one client at a time.
   */
  sql: [
    `CREATE SCHEMA IF NOT EXISTS ${schemaName};`,
    definitions,
    `COMMENT ON SCHEMA ${schemaName} IS '${version}';`,
  ].join('\n'),
} as const;
