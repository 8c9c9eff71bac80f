import type { Products } from './products.js';

/** Opens the products in a file, or at an address that begins with `postgres:`. */
export async function openProducts(database: string): Promise<Products> {
  if (!database.startsWith('postgres:')) {
    return new (await import('./sqlite-products.js')).SqliteProducts(database);
  }
  return new (await import('./postgres-products.js')).PostgresProducts(database);
}
