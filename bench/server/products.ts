/** The SQL statements of specification §4.2, shared by the two hand-written servers. */

export interface Product {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly price: number;
  readonly stock: number;
}

/** A body of POST or PUT; members may be missing or falsey. */
export type ProductBody = Partial<Omit<Product, 'id'>>;

/** The four fields in the answer to a create or update; an update's id is the client's text. */
export type ProductEcho = Omit<Product, 'id'> & { readonly id: number | string };

export interface ProductPage {
  readonly data: readonly Product[];
  readonly pagination: {
    readonly page: number;
    readonly limit: number;
    readonly total: number;
    readonly pages: number;
  };
}

/** The products in a database; on PostgreSQL, every method returns a promise. */
export interface Products {
  isActiveKey(key: string): boolean | Promise<boolean>;
  read(id: string): Product | undefined | Promise<Product | undefined>;
  list(page: number, limit: number): ProductPage | Promise<ProductPage>;
  /** Undefined when the name or the price is missing. */
  create(body: ProductBody): ProductEcho | undefined | Promise<ProductEcho | undefined>;
  /** Undefined when there is no such product. */
  update(id: string, body: ProductBody): ProductEcho | undefined | Promise<ProductEcho | undefined>;
}

/** The pagination members of a page. */
export function pageOf(
  data: readonly Product[],
  total: number,
  page: number,
  limit: number,
): ProductPage {
  return { data, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}

/** A product after an update: a falsey member of the body keeps the stored value. */
export function merge(stored: Product, body: ProductBody): Omit<Product, 'id'> {
  return {
    name: body.name || stored.name,
    description: body.description || stored.description,
    price: body.price || stored.price,
    stock: body.stock || stored.stock,
  };
}
