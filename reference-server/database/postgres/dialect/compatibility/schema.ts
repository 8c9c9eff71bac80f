import { createHash } from 'node:crypto';
import { catalogFunctions } from './catalog.js';
import { choiceFunctions } from './choices.js';
import { comparisonFunctions } from './comparisons.js';
import { schemaName } from './define.js';
import { jsonFunctions } from './json.js';
import { numberFunctions } from './numbers.js';
import { textFunctions } from './texts.js';
import { timeFunctions } from './times.js';
import { writeFunctions } from './writes.js';

const definitions = [
  ...numberFunctions,
  ...comparisonFunctions,
  ...choiceFunctions,
  ...textFunctions,
  ...timeFunctions,
  ...jsonFunctions,
  ...writeFunctions,
  ...catalogFunctions,
].join('\n');

/** Of everything in it, so that no change of a function can go unnoticed. */
const version = createHash('sha256').update(definitions).digest('hex').slice(0, 16);

/**
 * The functions and operators by which translated statements behave as in SQLite, in a schema of
 * their own that all projects of a database share. Tables, indexes and triggers depend on them: a
 * later release may add functions and change what they do, but not what they take and return.
 */
export const compatibilitySchema = {
  name: schemaName,
  /** What the comment on an installed schema says. */
  version,
  /** A query for the version that is installed; no row, or null, when there is none. */
  findVersion: `SELECT obj_description(oid, 'pg_namespace') AS version FROM pg_namespace WHERE nspname = '${schemaName}'`,
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
