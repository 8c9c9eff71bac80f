/** The products in PostgreSQL, with the reference server's driver, pool and prepared statements. */

import { hash } from 'node:crypto';
import pg from 'pg';
import { mustExist } from '../../kit/invariant.js';
import { defaultLimits } from '../../reference-server/http/limits.js';
import {
  merge,
  type Product,
  type ProductBody,
  type ProductEcho,
  type ProductPage,
  type Products,
  pageOf,
} from './products.js';

/** No id exceeds 2^53. */
const bigintType = 20;
pg.types.setTypeParser(bigintType, Number);

const columns = 'id, name, description, price, stock, created_at, updated_at';

const statements = {
  key: 'SELECT id FROM api_keys WHERE key_hash = $1 AND active = 1',
  one: `SELECT ${columns} FROM products WHERE id = $1`,
  page: `SELECT ${columns} FROM products ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2`,
  count: 'SELECT total FROM product_count',
  insert:
    'INSERT INTO products (name, description, price, stock) VALUES ($1, $2, $3, $4) RETURNING id',
  update: `UPDATE products SET name = $1, description = $2, price = $3, stock = $4,
    updated_at = to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') WHERE id = $5`,
} as const;

export class PostgresProducts implements Products {
  readonly #pool: pg.Pool;

  constructor(address: string) {
    const max = defaultLimits.databaseConnections;
    this.#pool = new pg.Pool({ connectionString: address, max });
  }

  async isActiveKey(key: string): Promise<boolean> {
    return (await this.#run('key', hash('sha256', key))).length > 0;
  }

  async read(id: string): Promise<Product | undefined> {
    return (await this.#run<Product>('one', id))[0];
  }

  async list(page: number, limit: number): Promise<ProductPage> {
    const data = await this.#run<Product>('page', limit, (page - 1) * limit);
    const [count] = await this.#run<{ total: number }>('count');
    return pageOf(data, mustExist(count, 'count').total, page, limit);
  }

  async create(body: ProductBody): Promise<ProductEcho | undefined> {
    const { name, description = null, price } = body;
    if (!name || !price) return undefined;
    const stock = body.stock || 0;
    const rows = await this.#run<{ id: number }>('insert', name, description, price, stock);
    return { id: mustExist(rows[0], 'new row').id, name, description, price, stock };
  }

  async update(id: string, body: ProductBody): Promise<ProductEcho | undefined> {
    const stored = await this.read(id);
    if (stored === undefined) return undefined;
    const { name, description, price, stock } = merge(stored, body);
    await this.#run('update', name, description, price, stock, id);
    return { id, name, description, price, stock };
  }

  async #run<Row extends object>(
    name: keyof typeof statements,
    ...values: (string | number | null)[]
  ): Promise<Row[]> {
    const { rows } = await this.#pool.query<Row>({ name, text: statements[name], values });
    return rows;
  }
}
