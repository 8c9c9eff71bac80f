/** Pages of products, which block what builds on them when they are not usable (§4.2 rule 1). */
import { Blocked, type Exchange, isObject } from '../../../conformance/index.js';
import { demandSuccess, nameRequest, requireSuccess } from '../../answers.js';
import type { JsonObject, QueryPairs, Sender } from '../../service.js';
import { contentOf, listIn } from '../requests/contents.js';
import { requestList } from '../requests/requests.js';

/** What a pagination counts. */
type PaginationMember = 'page' | 'limit' | 'total' | 'pages';

/**
 * A page of products. Its numbers are read even where they came as texts.
 *
 * @throws Blocked where a number is asked for that the pagination does not have
 */
export class ProductPage {
  readonly rows: readonly JsonObject[];
  /** As it came. */
  readonly pagination: JsonObject;

  constructor(rows: readonly JsonObject[], pagination: JsonObject) {
    this.rows = rows;
    this.pagination = pagination;
  }

  get limit(): number {
    return this.numberOf('limit');
  }

  get total(): number {
    return this.numberOf('total');
  }

  get pages(): number {
    return this.numberOf('pages');
  }

  /** Undefined where the pagination does not say it: the pages can be turned all the same. */
  get knownTotal(): number | undefined {
    return 'total' in this.pagination ? this.total : undefined;
  }

  numberOf(name: PaginationMember): number {
    const value = this.pagination[name];
    const number = value === null ? Number.NaN : Number(value);
    if (!Number.isNaN(number)) return number;
    const requirement = `products.list.${name in this.pagination ? 'pagination-integers' : 'envelope'}`;
    throw new Blocked(requirement, `The pagination has no number "${name}".`);
  }
}

/** What every target has to give (§8): that it gives more to those who ask for it is not stated. */
export const defaultLimit = 20;

/** Which page is asked for; without a number the target's defaults apply. */
interface PageNumbers {
  readonly page?: number;
  readonly limit?: number;
}

/** The query string that asks for a page. */
export function pageQuery(numbers: PageNumbers): QueryPairs {
  return Object.entries(numbers).map(([name, value]) => [name, String(value)]);
}

/** One page of products. */
export async function listProducts(world: Sender, numbers: PageNumbers): Promise<ProductPage> {
  const exchange = await requestList(world, 'products', pageQuery(numbers));
  requireSuccess(exchange, 'products.list.status');
  return readPage(exchange);
}

/**
 * The page in an answer, whose parts may be elsewhere than the specification has them (contents.ts).
 *
 * @throws Blocked when there is no list of objects
 */
export function readPage(exchange: Exchange): ProductPage {
  const rows = listIn(exchange);
  if (rows?.every(isObject)) return new ProductPage(rows, paginationIn(exchange));
  throw new Blocked('products.list.envelope', `${nameRequest(exchange)} gave no list of products.`);
}

/** Some targets put the numbers beside the data. */
function paginationIn(exchange: Exchange): JsonObject {
  const content = contentOf(exchange);
  if (!isObject(content)) return {};
  return isObject(content.pagination) ? content.pagination : content;
}

/**
 * The page that the scenario asked for.
 *
 * @throws Violation when the request had no success.
 */
export function answeredPage(answer: Exchange): ProductPage {
  demandSuccess(answer);
  return readPage(answer);
}

/** How many rows a page has to hold when the list has `total`. */
export function expectedLength(page: number, limit: number, total: number): number {
  return Math.min(Math.max(total - (page - 1) * limit, 0), limit);
}

/** The number of the last page, as far as the total tells. */
export function lastPageNumber(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit));
}

/**
 * A list that still has rows on pages of this order, although its total says otherwise, never ends.
 * It is not larger, since a target may refuse pages beyond all reason.
 */
const endlessPage = 2 ** 20;

/** The last page that holds any products. */
export interface LastPage {
  readonly content: ProductPage;
  /** How many products there are on it and on those before it. */
  readonly count: number;
}

/**
 * The last page of a given length; undefined when the pages never end. It is where the total says,
 * or else it is searched for.
 */
export async function findLastPage(world: Sender, limit: number): Promise<LastPage | undefined> {
  const read = (page: number) => listProducts(world, { page, limit });
  const isEmpty = async (page: number) => (await read(page)).rows.length === 0;
  const first = await read(1);
  let filled = 1;
  let empty = lastPageNumber(first.knownTotal ?? 0, limit) + 1;
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
  const content = await read(filled);
  return { content, count: (filled - 1) * limit + content.rows.length };
}
