/**
 * The list of products from its first page to its last one, within a bound. Products that were there
 * before the run show what pages do beyond the few rows that it makes itself.
 */
import { Blocked, type Mismatch, mismatch, render } from '../../../conformance/index.js';
import { isId, isSuccess, requireSuccess } from '../../answers.js';
import type { JsonObject } from '../../service.js';
import type { ServiceWorld } from '../../world.js';
import { idOf } from '../requests/contents.js';
import { requestList, requestRow } from '../requests/requests.js';
import { timeOf } from '../values/timestamps.js';
import { defaultLimit, listProducts, type ProductPage, pageQuery, readPage } from './pages.js';

/** Of a longer list, so many products are judged, the newest; spec/decisions.md names it, too. */
const longestList = 1000;
/** Targets may refuse or cap longer pages. */
const longPage = 50;

/** Makes sure that a feature states the bound as it is. */
export function demandBound(stated: number): void {
  if (stated !== longestList) throw new Error(`The bound is ${longestList} and not ${stated}.`);
}

/** What turning the pages has shown. */
export interface WholeList {
  /** Those that hold products. */
  readonly pages: readonly ProductPage[];
  /** The limit that was asked for. */
  readonly limit: number;
  /** Whether the last of them is the last one of the list. */
  readonly isComplete: boolean;
}

/**
 * Turns the pages until one is empty, or short when all that the total promises have come.
 *
 * @param isEnough tells of the pages so far whether the latest one is to be the last
 */
export async function readWholeList(
  world: ServiceWorld,
  isEnough: (pages: readonly ProductPage[]) => boolean = () => false,
): Promise<WholeList> {
  const { first, limit } = await readFirstPage(world);
  const fullLength = first.rows.length < totalOf(first) ? first.rows.length : limit;
  const pages: ProductPage[] = [];
  for (let count = 0; count < longestList; ) {
    const isFirst = pages.length === 0;
    const page = isFirst ? first : await listProducts(world, { page: pages.length + 1, limit });
    if (page.rows.length === 0) return { pages, limit, isComplete: true };
    pages.push(page);
    if (isEnough(pages)) return { pages, limit, isComplete: false };
    count += page.rows.length;
    if (page.rows.length < fullLength && count >= totalOf(page)) {
      return { pages, limit, isComplete: true };
    }
  }
  world.run.recorder.observe(`the newest ${longestList} of ${first.total} products were judged`);
  return { pages, limit, isComplete: false };
}

/** Without one, pages are turned until one is empty. */
const totalOf = ({ knownTotal = Number.POSITIVE_INFINITY }: ProductPage) => knownTotal;

async function readFirstPage(world: ServiceWorld) {
  const exchange = await requestList(world, 'products', pageQuery({ page: 1, limit: longPage }));
  if (isSuccess(exchange)) return { first: readPage(exchange), limit: longPage };
  const first = await requestList(world, 'products', pageQuery({ page: 1, limit: defaultLimit }));
  requireSuccess(first, 'products.list.status');
  return { first: readPage(first), limit: defaultLimit };
}

/** How often a difference has to show, since other clients can bring it about once. */
const confirmations = 3;

/**
 * Differences of the order: on each page, and from one page to the next. A product that was on an
 * earlier page can come again when others are added meanwhile, and says nothing then. The last
 * request is that of the page with the difference, which is the one that reports show.
 */
export async function findDisorder(world: ServiceWorld): Promise<readonly Mismatch[]> {
  const isDisordered = (pages: readonly ProductPage[]) => findLaterTimes(pages).length > 0;
  let differences: readonly Mismatch[] = [];
  for (let walk = 0; walk < confirmations; walk += 1) {
    const { pages } = await readWholeList(world, isDisordered);
    differences = findLaterTimes(pages);
    if (differences.length === 0) break;
  }
  return differences;
}

/** A row that shows when it was created. */
interface DatedRow {
  readonly id: string;
  readonly created_at: unknown;
  /** The same in milliseconds since 1970. */
  readonly time: number;
  readonly place: string;
}

/** A time that is null has no place in the order: some put it first, some last. */
function datedRows({ rows }: ProductPage, index: number): readonly DatedRow[] {
  return rows
    .map(({ id, created_at }, row) => {
      const place = `page ${index + 1}: body.data[${row}].created_at`;
      return { id: String(id), created_at, time: timeOf(created_at) ?? 0, place };
    })
    .filter(({ created_at }) => created_at !== null);
}

function findLaterTimes(pages: readonly ProductPage[]): readonly Mismatch[] {
  const seen = new Set<string>();
  let lastOfPage: DatedRow | undefined;
  for (const rows of pages.map(datedRows)) {
    for (const [index, row] of rows.entries()) {
      const before = rows[index - 1] ?? (seen.has(row.id) ? undefined : lastOfPage);
      if (before !== undefined && row.time > before.time) {
        const expected = `not later than ${render(before.created_at)}`;
        return [mismatch(row.place, expected, row.created_at)];
      }
    }
    for (const { id } of rows) seen.add(id);
    lastOfPage = rows.at(-1) ?? lastOfPage;
  }
  return [];
}

const idsOf = ({ pages }: WholeList) =>
  pages.flatMap(({ rows }) => rows.map(({ id }: JsonObject) => String(id)));

/**
 * Differences of what the pages hold: a product that comes twice, a page that is not full although
 * more follow, and one that no page holds. They count when the pages hold the same again: products
 * of the same time may come in another order each time, and other clients may change the list.
 */
export async function findGapsAndRepetitions(world: ServiceWorld): Promise<readonly Mismatch[]> {
  const list = await readWholeList(world);
  const differences = await examinePages(world, list);
  if (differences.length === 0) return [];
  for (let walk = 1; walk < confirmations; walk += 1) {
    const again = await readWholeList(world);
    if (idsOf(again).join() !== idsOf(list).join()) return [];
  }
  return differences;
}

async function examinePages(world: ServiceWorld, list: WholeList): Promise<readonly Mismatch[]> {
  const tooLong = list.pages.find(({ rows }) => rows.length > list.limit);
  if (tooLong !== undefined) {
    const explanation = `A page of ${list.limit} holds ${tooLong.rows.length} products.`;
    throw new Blocked('products.list.limit', explanation);
  }
  const found = [...findRepetitions(list), ...findShortPages(list)];
  return found.length === 0 && list.isComplete ? await findMissing(world, list) : found;
}

function findRepetitions({ pages }: WholeList): Mismatch[] {
  const pageOf = new Map<string, number>();
  for (const [index, { rows }] of pages.entries()) {
    for (const id of rows
      .map((row) => row.id)
      .filter(isId)
      .map(String)) {
      const earlier = pageOf.get(id);
      pageOf.set(id, index + 1);
      if (earlier === undefined) continue;
      const place = `page ${index + 1} of ${pages.length}`;
      return [mismatch(place, `products of its own, and not one of page ${earlier}`, id)];
    }
  }
  return [];
}

function findShortPages({ pages }: WholeList): Mismatch[] {
  const full = pages[0]?.rows.length ?? 0;
  const short = pages.slice(0, -1).findIndex(({ rows }) => rows.length < full);
  if (short === -1) return [];
  const place = `page ${short + 1} of ${pages.length}: body.data.length`;
  return [mismatch(place, `${full}, as on the first one`, pages[short]?.rows.length)];
}

/** How many ids are tried to find products that the pages lack: so many in all, and in one place. */
const [mostTries, triesInOnePlace] = [120, 6];

/**
 * A list that is cut at its end lacks products that are older than those it holds. Where the total
 * tells of more than it holds, others may be missing between one page and the next.
 */
async function findMissing(world: ServiceWorld, list: WholeList): Promise<Mismatch[]> {
  const total = list.pages.at(-1)?.knownTotal ?? 0;
  const listed = new Set(idsOf(list).filter(isId).map(BigInt));
  const [lowest] = [...listed].sort((a, b) => (a < b ? -1 : 1));
  const below = lowest === undefined ? [] : [lowest - 1n];
  const between = listed.size < total ? idsBetweenPages(list).slice(0, mostTries) : [];
  for (const id of [...below, ...between].filter((one) => one > 0n && !listed.has(one))) {
    const answer = await requestRow(world, { resource: 'products', id: String(id) });
    if (!isSuccess(answer) || idOf(answer) !== String(id)) continue;
    return [mismatch('the pages', `the product with the id ${id}, which can be read`, undefined)];
  }
  return [];
}

/** Ids around the last one of each page: products of the same time come in any order. */
function idsBetweenPages({ pages }: WholeList): bigint[] {
  const last = pages.map(({ rows }) => rows.at(-1)?.id).filter(isId);
  const steps = Array.from({ length: triesInOnePlace / 2 }, (_, step) => BigInt(step + 1));
  return last.flatMap((id) => steps.flatMap((step) => [BigInt(id) - step, BigInt(id) + step]));
}
