/** The state of a connection: settings that translated statements need, and its restoration. */
import { schemaName } from './compatibility-schema/define.js';
import type { TextRow } from './query.js';

/**
 * Settings with an effect on the meaning of statements, on transactions or on the text of values.
 * The server, a database or a role may have other defaults
 * (https://www.postgresql.org/docs/18/runtime-config-client.html).
 */
const settings: Readonly<Record<string, string>> = {
  // The first one: the limit of a role would end the statements that follow.
  statement_timeout: '0',
  client_encoding: 'UTF8',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  lc_numeric: 'C',
  lc_time: 'C',
  bytea_output: 'hex',
  extra_float_digits: '1',
  // A migration reads what other servers have committed while it waited for a lock.
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
};

/** Sets up a new connection, with the compatibility schema as the last of the `search_path`. */
export const setUp = [
  ...Object.entries(settings).map(([name, value]) => `SET ${name} TO '${value}'`),
  `SELECT set_config('search_path', current_setting('search_path') || ', ${schemaName}', false)`,
].join('; ');

/**
 * Restores the state of a new connection: `DISCARD ALL` without the statements that this server has
 * prepared (https://www.postgresql.org/docs/18/sql-discard.html).
 */
export const reset = `CLOSE ALL; SET SESSION AUTHORIZATION DEFAULT; RESET ALL; ${setUp}; UNLISTEN *;
  SELECT pg_advisory_unlock_all(); DISCARD TEMP; DISCARD SEQUENCES;
  DO $$ DECLARE found text; BEGIN
    FOR found IN SELECT name FROM pg_prepared_statements WHERE from_sql
    LOOP EXECUTE format('DEALLOCATE %I', found); END LOOP;
  END $$`;

/** The oldest release whose SQL has everything that the compatibility schema uses. */
const oldestRelease = 14;

/** Query for the parameter of `findObstacle`. */
export const findFacts = `SELECT current_setting('server_version_num')::integer / 10000,
  current_setting('server_encoding'), coalesce(current_schema(), '${schemaName}')`;

/**
 * Why a project cannot be served from a database; undefined if it can.
 *
 * @param facts the result of `findFacts`
 */
export function findObstacle([release, encoding, schema]: TextRow): string | undefined {
  if (Number(release) < oldestRelease) {
    return `it is of release ${release} of PostgreSQL, but must be of ${oldestRelease} or later`;
  }
  if (encoding !== 'UTF8') return `its encoding is ${encoding}, but must be UTF8`;
  // The compatibility schema belongs to all projects.
  if (schema === schemaName) {
    return 'no schema of its search_path exists, or the user must not use it';
  }
  return undefined;
}
