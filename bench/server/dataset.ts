import { hash } from 'node:crypto';
import { unlimitedUser } from '../../reference-server/database/database.js';
import { createApiKey, locateProject, openProjectDatabase } from '../../reference-server/index.js';
import type { Dataset } from './cases.js';

const insertProducts = `
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
  INSERT INTO products (name, description, price, stock, created_at, updated_at)
  SELECT
    'Product ' || n, 'What there is to say about product ' || n, n % 90 + 0.5, n % 40,
    datetime('2024-01-01', '+' || n || ' seconds'), datetime('2024-01-01', '+' || n || ' seconds')
  FROM numbers
`;

/**
 * Creates a database of the project "basic" with an active key and products.
 *
 * @param location a new file, or the address of an empty PostgreSQL schema
 * @param apiKey default: a new key
 */
export async function createDataset(
  location: string,
  rows: number,
  apiKey?: string,
): Promise<Dataset> {
  const project = locateProject(undefined, process.cwd());
  const database = await openProjectDatabase({ project, database: location });
  try {
    const runner = database.openQueryRunner(unlimitedUser);
    const newKey = await createApiKey(database);
    if (apiKey !== undefined) {
      await runner.run('UPDATE api_keys SET key_hash = ?', [hash('sha256', apiKey)]);
    }
    await runner.run(insertProducts, [BigInt(rows)]);
    return { rows, apiKey: apiKey ?? newKey };
  } finally {
    await database.close();
  }
}
