/**
 * The logic of a conforming server, independent of the reference server: plain arrays, no scripts.
 * It has a small method for each rule of the specification, so that a fault or a conforming variation
 * can replace a method of an instance.
 */
import type { ServerResponse } from 'node:http';
import { type Answer, type ReceivedRequest, sendAnswer } from './exchange.js';
import { Guard, type Json } from './guard.js';
import type { Product, User } from './store.js';

/** A handler of requests with a JSON object as body; other bodies are answered before. */
type Handler = (request: ReceivedRequest, body: Json) => Answer;

/** Computes answers; the server only transmits them. */
export class Application extends Guard {
  readonly #parts = new Map<string, Application>();

  /** Handles a request from start to end, including the parts common to all endpoints. */
  handle(request: ReceivedRequest): Answer {
    const answer = this.isKnownPath(request.path) ? this.serve(request) : this.notFound(request);
    return { ...answer, headers: { ...this.corsHeaders(request), ...answer.headers } };
  }

  /** Sends an answer. */
  transmit(answer: Answer, response: ServerResponse): void {
    sendAnswer(answer, response);
  }

  /** A view of this application for some calls; methods replaced in it affect only them. */
  partFor(name: string, isConcerned: (request: ReceivedRequest) => boolean): Application {
    const known = this.#parts.get(name);
    if (known !== undefined) return known;
    const part: Application = Object.create(this);
    this.#parts.set(name, part);
    const { serve } = this;
    part.serve = (request) => serve.call(part, request);
    this.serve = (request) =>
      isConcerned(request) ? part.serve(request) : serve.call(this, request);
    return part;
  }

  isKnownPath(path: string): boolean {
    return path === '/api/users' || path === '/api/products';
  }

  /** §5.1 order: CORS, then the credential, then the method. */
  serve(request: ReceivedRequest): Answer {
    if (request.method === 'OPTIONS') return this.preflight(request);
    if (this.isGuarded(request.path)) {
      const rejection = this.rejectCaller(request);
      if (rejection !== undefined) return rejection;
    }
    return this.route(request);
  }

  route(request: ReceivedRequest): Answer {
    return request.path === '/api/users' ? this.routeUsers(request) : this.routeProducts(request);
  }

  corsHeaders(_request: ReceivedRequest): Record<string, string> {
    return {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
      'access-control-allow-headers': 'Content-Type, Authorization, X-API-Key',
    };
  }

  preflight(_request: ReceivedRequest): Answer {
    return { status: 204, headers: {}, body: undefined };
  }

  // Requests

  /** The id in the query string; an empty id counts as absent. */
  idOf(request: ReceivedRequest): string | undefined {
    return request.query.get('id') || undefined;
  }

  findUser(id: string): User | undefined {
    return this.store.users.find((user) => String(user.id) === id);
  }

  findProduct(id: string): Product | undefined {
    return this.store.products.find((product) => String(product.id) === id);
  }

  /** "Falsey" for a member of a request body: absent, null, false, 0 or the empty string. */
  isFilled(value: unknown): boolean {
    return Boolean(value);
  }

  withBody(request: ReceivedRequest, handler: Handler): Answer {
    let body: unknown;
    try {
      body = JSON.parse(request.body);
    } catch {
      return this.unusableBody();
    }
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    return isObject ? handler(request, body as Json) : this.unusableBody();
  }

  unusableBody(): Answer {
    return this.error(400, 'The body must be a JSON object');
  }

  // Users, §4.1

  routeUsers(request: ReceivedRequest): Answer {
    const id = this.idOf(request);
    if (request.method === 'GET' && id !== undefined) return this.readUser(request, id);
    if (request.method === 'GET') return this.listUsers(request);
    if (request.method === 'POST')
      return this.withBody(request, (c, body) => this.createUser(c, body));
    if (request.method === 'PUT' && id !== undefined) {
      return this.withBody(request, (c, body) => this.replaceUser(c, id, body));
    }
    if (request.method === 'DELETE' && id !== undefined) return this.deleteUser(request, id);
    return this.invalidRequest(request);
  }

  userListed(user: User): Json {
    return { id: user.id, name: user.name, email: user.email, created_at: user.created_at };
  }

  userRead(user: User): Json {
    return this.userListed(user);
  }

  userStored(user: User): Json {
    return { id: user.id, name: user.name, email: user.email };
  }

  listUsers(_request: ReceivedRequest): Answer {
    return this.json(
      200,
      this.store.users.map((user) => this.userListed(user)),
    );
  }

  readUser(_request: ReceivedRequest, id: string): Answer {
    const user = this.findUser(id);
    return user === undefined ? this.unknownUser() : this.json(200, this.userRead(user));
  }

  unknownUser(): Answer {
    return this.error(404, 'There is no such user');
  }

  createUser(_request: ReceivedRequest, body: Json): Answer {
    if (!this.isCompleteUser(body)) return this.error(400, 'Name and email are required');
    if (this.isEmailTaken(body.email)) return this.emailTaken();
    const user = this.store.addUser(body.name, body.email);
    return this.json(201, this.userStored(user));
  }

  isCompleteUser(body: Json): boolean {
    return this.isFilled(body.name) && this.isFilled(body.email);
  }

  isEmailTaken(email: unknown, besides?: User): boolean {
    return this.store.users.some((user) => user.email === email && user !== besides);
  }

  emailTaken(): Answer {
    return this.error(409, 'This email is taken');
  }

  replaceUser(_request: ReceivedRequest, id: string, body: Json): Answer {
    const user = this.findUser(id);
    if (user === undefined) return this.unknownUser();
    if (this.isEmailTaken(body.email, user)) return this.emailTaken();
    this.assignUser(user, body);
    return this.json(200, this.userStored(user));
  }

  assignUser(user: User, body: Json): void {
    user.name = body.name ?? null;
    user.email = body.email ?? null;
    user.updated_at = this.store.now();
  }

  deleteUser(_request: ReceivedRequest, id: string): Answer {
    this.store.removeUser(id);
    return this.empty();
  }

  // Products, §4.2

  routeProducts(request: ReceivedRequest): Answer {
    const id = this.idOf(request);
    if (request.method === 'GET' && id !== undefined) return this.readProduct(request, id);
    if (request.method === 'GET') return this.listProducts(request);
    if (request.method === 'POST') {
      return this.withBody(request, (c, body) => this.createProduct(c, body));
    }
    if (request.method === 'PUT' && id !== undefined) {
      return this.withBody(request, (c, body) => this.updateProduct(c, id, body));
    }
    if (request.method === 'DELETE' && id !== undefined) return this.deleteProduct(request, id);
    return this.invalidRequest(request);
  }

  productRow(product: Product): Json {
    return { ...product };
  }

  /** The product in the answers to create and update. */
  productStored(product: Product, id: unknown): Json {
    const { name, description, price, stock } = product;
    return { id, name, description, price, stock };
  }

  listProducts(request: ReceivedRequest): Answer {
    const page = this.pageOf(request);
    const limit = this.limitOf(request);
    const rows = this.orderProducts(this.store.products);
    const offset = this.offsetOf(page, limit);
    const data = rows.slice(offset, offset + limit).map((product) => this.productRow(product));
    return this.json(200, { data, pagination: this.pagination(page, limit, rows.length) });
  }

  pageOf(request: ReceivedRequest): number {
    return positiveInteger(request.query.get('page')) ?? 1;
  }

  limitOf(request: ReceivedRequest): number {
    return positiveInteger(request.query.get('limit')) ?? 20;
  }

  offsetOf(page: number, limit: number): number {
    return (page - 1) * limit;
  }

  /** Newest first. */
  orderProducts(products: readonly Product[]): Product[] {
    return [...products].sort((a, b) => compare(b.created_at, a.created_at));
  }

  pagination(page: number, limit: number, total: number): Json {
    return { page, limit, total, pages: this.pageCount(total, limit) };
  }

  pageCount(total: number, limit: number): number {
    return Math.floor((total + limit - 1) / limit);
  }

  readProduct(_request: ReceivedRequest, id: string): Answer {
    const product = this.findProduct(id);
    return product === undefined ? this.unknownProduct() : this.json(200, this.productRow(product));
  }

  unknownProduct(): Answer {
    return this.error(404, 'There is no such product');
  }

  createProduct(_request: ReceivedRequest, body: Json): Answer {
    if (!this.isCompleteProduct(body)) return this.error(400, 'Name and price are required');
    const product = this.store.addProduct({
      name: body.name,
      description: body.description ?? null,
      price: body.price,
      stock: this.stockToCreate(body),
    });
    return this.json(201, this.productStored(product, product.id));
  }

  isCompleteProduct(body: Json): boolean {
    return this.isFilled(body.name) && this.isFilled(body.price);
  }

  stockToCreate(body: Json): unknown {
    return this.isFilled(body.stock) ? body.stock : 0;
  }

  updateProduct(_request: ReceivedRequest, id: string, body: Json): Answer {
    const product = this.findProduct(id);
    if (product === undefined) return this.unknownProduct();
    this.assignProduct(product, body);
    return this.json(200, this.productStored(product, this.idToEcho(id)));
  }

  /** §4.2 rule 4: exactly as received. */
  idToEcho(id: string): unknown {
    return id;
  }

  assignProduct(product: Product, body: Json): void {
    for (const field of ['name', 'description', 'price', 'stock'] as const) {
      product[field] = this.mergedField(product, field, body);
    }
    product.updated_at = this.updateTimestamp(product);
  }

  mergedField(product: Product, field: keyof Product, body: Json): unknown {
    return this.isFilled(body[field]) ? body[field] : product[field];
  }

  updateTimestamp(_product: Product): string {
    return this.store.now();
  }

  deleteProduct(_request: ReceivedRequest, id: string): Answer {
    const product = this.findProduct(id);
    if (product === undefined) return this.unknownProduct();
    this.removeProduct(product);
    return this.empty();
  }

  removeProduct(product: Product): void {
    this.store.removeProduct(product);
  }
}

function positiveInteger(text: string | null): number | undefined {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : undefined;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
