/** Reading the two lists. Like everything that prepares, it blocks when a list is not usable. */
import type { Exchange } from '../conformance/http/exchange.js';
import { isObject } from '../conformance/verdict/compare.js';
import { Blocked } from '../conformance/verdict/verdict.js';
import { bodyOf, isSuccess, requestLine, requireSuccess } from './answers.js';
import { timeOf } from './timestamps.js';
import type { Json, QueryPairs, Resource, Row, ScenarioWorld } from './world.js';

/** A page of products, its numbers read even where they came as texts. */
export interface ProductPage {
  readonly rows: readonly Json[];
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly pages: number;
}

export const paginationMembers = ['page', 'limit', 'total', 'pages'] as const;

/** Sends a GET for a list. */
export async function requestList(
  world: ScenarioWorld,
  resource: Resource,
  query: QueryPairs = [],
): Promise<Exchange> {
  return await world.send({ method: 'GET', resource, query });
}

/** All users. */
export async function listUsers(world: ScenarioWorld): Promise<readonly Json[]> {
  const exchange = await requestList(world, 'users');
  requireSuccess(exchange, 'users.list.status');
  const body = bodyOf(exchange);
  if (Array.isArray(body) && body.every(isObject)) return body;
  throw new Blocked('users.list.array', 'The list of users is no array of objects.');
}

/** One page of products; without `limit` or `page` the target's defaults apply. */
export async function listProducts(
  world: ScenarioWorld,
  parameters: { readonly page?: number; readonly limit?: number } = {},
): Promise<ProductPage> {
  const query = Object.entries(parameters).map(([name, value]) => [name, String(value)] as const);
  const exchange = await requestList(world, 'products', query);
  requireSuccess(exchange, 'products.list.status');
  return readPage(exchange);
}

/** @throws Blocked when the answer has no array and no object where the envelope has them. */
export function readEnvelope(exchange: Exchange): { data: readonly Json[]; pagination: Json } {
  const body = bodyOf(exchange);
  const { data, pagination } = isObject(body) ? body : {};
  if (Array.isArray(data) && data.every(isObject) && isObject(pagination)) {
    return { data, pagination };
  }
  throw new Blocked('products.list.envelope', `${requestLine(exchange)} gave no envelope.`);
}

/** @throws Blocked when the answer is not a page in its envelope, with numbers. */
export function readPage(exchange: Exchange): ProductPage {
  const { data, pagination } = readEnvelope(exchange);
  const [page, limit, total, pages] = paginationMembers.map((name) => {
    const value = pagination[name] === null ? Number.NaN : Number(pagination[name]);
    if (!Number.isNaN(value)) return value;
    const requirement = `products.list.${name in pagination ? 'pagination-integers' : 'envelope'}`;
    throw new Blocked(requirement, `The pagination has no number "${name}".`);
  }) as [number, number, number, number];
  return { rows: data, page, limit, total, pages };
}

/** How many rows a page has to hold when the list has `total`. */
export function expectedLength(page: number, limit: number, total: number): number {
  return Math.min(Math.max(total - (page - 1) * limit, 0), limit);
}

/**
 * A list that still has rows on pages of this order, although its total says otherwise, never ends.
 * It is not larger, since a target may refuse pages beyond all reason.
 */
const endlessPage = 2 ** 20;

/**
 * The last page of a given length that holds any products, with its number; undefined when the
 * pages never end. It is where the total says, or else it is searched for.
 */
export async function findLastPage(
  world: ScenarioWorld,
  limit: number,
): Promise<{ readonly page: number; readonly content: ProductPage } | undefined> {
  const read = (page: number) => listProducts(world, { page, limit });
  const isEmpty = async (page: number) => (await read(page)).rows.length === 0;
  const first = await read(1);
  let filled = 1;
  let empty = Math.max(1, Math.ceil(first.total / limit)) + 1;
  while (!(await isEmpty(empty))) {
    filled = empty;
    empty *= 2;
    if (empty > endlessPage) return undefined;
  }
  if (!(await isEmpty(empty - 1))) filled = empty - 1;
  while (empty - filled > 1) {
    const middle = Math.floor((filled + empty) / 2);
    if (await isEmpty(middle)) empty = middle;
    else filled = middle;
  }
  return { page: filled, content: await read(filled) };
}

/** Large enough to hold the rows that are made while a suite runs, small enough for most caps. */
const walkingLimit = 50;
/** What every target has to give (§8): that it gives more to those who ask for it is not stated. */
export const defaultLimit = 20;
/** In products. */
const longestWalk = 3000;

/**
 * The products from the newest on, page by page; a row may come twice when others are made
 * meanwhile. It ends at rows that are older than `oldest`, a created_at.
 */
export async function* walkProducts(
  world: ScenarioWorld,
  { oldest, limit = walkingLimit }: { readonly oldest?: unknown; readonly limit?: number } = {},
): AsyncGenerator<Json> {
  const bound = timeOf(oldest) ?? Number.NEGATIVE_INFINITY;
  for (let page = 1; page * limit <= longestWalk; page += 1) {
    const exchange = await requestList(world, 'products', [
      ['page', String(page)],
      ['limit', String(limit)],
    ]);
    if (!isSuccess(exchange) && limit > defaultLimit) {
      return yield* walkProducts(world, { oldest, limit: defaultLimit });
    }
    requireSuccess(exchange, 'products.list.status');
    const { rows } = readPage(exchange);
    yield* rows;
    const last = timeOf(rows.at(-1)?.created_at) ?? Number.POSITIVE_INFINITY;
    if (rows.length === 0 || last < bound) return;
  }
}

/** All items of the list that meet a condition: of the products, those made since `oldest`. */
export async function findListed(
  world: ScenarioWorld,
  resource: Resource,
  condition: (item: Json) => boolean,
  oldest?: unknown,
): Promise<readonly Json[]> {
  if (resource === 'users') return (await listUsers(world)).filter(condition);
  const found: Json[] = [];
  for await (const item of walkProducts(world, { oldest })) if (condition(item)) found.push(item);
  return found;
}

/** Products of the same time may come in another order each time, so that one walk can miss one. */
export const walks = 10;

/** The item of the list that stands for the row; undefined when there is none. */
export async function findRow(world: ScenarioWorld, row: Row): Promise<Json | undefined> {
  const isRow = (item: Json) => String(item.id) === row.id;
  if (row.resource === 'users') return (await listUsers(world)).find(isRow);
  for (let walk = 0; walk < walks; walk += 1) {
    for await (const item of walkProducts(world)) if (isRow(item)) return item;
  }
  return undefined;
}

/**
 * The same, where a scenario builds on it.
 *
 * @throws Blocked when the list lacks the row.
 */
export async function requireListed(world: ScenarioWorld, row: Row): Promise<Json> {
  const item = await findRow(world, row);
  if (item === undefined) throw notListed(row);
  return item;
}

/** To be thrown when a row of the scenario is not in the list. */
export function notListed({ resource, id }: Row): Blocked {
  const requirement = resource === 'users' ? 'users.list.complete' : 'products.list.rows';
  return new Blocked(requirement, `The list of ${resource} lacks the row with the id ${id}.`);
}
