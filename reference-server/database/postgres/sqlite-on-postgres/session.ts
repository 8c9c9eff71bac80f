/** What translated statements need of a connection and its database. */
import { schemaName } from './schema/define.js';

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

/** Several statements that set up a new connection; they add the compatibility schema to its `search_path`. */
export const sessionSetUp: string = [
  ...Object.entries(settings).map(([name, value]) => `SET ${name} TO '${value}'`),
  `SELECT set_config('search_path', current_setting('search_path') || ', ${schemaName}', false)`,
].join('; ');

/** The oldest release whose SQL has everything that the compatibility schema uses. */
const oldestRelease = 14;

/** Query for the parameter of `findObstacle`. */
export const findFacts: string = `SELECT current_setting('server_version_num')::integer / 10000,
  current_setting('server_encoding'), coalesce(current_schema(), '${schemaName}')`;

/**
 * Why translated statements cannot run in a database; undefined if they can.
 *
 * @param facts the row of `findFacts`, after `sessionSetUp`
 */
export function findObstacle([release, encoding, schema]: readonly unknown[]): string | undefined {
  if (Number(release) < oldestRelease) {
    return `it is of release ${release} of PostgreSQL, but must be of ${oldestRelease} or later`;
  }
  if (encoding !== 'UTF8') return `its encoding is ${encoding}, but must be UTF8`;
  if (schema === schemaName) {
    return 'no schema of its search_path exists, or the user must not use it';
  }
  return undefined;
}
