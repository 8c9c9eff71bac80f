/** The compatibility schema: the SQL that installs it, and its version. */
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
  // Projects with different users share the schema.
  `GRANT USAGE ON SCHEMA ${schemaName} TO PUBLIC;`,
  ...numberDefinitions,
  ...comparisonDefinitions,
  ...textDefinitions,
  ...timeDefinitions,
  ...jsonDefinitions,
  ...writeDefinitions,
  ...tableDefinitions,
].join('\n');

/** Checksum of all definitions, so that each change of a function leads to an update. */
const checksum = createHash('sha256').update(definitions).digest('hex').slice(0, 16);

const release = packageVersion();
const version = `${release} ${checksum}`;

/** Negative when the first release is older than the second. */
function compareReleases(one: string, other: string): number {
  const [parts, others] = [one, other].map((text) => text.split('.').map(Number));
  const differences = (parts ?? []).map((part, index) => part - (others?.[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/**
 * The schema with the functions and operators that give translated statements the behaviour of
 * SQLite. All projects of a database share it. Tables, indexes and triggers depend on it: a later
 * release may add functions and change their bodies, but not their parameters and results.
 */
export const compatibilitySchema = {
  name: schemaName,
  /** Query for the installed version; its result is no row or null when there is none. */
  findVersion: `SELECT obj_description(oid, 'pg_namespace') AS version FROM pg_namespace WHERE nspname = '${schemaName}'`,
  /**
   * Whether the installed schema is this one or one of a later release, which removes nothing. So
   * servers of two releases can share a database during an update.
   *
   * @param installed result of `findVersion`
   */
  isUsable(installed: string | null | undefined): boolean {
    if (installed === version) return true;
    const [installer = ''] = installed?.split(' ') ?? [];
    return /^\d+\.\d+\.\d+$/.test(installer) && compareReleases(installer, release) > 0;
  },
  /**
   * Several statements that install or update the schema, to be run in one transaction by one
   * client at a time.
   */
  sql: [
    `CREATE SCHEMA IF NOT EXISTS ${schemaName};`,
    definitions,
    `COMMENT ON SCHEMA ${schemaName} IS '${version}';`,
  ].join('\n'),
} as const;
