/** The products in an SQLite file. */

import { hash } from 'node:crypto';
import type { Statement } from 'better-sqlite3';
import { mustExist } from '../../kit/invariant.js';
import { sqliteDriver } from '../../reference-server/database/sqlite/driver.js';
import {
  merge,
  type Product,
  type ProductBody,
  type ProductEcho,
  type ProductPage,
  type Products,
  pageOf,
} from './products.js';

export class SqliteProducts implements Products {
  readonly #key: Statement<[string], unknown>;
  readonly #one: Statement<[string], Product>;
  readonly #page: Statement<[number, number], Product>;
  readonly #count: Statement<[], { total: number }>;
  readonly #insert: Statement;
  readonly #update: Statement;

  /** Opens the database with the reference server's guarantees. */
  constructor(file: string) {
    const Database = sqliteDriver();
    const database = new Database(file);
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    this.#key = database.prepare('SELECT id FROM api_keys WHERE key_hash = ? AND active = 1');
    this.#one = database.prepare('SELECT * FROM products WHERE id = ?');
    // As in the reference server's script: without the CAST, SQLite plans again for each limit.
    this.#page = database.prepare(
      `SELECT * FROM products ORDER BY created_at DESC, id DESC
       LIMIT CAST(? AS INTEGER) OFFSET ?`,
    );
    this.#count = database.prepare('SELECT COUNT(*) AS total FROM products');
    this.#insert = database.prepare(
      'INSERT INTO products (name, description, price, stock) VALUES (?, ?, ?, ?)',
    );
    this.#update = database.prepare(
      `UPDATE products SET name = ?, description = ?, price = ?, stock = ?,
       updated_at = CURRENT_TIMESTAMP WHERE id = ?`,
    );
  }

  isActiveKey(key: string): boolean {
    return this.#key.get(hash('sha256', key)) !== undefined;
  }

  read(id: string): Product | undefined {
    return this.#one.get(id);
  }

  list(page: number, limit: number): ProductPage {
    const { total } = mustExist(this.#count.get(), 'count');
    const data = this.#page.all(limit, (page - 1) * limit);
    return pageOf(data, total, page, limit);
  }

  /** Undefined when the name or the price is missing. */
  create(body: ProductBody): ProductEcho | undefined {
    const { name, description = null, price } = body;
    if (!name || !price) return undefined;
    const stock = body.stock || 0;
    const { lastInsertRowid } = this.#insert.run(name, description, price, stock);
    return { id: Number(lastInsertRowid), name, description, price, stock };
  }

  /** Undefined when there is no such product. */
  update(id: string, body: ProductBody): ProductEcho | undefined {
    const stored = this.#one.get(id);
    if (stored === undefined) return undefined;
    const { name, description, price, stock } = merge(stored, body);
    this.#update.run(name, description, price, stock, id);
    return { id, name, description, price, stock };
  }
}
