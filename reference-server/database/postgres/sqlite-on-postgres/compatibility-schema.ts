/** The compatibility schema: the SQL that installs it, and its version. */
import { createHash } from 'node:crypto';
import { functionDefinitions } from './functions/functions.js';
import { caseDefinitions } from './schema/choices.js';
import { comparisonDefinitions } from './schema/comparisons.js';
import { schemaName } from './schema/define.js';
import { jsonDefinitions } from './schema/json.js';
import { numberDefinitions } from './schema/numbers.js';
import { tableDefinitions } from './schema/tables.js';
import { timeDefinitions } from './schema/times.js';
import { writeDefinitions } from './schema/writes.js';

/** Release of this package. */
const release = '0.1.0';

const definitions = [
  // Projects with different users share the schema.
  `GRANT USAGE ON SCHEMA ${schemaName} TO PUBLIC;`,
  ...numberDefinitions,
  ...comparisonDefinitions,
  ...caseDefinitions,
  ...timeDefinitions,
  ...jsonDefinitions,
  ...functionDefinitions,
  ...writeDefinitions,
  ...tableDefinitions,
].join('\n');

/** Checksum of all definitions, so that each change of a function leads to an update. */
const checksum = createHash('sha256').update(definitions).digest('hex').slice(0, 16);

const version = `${release} ${checksum}`;

const releaseParts = (text: string): readonly number[] => text.split('.').map(Number);

/** Whether a release, `major.minor.patch`, is later than this one. */
function isLater(other: string): boolean {
  const own = releaseParts(release);
  const [part, index] = releaseParts(other)
    .map((each, place) => [each, place] as const)
    .find(([each, place]) => each !== own[place]) ?? [0, 0];
  return part > (own[index] as number);
}

/**
 * The schema with the functions and operators that give translated statements the behaviour of
 * SQLite. All users of a database share it. Tables, indexes and triggers depend on it: a later
 * release may add functions and change their bodies, but not their parameters and results.
 */
export const compatibilitySchema = {
  /** Query for the installed version; its result is no row or null when there is none. */
  findVersion: `SELECT obj_description(oid, 'pg_namespace') AS version FROM pg_namespace WHERE nspname = '${schemaName}'`,
  /**
   * Whether the installed schema is this one or one of a later release, which removes nothing. So
   * programs of two releases can share a database during an update.
   *
   * @param installed result of `findVersion`
   */
  isUsable(installed: string | null | undefined): boolean {
    if (installed === version) return true;
    const [, installer] = /^(\d+\.\d+\.\d+) /.exec(installed ?? '') ?? [];
    return installer !== undefined && isLater(installer);
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
