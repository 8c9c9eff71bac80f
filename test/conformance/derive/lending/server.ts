/** A service that conforms to `openapi.yaml`; faults and variations replace its rules. */
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import type { Json } from '../../../../kit/collections.js';
import {
  escapePointer,
  expressionFor,
  fieldsOf,
  jsonIn,
  resolvePointer,
  typed,
} from './reading.js';

/** An account, a tool, a review, a photo or a shelf. */
export type Row = Record<string, unknown>;

/** The kinds of rows that requests create. */
export type Kind = 'accounts' | 'tools' | 'reviews' | 'photos' | 'shelves';

/** A request that was read. */
export interface Received {
  /** The operation: `PUT /tools/{toolId}`. */
  readonly route: string;
  readonly ids: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly body: Json;
  /** The account of the token. */
  readonly reader: Row;
}

/** An answer before it is written. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const text = readFileSync(new URL('openapi.yaml', import.meta.url), 'utf8');
const described = [...text.matchAll(/^ {2}(\/\S*):$/gm)].map(([, path = '']) => path);

/** A lawful detail: a member with a value that nothing asks for. */
const sample = ({ password: _password, token: _token, ...row }: Row): Row => row;

export class Lending {
  readonly rows: Record<Kind, Row[]> = {
    ...{ accounts: [], tools: [], reviews: [], photos: [], shelves: [] },
  };
  /** The description by which requests are judged; faults change it. */
  readonly rules: Json = parse(text);
  /** Pairs of an account and what it has starred. */
  readonly stars = new Set<string>();
  requests = 0;
  errorType = 'application/problem+json';
  problem = (status: number): Json => ({ title: 'error', status });
  before = (_request: Received): Answer | undefined => undefined;
  after = (_request: Received, answer: Answer): Answer => answer;
  now = (): string => new Date().toISOString();
  newId = (kind: Kind): unknown => (kind === 'tools' ? randomUUID() : this.nextNumber());
  tokenIn = (header: unknown): string => /^Bearer (.*)$/.exec(String(header))?.[1] ?? '';
  readerOf = (token: string): Row | undefined =>
    this.rows.accounts.find((one) => one.token === token);
  identify = (header: unknown, _route: string): Row | undefined =>
    this.readerOf(this.tokenIn(header));
  isPassword = (account: Row, password: unknown): boolean => account.password === password;
  mayRead = (request: Received, schema: string, value: unknown): boolean =>
    this.#validator(`${schema}`)(value) || this.isForgiven(request, schema, value);
  isForgiven = (_request: Received, _schema: string, _value: unknown): boolean => false;
  mayChange = (row: Row, reader: Row): boolean => ownerOf(row) === reader.name;
  isTaken = (kind: Kind, name: string, value: unknown): boolean =>
    this.rows[kind].some((one) => one[name] === value);
  store = (kind: Kind, row: Row): void => void this.rows[kind].push(row);
  change = (row: Row, body: Json): Row => ({ ...row, ...body, updatedAt: this.now() });
  replace = ({ id, owner, createdAt }: Row, body: Json): Row => ({
    ...{ price: 5, available: true, ...body, id, owner, createdAt },
    updatedAt: this.now(),
  });
  update = (kind: Kind, row: Row, next: Row): void =>
    void this.rows[kind].splice(this.rows[kind].indexOf(row), 1, next);
  remove = (kind: Kind, row: Row): void => {
    this.rows[kind].splice(this.rows[kind].indexOf(row), 1);
    for (const below of ['reviews', 'photos'] as const)
      this.rows[below] = this.rows[below].filter((one) => one.tool !== row.id);
  };
  find = (kind: Kind, id: string): Row | undefined =>
    this.rows[kind].find((one) => String(one.id) === id);
  star = (reader: Row, tool: Row): void => void this.stars.add(`${reader.name} ${tool.id}`);
  unstar = (reader: Row, tool: Row): void => void this.stars.delete(`${reader.name} ${tool.id}`);
  isStarred = (reader: Row, tool: Row): boolean => this.stars.has(`${reader.name} ${tool.id}`);
  countStars = (tool: Row): number =>
    [...this.stars].filter((one) => one.endsWith(` ${tool.id}`)).length;
  show = (kind: Kind, row: Row, reader: Row): Json => {
    const { tool: _tool, ...shown } = sample(row);
    if (kind !== 'tools') return shown;
    return {
      ...{ ...shown, starred: this.isStarred(reader, row), starsCount: this.countStars(row) },
    };
  };
  matches = (tool: Row, name: string, value: string): boolean => {
    if (name === 'owner') return ownerOf(tool) === value;
    if (name === 'tag') return Array.isArray(tool.tags) && tool.tags.includes(value);
    return String(tool[name]) === value;
  };
  order = (tools: readonly Row[], sort: string | null): readonly Row[] => {
    if (sort === null) return tools.toReversed();
    const sign = sort.startsWith('-') ? -1 : 1;
    return [...tools].sort((a, b) => sign * (Number(a.price) - Number(b.price)));
  };
  page = (rows: readonly Row[], offset: number, limit: number): readonly Row[] =>
    rows.slice(offset, offset + limit);
  total = (rows: readonly Row[], _page: readonly Row[]): number => rows.length;
  below = (kind: Kind, tool: Row): readonly Row[] =>
    this.rows[kind].filter((one) => one.tool === tool.id);
  cursorAfter = (start: number, limit: number): number => start + limit;
  tagOf = (tool: Row): string =>
    `"${createHash('sha1').update(JSON.stringify(tool)).digest('hex')}"`;
  isSame = (tool: Row, header: unknown): boolean => header === this.tagOf(tool);
  isBound = (tool: Row, header: unknown): boolean => header === '*' || header === this.tagOf(tool);

  #number = 0;
  readonly #validators = new Map<string, ValidateFunction>();
  #ajv: Ajv2020 | undefined;

  nextNumber(): number {
    this.#number += 1;
    return this.#number;
  }

  #validator(schema: string): ValidateFunction {
    if (this.#ajv === undefined) {
      this.#ajv = new Ajv2020({ strict: false });
      addFormats.default(this.#ajv);
      this.#ajv.addSchema({ ...this.rules, $id: 'api' });
    }
    const found = this.#validators.get(schema) ?? this.#ajv.compile({ $ref: `api#${schema}` });
    this.#validators.set(schema, found);
    return found;
  }

  listen() {
    return createServer(async (request, response) => {
      this.requests += 1;
      const sent = Buffer.concat(await request.toArray()).toString('latin1');
      const answer = this.#answer(
        request.method ?? '',
        request.url ?? '',
        request.headers,
        Buffer.from(sent, 'latin1').toString(),
      );
      const type = answer.status >= 400 ? this.errorType : 'application/json';
      const { status, body, headers = {} } = answer;
      const typed = body === undefined ? headers : { 'content-type': type, ...headers };
      response.writeHead(status, typed);
      response.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
    });
  }

  fail(status: number): Answer {
    const challenge = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
    return { status, body: this.problem(status), headers: challenge };
  }

  #answer(method: string, url: string, headers: Received['headers'], sent: string): Answer {
    const { pathname, searchParams: query } = new URL(url, 'http://lending');
    const path = described.find((one) => expressionFor(one).test(pathname)) ?? '';
    const ids = expressionFor(path).exec(decodeURI(pathname))?.slice(1) ?? [];
    const route = `${method} ${path}`;
    const action = this.#actions[route];
    const reader = this.identify(headers.authorization, route) ?? {};
    const request = { route, ids, query, headers, text: sent, body: {}, reader };
    const isOpen = ['POST /accounts', 'POST /sessions'].includes(route);
    const early = this.before(request);
    if (early !== undefined) return this.after(request, early);
    if (action === undefined) return this.after(request, this.fail(404));
    if (!isOpen && reader.name === undefined) return this.after(request, this.fail(401));
    const read = this.#read(request, method.toLowerCase(), path);
    return this.after(request, 'status' in read ? read : action(read));
  }

  /** A request with its body, or the answer to one that is invalid. */
  #read(request: Received, method: string, path: string): Received | Answer {
    const item = Object(Object(this.rules.paths)[path]);
    const place = `/paths/${escapePointer(path)}`;
    for (const [index, one] of (item[method]?.parameters ?? []).entries()) {
      const parameter = one.$ref === undefined ? one : resolvePointer(this.rules, one.$ref);
      const schema = `${one.$ref?.slice(1) ?? `${place}/${method}/parameters/${index}`}/schema`;
      const value = parameter.in === 'query' ? request.query.get(parameter.name) : null;
      if (value === null && parameter.required && parameter.in === 'query') return this.fail(400);
      if (value !== null && !this.mayRead(request, schema, typed(parameter.schema, value)))
        return this.fail(400);
    }
    const body = item[method]?.requestBody;
    if (body === undefined) return request;
    const pointer = body.$ref?.slice(1) ?? `${place}/${method}/requestBody`;
    const type = String(request.headers['content-type'] ?? '').split(';')[0] ?? '';
    if (pointer.endsWith('NewTool') && method === 'post' && type !== 'application/json')
      return this.fail(415);
    const isForm = type === 'multipart/form-data';
    const value = isForm ? fieldsOf(request.text) : jsonIn(request.text);
    const media = isForm ? type : 'application/json';
    const schema = `${pointer}/content/${escapePointer(media)}/schema`;
    if (!this.mayRead(request, schema, value)) return this.fail(400);
    return { ...request, body: Object(value) };
  }

  readonly #actions: Readonly<Record<string, (request: Received) => Answer>> = {
    'POST /accounts': ({ body }) => {
      if (this.isTaken('accounts', 'name', body.name)) return this.fail(409);
      const account = { ...body, joined: this.now().slice(0, 10), address: '192.0.2.7' };
      this.store('accounts', { ...account, token: randomUUID() });
      return { status: 201, body: this.show('accounts', account, {}) };
    },
    'POST /sessions': ({ body }) => {
      const account = this.rows.accounts.find((one) => one.name === body.name);
      if (account === undefined || !this.isPassword(account, body.password)) return this.fail(401);
      return { status: 200, body: { token: account.token } };
    },
    'GET /me': ({ reader }) => ({ status: 200, body: this.show('accounts', reader, reader) }),
    'PATCH /me': ({ reader, body }) => {
      const { updatedAt: _time, ...next } = this.change(reader, body);
      this.update('accounts', reader, next);
      return { status: 200, body: this.show('accounts', next, reader) };
    },
    'GET /tools': (request) => this.#listTools(request),
    'POST /tools': ({ body, reader }) => {
      const times = { createdAt: this.now(), updatedAt: this.now() };
      const owner = { name: reader.name };
      const id = this.newId('tools');
      const tool = { price: 5, available: true, ...body, id, owner, ...times };
      this.store('tools', tool);
      const headers = { location: `/tools/${id}` };
      return { status: 201, body: this.show('tools', tool, reader), headers };
    },
    'GET /tools/{toolId}': (request) =>
      this.#withTool(request, (tool) =>
        this.isSame(tool, request.headers['if-none-match'])
          ? { status: 304, headers: { etag: this.tagOf(tool) } }
          : this.#shown(tool, request),
      ),
    'PUT /tools/{toolId}': (request) =>
      this.#withTool(request, (tool) => {
        const tag = request.headers['if-match'];
        if (tag !== undefined && !this.isBound(tool, tag)) return this.fail(412);
        return this.#change(tool, request, this.replace(tool, request.body));
      }),
    'PATCH /tools/{toolId}': (request) =>
      this.#withTool(request, (tool) =>
        this.#change(tool, request, this.change(tool, request.body)),
      ),
    'DELETE /tools/{toolId}': (request) =>
      this.#withTool(request, (tool) => this.#delete('tools', tool, request.reader)),
    'POST /tools/{toolId}/star': (request) =>
      this.#withTool(request, (tool) => {
        this.star(request.reader, tool);
        return this.#shown(tool, request);
      }),
    'DELETE /tools/{toolId}/star': (request) =>
      this.#withTool(request, (tool) => {
        this.unstar(request.reader, tool);
        return this.#shown(tool, request);
      }),
    'GET /tools/{toolId}/reviews': (request) =>
      this.#withTool(request, (tool) => {
        const [limit, start] = [numberIn(request, 'limit', 20), numberIn(request, 'cursor', 0)];
        const all = this.below('reviews', tool);
        const items = this.page(all, start, limit);
        const next = this.cursorAfter(start, limit);
        const shown = items.map((one) => this.show('reviews', one, request.reader));
        return { status: 200, body: { items: shown, next: next < all.length ? `${next}` : null } };
      }),
    'POST /tools/{toolId}/reviews': (request) =>
      this.#withTool(request, ({ id: tool }) => {
        const author = { name: request.reader.name };
        const id = this.newId('reviews');
        const review = { ...request.body, id, tool, author, createdAt: this.now() };
        this.store('reviews', review);
        return { status: 201, body: this.show('reviews', review, request.reader) };
      }),
    'GET /tools/{toolId}/reviews/{reviewId}': (request) =>
      this.#withReview(request, (review) => ({
        status: 200,
        body: this.show('reviews', review, request.reader),
      })),
    'DELETE /tools/{toolId}/reviews/{reviewId}': (request) =>
      this.#withReview(request, (review) => this.#delete('reviews', review, request.reader)),
    'GET /tools/{toolId}/photos': (request) =>
      this.#withTool(request, (tool) => ({
        status: 200,
        body: this.below('photos', tool).map((one) => this.show('photos', one, request.reader)),
      })),
    'POST /tools/{toolId}/photos': (request) =>
      this.#withTool(request, ({ id: tool }) => {
        const { caption } = request.body;
        const photo = {
          id: this.newId('photos'),
          tool,
          ...(caption === undefined ? {} : { caption }),
        };
        this.store('photos', photo);
        return { status: 201, body: this.show('photos', photo, request.reader) };
      }),
    'GET /shelves': ({ query, reader }) => {
      const id = query.get('id');
      const all = this.rows.shelves.map((one) => this.show('shelves', one, reader));
      if (id === null) return { status: 200, body: all };
      const found = this.find('shelves', id);
      return found ? { status: 200, body: this.show('shelves', found, reader) } : this.fail(404);
    },
    'POST /shelves': ({ body, reader }) => {
      if (this.isTaken('shelves', 'label', body.label)) return this.fail(409);
      const shelf = { places: 10, ...body, id: this.newId('shelves') };
      this.store('shelves', shelf);
      return { status: 201, body: this.show('shelves', shelf, reader) };
    },
    'PUT /shelves': ({ query, body, reader }) => {
      const shelf = this.find('shelves', String(query.get('id')));
      if (shelf === undefined) return this.fail(404);
      const { updatedAt: _time, ...next } = this.change(shelf, body);
      this.update('shelves', shelf, next);
      return { status: 200, body: this.show('shelves', next, reader) };
    },
    'DELETE /shelves': ({ query }) => {
      const shelf = this.find('shelves', String(query.get('id')));
      if (shelf === undefined) return this.fail(404);
      this.remove('shelves', shelf);
      return { status: 204 };
    },
  };

  #listTools({ query, reader }: Received): Answer {
    const [limit, offset] = ['limit', 'offset'].map((name) => query.get(name));
    const [most, start] = [Number(limit ?? 20), Number(offset ?? 0)];
    const filters = ['category', 'owner', 'tag', 'available'].flatMap((name) => {
      const value = query.get(name);
      return value === null ? [] : [{ name, value }];
    });
    const matching = this.rows.tools.filter((tool) =>
      filters.every(({ name, value }) => this.matches(tool, name, value)),
    );
    const page = this.page(this.order(matching, query.get('sort')), start, most);
    const total = this.total(matching, page);
    const items = page.map((one) => this.show('tools', one, reader));
    const headers = { 'x-total-count': String(total) };
    return { status: 200, headers, body: { items, total, limit: most, offset: start } };
  }

  #withTool({ ids }: Received, act: (tool: Row) => Answer): Answer {
    const tool = this.find('tools', ids[0] ?? '');
    return tool === undefined ? this.fail(404) : act(tool);
  }

  #withReview(request: Received, act: (review: Row) => Answer): Answer {
    return this.#withTool(request, (tool) => {
      const review = this.find('reviews', request.ids[1] ?? '');
      return review === undefined || review.tool !== tool.id ? this.fail(404) : act(review);
    });
  }

  #shown(tool: Row, { reader }: Received): Answer {
    const headers = { etag: this.tagOf(tool) };
    return { status: 200, body: this.show('tools', tool, reader), headers };
  }

  #change(tool: Row, request: Received, next: Row): Answer {
    if (!this.mayChange(tool, request.reader)) return this.fail(403);
    this.update('tools', tool, next);
    return this.#shown(next, request);
  }

  #delete(kind: Kind, row: Row, reader: Row): Answer {
    if (!this.mayChange(row, reader)) return this.fail(403);
    this.remove(kind, row);
    return { status: 204 };
  }
}

/** The name of the account that a row belongs to. */
export function ownerOf({ owner, author }: Row): unknown {
  return Object(owner ?? author).name;
}

function numberIn({ query }: Received, name: string, usual: number): number {
  return Number(query.get(name) ?? usual);
}
