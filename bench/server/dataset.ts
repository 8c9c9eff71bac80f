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

/** Makes a database as the project "basic" has it, with an active key and so many products. */
export async function createDataset(file: string, rows: number): Promise<Dataset> {
  const project = locateProject(undefined, process.cwd());
  const database = await openProjectDatabase({ project, database: file });
  try {
    const apiKey = await createApiKey(database);
    await database.openSession(unlimitedUser).run(insertProducts, [BigInt(rows)]);
    return { rows, apiKey };
  } finally {
    await database.close();
  }
}
