/** SQL on the database of a server. */
import { type Database, unlimitedUser } from '../../../reference-server/database/database.js';
import type { SqlCell, SqlParameter } from '../../../reference-server/database/values.js';

/** Runs a statement. */
export async function execute(
  database: Database,
  sql: string,
  ...values: SqlParameter[]
): Promise<void> {
  await database.openQueryRunner(unlimitedUser).run(sql, values);
}

/** The cells of the first row; none without a row. */
export async function firstRow(
  database: Database,
  sql: string,
  ...values: SqlParameter[]
): Promise<readonly SqlCell[]> {
  const row = await database.openQueryRunner(unlimitedUser).first(sql, values);
  return row === undefined ? [] : Object.values(row.toObject());
}
