/** A shop that `shop.yaml` describes: orders refer to customers and products by their ids. */

import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';

type Row = Record<string, unknown>;

interface Item {
  readonly productId: string;
  readonly quantity: number;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

const invalid: Answer = { status: 422, body: { message: 'The body is invalid.' } };
const missing: Answer = { status: 404, body: { message: 'It does not exist.' } };

/** The sound shop; a fault replaces one of its methods. */
export class Shop {
  readonly customers = new Map<string, Row>();
  readonly products = new Map<string, Row>();
  readonly orders = new Map<string, Row>();
  #id = 0;

  /** Whether a path has the slash at its end that it needs. */
  isKnown = (path: string): boolean => !path.endsWith('/');
  /** The member of an order for what else its customer says: a text, or whether it is a gift. */
  remark: 'note' | 'gift' = 'note';
  /** Whether what an order refers to is looked for. */
  mustExist = true;
  kind = (sent: string): string => sent;
  stock = (product: Row, quantity: number): boolean => Number(product.stock) >= quantity;
  order = (row: Row): Row => row;
  find = (rows: readonly Row[], customer: string): readonly Row[] =>
    rows.filter(({ customerId }) => String(customerId) === customer);
  findBelow = (rows: readonly Row[], customer: string): readonly Row[] => this.find(rows, customer);
  change = (order: Row, sent: Row): void => {
    if (sent[this.remark] !== undefined) order[this.remark] = sent[this.remark];
  };
  store = (table: Map<string, Row>, row: Row): void => {
    table.set(String(row.id), row);
  };
  remove = (table: Map<string, Row>, id: string): void => {
    table.delete(id);
  };

  nextId(): number {
    this.#id += 1;
    return this.#id;
  }

  listen(): Server {
    return createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      const { status, body } = this.#answer(request.method ?? '', request.url ?? '', read(text));
      const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
      response.writeHead(status, headers);
      response.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  #answer(method: string, target: string, body: Row | undefined): Answer {
    const { pathname, searchParams } = new URL(target, 'http://shop');
    if (!this.isKnown(pathname)) return missing;
    const [, collection = '', id, below] = pathname.replace(/\/$/, '').split('/');
    const rows = { customers: this.customers, products: this.products, orders: this.orders };
    const table = Object.hasOwn(rows, collection)
      ? rows[collection as keyof typeof rows]
      : undefined;
    if (table === undefined) return missing;
    if (below === 'orders' && id !== undefined)
      return table.has(id)
        ? { status: 200, body: this.findBelow([...this.orders.values()], id) }
        : missing;
    if (id !== undefined) return this.#answerAbout(method, table, id, body);
    if (method === 'POST') return this.#create(collection, table, body);
    const all = [...table.values()];
    const customer = searchParams.get('customerId');
    return { status: 200, body: customer === null ? all : this.find(all, customer) };
  }

  #answerAbout(method: string, table: Map<string, Row>, id: string, body?: Row): Answer {
    const row = table.get(id);
    if (row === undefined) return missing;
    if (method === 'DELETE') {
      this.remove(table, id);
      return { status: 204 };
    }
    if (method === 'PATCH') {
      const { customerId = 0, [this.remark]: remark } = body ?? { customerId: '' };
      const isValid = remark === undefined || this.#isRemark(remark);
      if (!isValid || !Number.isInteger(customerId)) return invalid;
      this.change(row, { [this.remark]: remark });
    }
    return { status: 200, body: row };
  }

  #create(collection: string, table: Map<string, Row>, body: Row | undefined): Answer {
    const made = body && this.#make(collection, body);
    if (made === undefined) return invalid;
    if ('status' in made) return made as unknown as Answer;
    this.store(table, made);
    return { status: 201, body: made };
  }

  /** The new row, or why there is none; undefined for an invalid body. */
  #make(collection: string, { name, title, stock, kind = 'book', ...order }: Row): Row | undefined {
    if (collection === 'customers') return isText(name) ? { id: this.nextId(), name } : undefined;
    if (collection === 'products') {
      const isValid = isText(title) && isCount(stock) && ['book', 'toy'].includes(String(kind));
      return isValid
        ? { id: randomUUID(), title, stock, kind: this.kind(String(kind)) }
        : undefined;
    }
    return this.#makeOrder(order);
  }

  #isRemark(value: unknown): boolean {
    return this.remark === 'note' ? isText(value) : typeof value === 'boolean';
  }

  #makeOrder({ customerId, items, [this.remark]: remark }: Row): Row | undefined {
    const isValid = Number.isInteger(customerId) && this.#isRemark(remark) && areItems(items);
    if (!isValid) return undefined;
    if (this.mustExist && !this.customers.has(String(customerId))) return { ...missing };
    for (const { productId, quantity } of items) {
      const product = this.products.get(productId);
      if (product === undefined) return { ...missing };
      if (!this.stock(product, quantity)) return { status: 409, body: { message: 'Sold out.' } };
      product.stock = Number(product.stock) - quantity;
    }
    return this.order({ id: this.nextId(), customerId, [this.remark]: remark, items });
  }
}

function areItems(value: unknown): value is readonly Item[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((one) => isText(one?.productId) && isCount(one?.quantity) && one.quantity > 0)
  );
}

/** A JSON object; undefined for any other text. */
function read(text: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Row) : undefined;
  } catch {
    return undefined;
  }
}
