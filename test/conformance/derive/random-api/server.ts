/** A server that does what a random API is described to do. Faults replace its rules. */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { asObject, type Json } from '../../../../kit/collections.js';
import { listParameters, pathsOf } from './description.js';
import { kinds, type MemberModel, normalised } from './members.js';
import type { ApiModel, ResourceModel } from './model.js';
import {
  changeSchema,
  creationSchema,
  nextMember,
  replacementSchema,
  summaryOf,
} from './schemas.js';

/** What is stored of a resource. */
export interface Row {
  readonly key: string;
  /** Rows are numbered in the order of their creation. */
  readonly number: number;
  readonly parent: string | undefined;
  readonly isForeign: boolean;
  readonly createdAt: number;
  values: Json;
  updatedAt: number;
  version: number;
  isDeleted: boolean;
}

/** A request that was read. */
interface Received {
  readonly method: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** An answer before it is written. */
interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the path of a request leads to. */
interface Place {
  readonly one: ResourceModel;
  readonly parent: string | undefined;
  /** Undefined for the list. */
  readonly key: string | undefined;
}

/** A request is answered with an error. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`refused with ${status}`);
  }
}

/** The credential that the server accepts. */
export const credential = Buffer.from('tester:s3cret-Passw0rd').toString('base64');

export class RandomServer {
  readonly rows = new Map<string, Row[]>();
  /** What requests did with rows of others: the check must not let that happen. */
  readonly harm: string[] = [];

  // The rules that faults replace.
  isShown = (row: Row): boolean => !row.isDeleted;
  isFiltered = (row: Row, name: string, value: string): boolean =>
    String(idIn(row.values[name]) ?? '') === value;
  replace = (one: ResourceModel, row: Row, sent: Json): Json =>
    one.put?.resets ? this.#fresh(one, sent) : { ...row.values, ...sent };
  merge = (one: ResourceModel, row: Row, sent: Json): Json =>
    one.patch?.mediaType === 'application/json'
      ? { ...row.values, ...sent }
      : asObject(mergePatch(row.values, sent));
  remove = (row: Row): void => {
    row.isDeleted = true;
  };
  isAuthorized = (given: string): boolean => given === credential;
  page = (rows: readonly Row[], start: number, count: number): readonly Row[] =>
    rows.slice(start, start + count);
  isValid = (validate: ValidateFunction, value: unknown): boolean => validate(value);
  store = (rows: Row[], row: Row): void => void rows.push(row);

  readonly #validators = new Map<string, ValidateFunction>();
  readonly #ajv: Ajv2020;
  #requests = 0;
  #numbers = 0;

  constructor(readonly api: ApiModel) {
    this.#ajv = new Ajv2020({ strict: false, validateFormats: api.checksFormats });
    addFormats.default(this.#ajv);
    for (const one of api.resources) this.#addForeign(one);
  }

  #addForeign(one: ResourceModel): void {
    const rows: Row[] = [];
    this.rows.set(one.words, rows);
    for (let number = 1; number <= one.foreignRows; number += 1) {
      const keyOf = (words: string) => {
        const others = this.rows.get(words) ?? [];
        return others[number % others.length]?.key ?? '';
      };
      const values = one.members.map((member) => [
        member.name,
        foreignValue(member, number, this.api, keyOf),
      ]);
      const key = one.id.kind === 'slug' ? `foreign-${number}` : this.#newKey(one, number);
      const parent = one.parent === undefined ? undefined : keyOf(one.parent);
      const time = Date.UTC(2026, 0, 1) + number * 1000;
      rows.push({
        ...{ key, parent, isForeign: true, isDeleted: false, version: 1 },
        ...{ number: ++this.#numbers, createdAt: time, updatedAt: time },
        values: {
          ...Object.fromEntries(values),
          ...(one.id.kind === 'slug' ? { [one.id.member]: key } : {}),
        },
      });
    }
  }

  /** The rows of others, each as JSON. */
  foreignRows(): readonly string[] {
    return [...this.rows.values()]
      .flat()
      .flatMap((row) => (row.isForeign ? [JSON.stringify(row)] : []));
  }

  /** What is left of a run, with the resource that it is of. */
  remaining(): readonly { readonly one: ResourceModel; readonly key: string }[] {
    return this.api.resources.flatMap((one) =>
      this.#rowsOf(one).flatMap(({ isForeign, isDeleted, key }) =>
        isForeign || isDeleted ? [] : [{ one, key }],
      ),
    );
  }

  /** The server, which does not listen yet. */
  listen(): Server {
    return createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method = '', headers, url = '' } = request;
      const { pathname, searchParams } = new URL(url, 'http://api.example');
      const text = Buffer.concat(chunks).toString();
      const received = { method, headers, text, query: searchParams };
      const { status, body, headers: more = {} } = this.#answer(pathname, received);
      const type =
        status >= 400 && this.api.errors === 'problem'
          ? 'application/problem+json'
          : 'application/json';
      response.writeHead(status, body === undefined ? more : { ...more, 'content-type': type });
      response.end(body === undefined || method === 'HEAD' ? undefined : JSON.stringify(body));
    });
  }

  #answer(pathname: string, request: Received): Answer {
    try {
      this.#requests += 1;
      if (this.#requests % (this.api.oneRejectedIn ?? Number.POSITIVE_INFINITY) === 0)
        throw new Refusal(429, { 'retry-after': '0' });
      const place = this.#find(pathname);
      this.#authorize(request);
      this.#readQuery(place, request);
      return this.#perform(place, request);
    } catch (error) {
      if (error instanceof Refusal) return this.#refuse(error);
      this.harm.push(`a fault of the random server: ${error}`);
      return { status: 500 };
    }
  }

  #refuse({ status, headers }: Refusal): Answer {
    const bodies = {
      problem: { title: 'The request is rejected', status },
      text: { error: 'The request is rejected' },
      object: { error: { code: `E${status}`, message: 'The request is rejected' } },
      empty: undefined,
    };
    return { status, headers, body: bodies[this.api.errors] };
  }

  #find(pathname: string): Place {
    for (const one of this.api.resources) {
      const { collection, item } = pathsOf(this.api, one);
      const inList = this.#match(collection, pathname);
      if (inList !== undefined) return { one, parent: inList[0], key: undefined };
      const ids = this.#match(item, pathname);
      if (ids !== undefined)
        return { one, parent: ids.length > 1 ? ids[0] : undefined, key: ids.at(-1) };
    }
    throw new Refusal(404);
  }

  #match(template: string, pathname: string): readonly string[] | undefined {
    const expected = `${this.api.prefix}${template}`.split('/');
    const parts = pathname.split('/');
    if (parts.length !== expected.length) return undefined;
    if (expected.some((part, index) => !part.startsWith('{') && part !== parts[index]))
      return undefined;
    const ids = parts.filter((_, index) => expected[index]?.startsWith('{'));
    return ids.map(decode);
  }

  #authorize({ method, headers, query }: Received): void {
    const { kind, carrier, readsArePublic, statusWithout, statusWrong } = this.api.security;
    if (kind === 'none' || (readsArePublic && /GET|HEAD/.test(method))) return;
    const header = headers[carrier.toLowerCase()];
    const sent = kind === 'query' ? query.get(carrier) : header;
    const isHttp = kind === 'bearer' || kind === 'basic';
    const given = isHttp ? new RegExp(`^${kind} (.+)$`, 'i').exec(String(sent ?? ''))?.[1] : sent;
    const headersOf = isHttp
      ? { 'www-authenticate': kind === 'basic' ? 'Basic realm="api"' : 'Bearer' }
      : {};
    if (typeof given !== 'string') throw new Refusal(statusWithout, headersOf);
    if (!this.isAuthorized(given)) throw new Refusal(statusWrong, headersOf);
  }

  #readQuery({ one, key }: Place, { method, query }: Received): void {
    const known = key === undefined && method === 'GET' ? listParameters(one) : [];
    const { kind, carrier } = this.api.security;
    for (const [name, value] of query) {
      const parameter = known.find((other) => other.name === name);
      if (parameter === undefined) {
        const isKey = kind === 'query' && name === carrier;
        if (this.api.rejectsUnknownParameters && !isKey) throw new Refusal(this.api.invalid);
      } else if (!this.isParameter(asObject(parameter.schema), value))
        throw new Refusal(this.api.invalid);
    }
  }

  isParameter = (schema: Json, value: string): boolean => {
    const { type } = schema;
    if (type === 'integer' && !/^-?\d+$/.test(value)) return false;
    if (type === 'boolean' && !/^(true|false)$/.test(value)) return false;
    const read = type === 'integer' ? Number(value) : type === 'boolean' ? value === 'true' : value;
    return this.#validator(`query ${JSON.stringify(schema)}`, schema)(read) === true;
  };

  #validator(name: string, schema: Json): ValidateFunction {
    const known = this.#validators.get(name) ?? this.#ajv.compile(schema);
    this.#validators.set(name, known);
    return known;
  }

  #perform(place: Place, request: Received): Answer {
    const { one, parent, key } = place;
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const allowed =
      key === undefined
        ? ['GET', 'POST']
        : [
            'GET',
            ...(one.put ? ['PUT'] : []),
            ...(one.patch ? ['PATCH'] : []),
            ...(one.removal ? ['DELETE'] : []),
          ];
    if (!allowed.includes(method))
      throw new Refusal(
        this.api.unknownMethod,
        this.api.unknownMethod === 405 ? { allow: allowed.join(', ') } : {},
      );
    if (parent !== undefined) this.#demandParent(one, parent, method);
    if (key === undefined)
      return method === 'GET' ? this.#list(place, request) : this.#create(place, request);
    const row = this.#row(one, key, parent, method === 'DELETE');
    if (row === undefined) return { status: one.removal?.status ?? 204 };
    if (row.isForeign && method !== 'GET') this.harm.push(`${method} of ${one.words} ${key}`);
    if (method === 'GET') return this.#read(one, row, request);
    return method === 'DELETE' ? this.#delete(one, row) : this.#change(one, row, request);
  }

  #demandParent(one: ResourceModel, key: string, method: string): void {
    const above = this.api.resources.find(({ words }) => words === one.parent);
    const row = above && this.#rowsOf(above).find((other) => other.key === key && !other.isDeleted);
    if (row === undefined) throw new Refusal(404);
    if (row.isForeign && method === 'POST')
      this.harm.push(`${one.words} below ${one.parent} ${key}`);
  }

  #rowsOf({ words }: Pick<ResourceModel, 'words'>): Row[] {
    return this.rows.get(words) ?? [];
  }

  /** Undefined where a DELETE succeeds without one. */
  #row(
    one: ResourceModel,
    key: string,
    parent: string | undefined,
    isRemoval: boolean,
  ): Row | undefined {
    const found = this.#rowsOf(one).find(
      (row) => row.key === key && (parent === undefined || row.parent === parent),
    );
    if (found !== undefined && this.isShown(found)) return found;
    if (isRemoval && one.removal?.repeated === 'success') return undefined;
    throw new Refusal(found === undefined ? 404 : one.goneStatus);
  }

  show(one: ResourceModel, row: Row): Json {
    const time = (value: number) =>
      new Date(value).toISOString().replace(one.fractions ? '' : /\.\d+/, '');
    const managed = one.managed.map((name) => {
      if (name === 'version') return [name, row.version];
      return [name, time(/^updated/.test(name) ? row.updatedAt : row.createdAt)];
    });
    const members = one.members.flatMap(({ name }) => {
      const value = row.values[name];
      if (value !== undefined) return [[name, value]];
      return this.api.showsNull ? [[name, null]] : [];
    });
    const id = one.id.kind === 'integer' ? Number(row.key) : row.key;
    return { [one.id.member]: id, ...Object.fromEntries(members), ...Object.fromEntries(managed) };
  }

  #wrap(item: Json): Json {
    return this.api.wrapsItems ? { data: item } : item;
  }

  #read(one: ResourceModel, row: Row, { headers }: Received): Answer {
    const shown = this.show(one, row);
    const tag = tagOf(shown);
    if (!this.api.hasEntityTags) return { status: 200, body: this.#wrap(shown) };
    if (headers['if-none-match'] === tag) return { status: 304, headers: { etag: tag } };
    return { status: 200, body: this.#wrap(shown), headers: { etag: tag } };
  }

  /** What a request sends, as the server stores it. */
  #sentBy(one: ResourceModel, { method, headers, text }: Received, schema: Json): Json {
    const isJson = /^application\/(\S+\+)?json\b/.test(headers['content-type'] ?? '');
    if (this.api.rejectsMediaTypes && text !== '' && !isJson) throw new Refusal(415);
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      throw new Refusal(this.api.malformed);
    }
    const validate = this.#validator(`${method} ${one.words}`, ignoringManaged(one, schema));
    if (!this.isValid(validate, body)) throw new Refusal(this.api.invalid);
    const stored = this.#declared(one, asObject(body));
    // A text of blanks alone may be valid, and an empty one not.
    if (!this.isValid(validate, { ...asObject(body), ...stored }))
      throw new Refusal(this.api.invalid);
    return stored;
  }

  /** The declared members of a body, as the server stores them. */
  #declared({ members }: ResourceModel, body: Json): Json {
    const known = members.filter(({ name }) => Object.hasOwn(body, name));
    return Object.fromEntries(
      known.map((member) => [
        member.name,
        normalised(member, body[member.name], this.api.normalisation),
      ]),
    );
  }

  /** What a creation stores of what is sent. */
  #fresh({ members }: ResourceModel, sent: Json): Json {
    const defaults = members.filter(({ schema }) => schema.default !== undefined);
    return {
      ...Object.fromEntries(defaults.map(({ name, schema }) => [name, schema.default])),
      ...sent,
    };
  }

  #demandReferences(one: ResourceModel, sent: Json): void {
    for (const { name, reference } of one.members) {
      const target = this.api.resources.find(({ words }) => words === reference?.to);
      const value = sent[name] ?? undefined;
      if (target === undefined || value === undefined) continue;
      for (const id of Array.isArray(value) ? value : [idIn(value)]) {
        const row = this.#rowsOf(target).find(
          ({ key, isDeleted }) => key === String(id) && !isDeleted,
        );
        if (row === undefined) throw new Refusal(this.api.unknownReference);
        if (row.isForeign) this.harm.push(`${one.words} refers to ${target.words} ${row.key}`);
      }
    }
  }

  #demandUnique(one: ResourceModel, values: Json, row?: Row): void {
    const names = [one.unique?.member, one.id.kind === 'slug' ? one.id.member : undefined];
    for (const name of names) {
      if (name === undefined) continue;
      const isSame = (other: Row) => other !== row && other.values[name] === values[name];
      const counts = (other: Row) => !other.isDeleted || one.removal?.keepsName === true;
      if (this.#rowsOf(one).some((other) => counts(other) && isSame(other))) throw new Refusal(409);
    }
  }

  #newKey({ id }: ResourceModel, number: number): string {
    if (id.kind === 'integer') return String(number);
    return id.kind === 'uuid' ? randomUUID() : `r_${randomUUID().slice(0, 8)}`;
  }

  #create({ one, parent }: Place, request: Received): Answer {
    const sent = this.#sentBy(one, request, creationSchema(this.api, one));
    this.#demandReferences(one, sent);
    this.#demandUnique(one, sent);
    const rows = this.#rowsOf(one);
    const key =
      one.id.kind === 'slug' ? String(sent[one.id.member]) : this.#newKey(one, rows.length + 1);
    const time = Date.now();
    const row = {
      ...{ key, parent, isForeign: false, isDeleted: false, version: 1 },
      ...{ number: ++this.#numbers, createdAt: time, updatedAt: time },
      values: this.#fresh(one, sent),
    };
    this.store(rows, row);
    return this.#created(one, row, request);
  }

  #created(one: ResourceModel, row: Row, { headers }: Received): Answer {
    const { item } = pathsOf(this.api, one);
    const ids = [...(one.isShallow || row.parent === undefined ? [] : [row.parent]), row.key];
    const path =
      this.api.prefix + item.replace(/\{[^}]+\}/g, () => encodeURIComponent(ids.shift() ?? ''));
    const form = one.created === 'location' && one.location === 'none' ? 'path' : one.location;
    const locations = {
      ...{ none: undefined, path, absolute: `http://${headers.host}${path}` },
      // It is resolved against the path of the request.
      relative:
        one.isShallow || this.api.trailingSlash ? path : path.split('/').slice(-2).join('/'),
    };
    const location = locations[form];
    const more = location === undefined || one.created === 'ok' ? {} : { location };
    const shown = this.show(one, row);
    if (one.created === 'location') return { status: 201, headers: more };
    const body = one.created === 'data' ? { data: shown } : this.#wrap(shown);
    return { status: one.created === 'ok' ? 200 : 201, headers: more, body };
  }

  #change(one: ResourceModel, row: Row, request: Received): Answer {
    const isPut = request.method === 'PUT';
    const tag = request.headers['if-match'];
    if (
      this.api.hasEntityTags &&
      tag !== undefined &&
      tag !== '*' &&
      tag !== tagOf(this.show(one, row))
    )
      throw new Refusal(412);
    const schema = isPut ? replacementSchema(this.api, one) : changeSchema(this.api, one);
    const slug = one.id.kind === 'slug' ? one.id.member : '';
    const { [slug]: _slug, ...sent } = this.#sentBy(one, request, schema);
    this.#demandReferences(one, sent);
    const kept = one.id.kind === 'slug' ? { [one.id.member]: row.key } : {};
    const values = {
      ...(isPut ? this.replace(one, row, sent) : this.merge(one, row, sent)),
      ...kept,
    };
    this.#demandUnique(one, values, row);
    row.values = values;
    row.updatedAt = Date.now();
    row.version += 1;
    const status = (isPut ? one.put : one.patch)?.status ?? 200;
    return status === 204 ? { status } : { status, body: this.#wrap(this.show(one, row)) };
  }

  #delete(one: ResourceModel, row: Row): Answer {
    const shown = this.#wrap(this.show(one, row));
    const referring = this.#referring(one, row);
    if (one.removal?.ofReferred === 'refuse' && referring.length > 0) throw new Refusal(409);
    this.#removeWithChildren(one, row);
    const status = one.removal?.status ?? 204;
    return status === 204 ? { status } : { status, body: shown };
  }

  #removeWithChildren(one: ResourceModel, row: Row): void {
    const referring = one.removal?.ofReferred === 'cascade' ? this.#referring(one, row) : [];
    this.remove(row);
    const children = this.api.resources.flatMap((other) =>
      other.parent === one.words
        ? this.#rowsOf(other)
            .filter(({ parent }) => parent === row.key)
            .map((child) => [other, child] as const)
        : [],
    );
    for (const [other, child] of [...children, ...referring])
      if (!child.isDeleted) this.#removeWithChildren(other, child);
  }

  #referring(one: ResourceModel, { key }: Row): readonly (readonly [ResourceModel, Row])[] {
    return this.api.resources.flatMap((other) =>
      other.members.flatMap(({ name, reference }) => {
        if (reference?.to !== one.words) return [];
        const idsOf = ({ values }: Row) =>
          [values[name]].flat().map((value) => String(idIn(value)));
        const rows = this.#rowsOf(other).filter(
          (row) => !row.isDeleted && idsOf(row).includes(key),
        );
        return rows.map((row) => [other, row] as const);
      }),
    );
  }

  #list({ one, parent }: Place, { query, headers }: Received): Answer {
    const { list } = one;
    const { hidden } = list;
    const isListed = (row: Row) =>
      this.isShown(row) &&
      (parent === undefined || row.parent === parent) &&
      (hidden === undefined ||
        query.has(hidden.member) ||
        row.values[hidden.member] !== hidden.value) &&
      list.filters.every(
        (name) => !query.has(name) || this.isFiltered(row, name, query.get(name) ?? ''),
      ) &&
      isFound(row, query.get(list.search ?? '') ?? '');
    const compare = orderOf(one, query.get('sort'));
    const rows = this.#rowsOf(one).filter(isListed).sort(compare);
    const asked = Number(query.get(list.limit) ?? list.usual);
    const size = list.paging === 'none' ? rows.length : Math.min(asked, list.most);
    const start = this.#startOf(one, rows, query, size, compare);
    const shown = this.page(rows, start, size);
    const last = shown.at(-1);
    const next =
      list.paging === 'cursor' && last !== undefined && start + size < rows.length
        ? cursorOf(last)
        : null;
    const address = new URL(`http://${headers.host}${pathsOf(this.api, one).collection}`);
    if (next !== null)
      address.search = String(
        new URLSearchParams({ [list.limit]: String(size), [list.place]: next }),
      );
    const link =
      next === null || list.next === 'body' ? {} : { link: `<${address.search}>; rel="next"` };
    const total = list.total === 'header' ? { 'x-total-count': String(rows.length) } : {};
    const elements = shown.map((row) => this.#element(one, row));
    const body =
      list.wrapper === undefined
        ? elements
        : {
            ...{
              [list.wrapper]: elements,
              ...(list.total === 'body' ? { total: rows.length } : {}),
            },
            ...(list.paging === 'page'
              ? { [list.place]: Number(query.get(list.place) ?? 1), [list.limit]: size }
              : {}),
            ...(list.paging === 'offset' ? { [list.place]: start, [list.limit]: size } : {}),
            ...(list.paging === 'cursor' && list.next !== 'link' ? { [nextMember]: next } : {}),
          };
    return { status: 200, body, headers: { ...link, ...total } };
  }

  #startOf(
    one: ResourceModel,
    rows: readonly Row[],
    query: URLSearchParams,
    size: number,
    compare: (a: Row, b: Row) => number,
  ): number {
    const { paging, place } = one.list;
    const given = query.get(place);
    if (given === null || paging === 'none' || paging === 'limit') return 0;
    if (paging === 'offset') return Number(given);
    if (paging === 'page') return (Number(given) - 1) * size;
    const last = this.#rowsOf(one).find((row) => cursorOf(row) === given);
    if (last === undefined) throw new Refusal(this.api.invalid);
    const found = rows.findIndex((row) => compare(row, last) > 0);
    return found < 0 ? rows.length : found;
  }

  #element(one: ResourceModel, row: Row): Json {
    const shown = this.show(one, row);
    if (!one.list.isSummary) return shown;
    return Object.fromEntries(
      summaryOf(one)
        .filter((name) => Object.hasOwn(shown, name))
        .map((name) => [name, shown[name]]),
    );
  }
}

function foreignValue(
  { kind, schema, reference }: MemberModel,
  number: number,
  api: ApiModel,
  keyOf: (words: string) => string,
): unknown {
  if (reference === undefined) return kinds[kind]?.foreign(number, schema, api.naming);
  const id = api.resources.find(({ words }) => words === reference.to)?.id;
  const key = id?.kind === 'integer' ? Number(keyOf(reference.to)) : keyOf(reference.to);
  if (reference.form === 'id') return key;
  return reference.form === 'list' ? [key] : { [id?.member ?? '']: key };
}

/** A server ignores what clients may only read. */
function ignoringManaged(one: ResourceModel, schema: Json): Json {
  if (one.managedIs !== 'readOnly') return schema;
  const own = [one.id.kind === 'slug' ? '' : one.id.member, ...one.managed];
  const properties = Object.entries(asObject(schema.properties));
  return {
    ...schema,
    properties: Object.fromEntries(
      properties.map(([name, part]) => [name, own.includes(name) ? true : part]),
    ),
  };
}

/** The id in the value of a reference. */
function idIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.values(value)[0];
}

function isFound({ values }: Row, words: string): boolean {
  const texts = Object.values(values).filter((value) => typeof value === 'string');
  return words === '' || texts.some((value) => value.toLowerCase().includes(words.toLowerCase()));
}

const cursorOf = ({ number }: Row): string => Buffer.from(`row ${number}`).toString('base64url');
const tagOf = (shown: Json): string =>
  `"${createHash('sha1').update(JSON.stringify(shown)).digest('hex')}"`;

/** An id in a path, unchanged where it is not encoded as it has to be. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** RFC 7396. */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const merged = { ...asObject(target) };
  for (const [name, value] of Object.entries(patch)) merged[name] = mergePatch(merged[name], value);
  return merged;
}

function orderOf(
  { list, members }: ResourceModel,
  sort: string | null,
): (a: Row, b: Row) => number {
  const title = members.find(({ kind }) => kind === 'title')?.name ?? '';
  const textOf = ({ values }: Row) => String(values[title] ?? '');
  const byText = (a: Row, b: Row) => textOf(a).localeCompare(textOf(b)) || a.number - b.number;
  if (sort !== null) return sort.startsWith('-') ? (a, b) => byText(b, a) : byText;
  const orders = {
    newest: (a: Row, b: Row) => b.number - a.number,
    oldest: (a: Row, b: Row) => a.number - b.number,
    title: byText,
    any: (a: Row, b: Row) =>
      ((a.number * 37) % 101) - ((b.number * 37) % 101) || a.number - b.number,
  };
  return orders[list.order];
}
