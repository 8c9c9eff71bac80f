/** Reading the lists of users and products. An unusable list blocks the scenario. */
import { Blocked, type Exchange, isObject, walkPages } from '../../conformance/index.js';
import { isSuccess, requireSuccess } from './answers.js';
import { contentOf } from './contents.js';
import { defaultLimit, isBeyondEnd, pageQuery, readPage } from './pages.js';
import { requestList } from './requests.js';
import type { JsonObject, Resource, ScenarioRow, Sender } from './service.js';
import { timeOf } from './timestamps.js';

/** The users in the answer to a list; empty without a list. */
export function usersIn(exchange: Exchange): readonly JsonObject[] {
  const body = contentOf(exchange);
  return Array.isArray(body) ? body.filter(isObject) : [];
}

/** All users. */
export async function listUsers(world: Sender): Promise<readonly JsonObject[]> {
  const exchange = await requestList(world, 'users');
  requireSuccess(exchange, 'users.list.status');
  const body = contentOf(exchange);
  if (Array.isArray(body) && body.every(isObject)) return body;
  const explanation = 'The list of users is not an array of objects.';
  throw new Blocked('users.list.array', explanation, exchange);
}

/** Reads a created_at. */
type ReadTime = () => Promise<unknown>;

/** Large enough for the rows of a run, small enough for the maximum of most targets. */
const walkingLimit = 100;

/**
 * The products page by page, newest first; a row may come twice when others are created meanwhile.
 * Ends at rows older than the created_at that `oldest` reads, when the first page was not enough.
 */
export async function* walkProducts(
  world: Sender,
  {
    oldest,
    limit = walkingLimit,
  }: { readonly oldest?: ReadTime | undefined; readonly limit?: number } = {},
): AsyncGenerator<JsonObject> {
  let [seen, total] = [0, Number.POSITIVE_INFINITY];
  let isLimitRejected = false;
  const read = async (page: number) => {
    const exchange = await requestList(world, 'products', pageQuery({ page, limit }));
    if (isBeyondEnd(exchange, page) || (!isSuccess(exchange) && seen >= total)) return undefined;
    isLimitRejected = !isSuccess(exchange) && limit > defaultLimit;
    if (isLimitRejected) return undefined;
    requireSuccess(exchange, 'products.list.status');
    const { rows, knownTotal } = readPage(exchange);
    [seen, total] = [seen + rows.length, knownTotal ?? total];
    return rows;
  };
  let bound: number | undefined;
  for await (const rows of walkPages(read)) {
    yield* rows;
    if (rows.length < limit && seen >= total) return;
    bound ??= timeOf(await oldest?.()) ?? Number.NEGATIVE_INFINITY;
    const last = timeOf(rows.at(-1)?.created_at) ?? Number.POSITIVE_INFINITY;
    if (last < bound) return;
  }
  if (isLimitRejected) yield* walkProducts(world, { oldest, limit: defaultLimit });
}

/** All items of the list that meet a condition, for products since `oldest`. */
export async function findListed(
  world: Sender,
  resource: Resource,
  condition: (item: JsonObject) => boolean,
  oldest?: ReadTime,
): Promise<readonly JsonObject[]> {
  if (resource === 'users') return (await listUsers(world)).filter(condition);
  // Read before the walk, since reports and explanations go by the last request.
  const bound = await oldest?.();
  const found: JsonObject[] = [];
  for await (const item of walkProducts(world, { oldest: async () => bound })) {
    if (condition(item)) found.push(item);
  }
  return found;
}

/** The first item of the list that meets a condition, for products since `oldest`. */
export async function findFirstListed(
  world: Sender,
  resource: Resource,
  condition: (item: JsonObject) => boolean,
  oldest?: ReadTime,
): Promise<JsonObject | undefined> {
  if (resource === 'users') return (await listUsers(world)).find(condition);
  for await (const item of walkProducts(world, { oldest })) if (condition(item)) return item;
  return undefined;
}

/** The order of products with the same time may vary, so one walk can miss a product. */
export const mostWalks = 10;

/** The item of the row in the list; undefined when it is missing. */
export async function findRow(world: Sender, row: ScenarioRow): Promise<JsonObject | undefined> {
  const isRow = (item: JsonObject) => String(item.id) === row.id;
  if (row.resource === 'users') return (await listUsers(world)).find(isRow);
  for (let walk = 0; walk < mostWalks; walk += 1) {
    for await (const item of walkProducts(world)) if (isRow(item)) return item;
  }
  return undefined;
}

/** The newest item with the name. */
export async function findNamed(
  world: Sender,
  resource: Resource,
  name: unknown,
): Promise<JsonObject | undefined> {
  const isNamed = (item: JsonObject) => item.name === name;
  if (resource === 'users') return (await listUsers(world)).findLast(isNamed);
  for await (const item of walkProducts(world)) if (isNamed(item)) return item;
  return undefined;
}

/**
 * The item of the row in the list.
 *
 * @throws Blocked when the list lacks the row
 */
export async function requireListed(world: Sender, row: ScenarioRow): Promise<JsonObject> {
  const item = await findRow(world, row);
  if (item === undefined) throw notListed(row);
  return item;
}

/** Wrong pages, or a wrong order of them, can hide a product. */
const whatListsRows: Readonly<Record<Resource, readonly string[]>> = {
  users: ['users.list.complete'],
  products: ['products.list.rows', 'products.list.offset', 'products.list.order'],
};

/**
 * The error for a row of the scenario that the list lacks.
 *
 * @param reasons the requirements that can be the reason
 */
export function notListed(
  { resource, id }: ScenarioRow,
  reasons = whatListsRows[resource],
): Blocked {
  return new Blocked(reasons, `The list of ${resource} lacks the row with the id ${id}.`);
}
