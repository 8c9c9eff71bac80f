/** Rows in memory. Columns hold any value, like SQLite's flexible columns. */

/** A row of `users`. */
export interface User {
  readonly id: number;
  name: unknown;
  email: unknown;
  created_at: string;
  updated_at: string;
}

/** A row of `products`. */
export interface Product {
  readonly id: number;
  name: unknown;
  description: unknown;
  price: unknown;
  stock: unknown;
  created_at: string;
  updated_at: string;
}

/** A row of `api_keys`. */
export interface Key {
  readonly key: string;
  readonly active: number;
}

/** A row of `sessions`. */
export interface Session {
  readonly token: string;
  readonly expires_at: string;
}

let frozen: Date | undefined;

/** The current time in the form of SQLite's CURRENT_TIMESTAMP. */
export function currentTimestamp(): string {
  return (frozen ?? new Date()).toISOString().slice(0, 19).replace('T', ' ');
}

/** Freezes the time while `act` runs, so that all applications read the same. */
export function atOneTime<T>(act: () => T): T {
  frozen = new Date();
  try {
    return act();
  } finally {
    frozen = undefined;
  }
}

/** All tables. */
export class Store {
  users: User[] = [];
  products: Product[] = [];
  keys: Key[] = [];
  sessions: Session[] = [];
  /** The current time, in the form of the columns. */
  now: () => string = currentTimestamp;
  /** The id of a new row, given the last id and the current rows. */
  nextId: (last: number, present: readonly { readonly id: number }[]) => number = (last) =>
    last + 1;
  #lastUser = 0;
  #lastProduct = 0;

  get lastProductId(): number {
    return this.#lastProduct;
  }

  /** An independent copy. */
  copy(): Store {
    const copy = new Store();
    copy.users = structuredClone(this.users);
    copy.products = structuredClone(this.products);
    copy.keys = this.keys;
    copy.sessions = this.sessions;
    return copy;
  }

  addUser(name: unknown, email: unknown): User {
    this.#lastUser = this.nextId(this.#lastUser, this.users);
    const now = this.now();
    const user = { id: this.#lastUser, name, email, created_at: now, updated_at: now };
    this.users.push(user);
    return user;
  }

  removeUser(id: string): void {
    this.users = this.users.filter((user) => String(user.id) !== id);
  }

  addProduct(fields: Pick<Product, 'name' | 'description' | 'price' | 'stock'>): Product {
    this.#lastProduct = this.nextId(this.#lastProduct, this.products);
    const now = this.now();
    const product = { id: this.#lastProduct, ...fields, created_at: now, updated_at: now };
    this.products.push(product);
    return product;
  }

  removeProduct(product: Product): void {
    this.products = this.products.filter((row) => row !== product);
  }
}
