/** Pages of products (§4.2 rule 1). An unusable page blocks the scenario. */
import { Blocked, type Exchange, isObject } from '../../conformance/index.js';
import { demandSuccess, nameAnswer, nameRequest, requireSuccess } from './answers.js';
import { contentOf, listIn } from './contents.js';
import { requestList } from './requests.js';
import type { JsonObject, QueryPairs, Sender } from './service.js';

/** The members of a pagination. */
type PaginationMember = 'page' | 'limit' | 'total' | 'pages';

/**
 * A page of products. Its numbers may also be texts.
 *
 * @throws Blocked when a requested number is missing
 */
export class ProductPage {
  readonly exchange: Exchange;
  readonly rows: readonly JsonObject[];
  /** The unchanged pagination. */
  readonly pagination: JsonObject;

  constructor(exchange: Exchange, rows: readonly JsonObject[]) {
    this.exchange = exchange;
    this.rows = rows;
    this.pagination = paginationIn(exchange);
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

  /** Undefined when the pagination lacks it: the pages are readable anyway. */
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

/** The default limit (§8), which every target supports; larger limits are not specified. */
export const defaultLimit = 20;

/** The requested page. Default: those of the target. */
interface PageNumbers {
  readonly page?: number;
  readonly limit?: number;
}

/** The query string of a page. */
export function pageQuery(numbers: PageNumbers): QueryPairs {
  return Object.entries(numbers).map(([name, value]) => [name, String(value)]);
}

/** One page of products. */
export async function listProducts(world: Sender, numbers: PageNumbers): Promise<ProductPage> {
  return readSuccessful(await requestList(world, 'products', pageQuery(numbers)));
}

/** A page; undefined when the target rejects it because it is beyond the end. */
export async function findPage(
  world: Sender,
  page: number,
  limit: number,
): Promise<ProductPage | undefined> {
  const exchange = await requestList(world, 'products', pageQuery({ page, limit }));
  return isBeyondEnd(exchange, page) ? undefined : readSuccessful(exchange);
}

function readSuccessful(exchange: Exchange): ProductPage {
  requireSuccess(exchange, 'products.list.status');
  return readPage(exchange);
}

/**
 * Whether an answer shows that a list ends before a page. Some targets reject pages after the last
 * one, which is a fault of its own.
 */
export function isBeyondEnd({ response }: Exchange, page: number): boolean {
  return page > 1 && response.status === 404;
}

/**
 * The page in an answer, also inside an envelope (contents.ts).
 *
 * @throws Blocked when there is no list of objects
 */
export function readPage(exchange: Exchange): ProductPage {
  const rows = listIn(exchange);
  if (rows?.every(isObject)) return new ProductPage(exchange, rows);
  const explanation = `${nameRequest(exchange)} gave no list of products (${nameAnswer(exchange)}).`;
  throw new Blocked('products.list.envelope', explanation, exchange);
}

/** Some faulty targets put the numbers beside the data. */
function paginationIn(exchange: Exchange): JsonObject {
  const content = contentOf(exchange);
  if (!isObject(content)) return {};
  return isObject(content.pagination) ? content.pagination : content;
}

/**
 * The page that the scenario has requested.
 *
 * @throws Violation when the request failed
 */
export function answeredPage(answer: Exchange): ProductPage {
  demandSuccess(answer);
  return readPage(answer);
}

/** The required number of rows on a page when the list has `total`. */
export function expectedLength(page: number, limit: number, total: number): number {
  return Math.min(Math.max(total - (page - 1) * limit, 0), limit);
}

/** The number of the last page by the total. */
export function lastPageNumber(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit));
}

/**
 * A list with rows beyond this page never ends. It is not larger, since a target may reject very large
 * pages.
 */
const endlessPage = 2 ** 20;

/** The last page with products. */
export interface LastPage {
  readonly content: ProductPage;
  /** The number of products on it and all pages before it. */
  readonly count: number;
}

/**
 * The last page for a limit; undefined when the pages never end. It is the page that the total
 * implies, or else the result of a search.
 */
export async function findLastPage(world: Sender, limit: number): Promise<LastPage | undefined> {
  const read = (page: number) => listProducts(world, { page, limit });
  const isEmpty = async (page: number) =>
    ((await findPage(world, page, limit))?.rows.length ?? 0) === 0;
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
