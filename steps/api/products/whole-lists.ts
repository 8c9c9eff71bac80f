/**
 * All pages of the list of products, up to a bound. Products from before the run show the behaviour of
 * pages beyond the few rows of the run.
 */
import {
  Blocked,
  condition,
  differing,
  exactly,
  inList,
  inRow,
  type Mismatch,
  mismatch,
  type Place,
  render,
} from '../../../conformance/index.js';
import { isId, isSuccess, requireSuccess } from '../../world/answers.js';
import { idOf } from '../../world/contents.js';
import {
  defaultLimit,
  findPage,
  type ProductPage,
  pageQuery,
  readPage,
} from '../../world/pages.js';
import { requestList, requestRow } from '../../world/requests.js';
import type { JsonObject } from '../../world/service.js';
import { timeOrEarliest } from '../../world/timestamps.js';
import type { ServiceWorld } from '../../world/world.js';

/** The number of products that are judged, the newest ones; spec/decisions.md states it, too. */
const longestList = 1000;
/** Targets may reject or shorten longer pages. */
const longPage = 50;
/** Ends pages at other products than a long page and a default one. */
const otherPage = 17;

/** @throws Error when a feature states another bound */
export function demandBound(stated: number): void {
  if (stated !== longestList) throw new Error(`The bound is ${longestList} and not ${stated}.`);
}

/** The pages of a list. */
export interface WholeList {
  /** The pages with products. */
  readonly pages: readonly ProductPage[];
  /** The requested limit. */
  readonly limit: number;
  /** Whether the last of the pages ends the list. */
  readonly isComplete: boolean;
}

/**
 * Reads pages until one is empty, or short after as many products as the total.
 *
 * @param isEnough whether the pages so far suffice
 * @param length the limit to be requested first
 */
async function readWholeList(
  world: ServiceWorld,
  isEnough: (pages: readonly ProductPage[]) => boolean = () => false,
  length = longPage,
): Promise<WholeList> {
  const { first, limit } = await readFirstPage(world, length);
  const fullLength = first.rows.length < totalOf(first) ? first.rows.length : limit;
  const pages: ProductPage[] = [];
  for (let count = 0; count < longestList; ) {
    const isFirst = pages.length === 0;
    const page = isFirst ? first : await findPage(world, pages.length + 1, limit);
    if (page === undefined || page.rows.length === 0) return { pages, limit, isComplete: true };
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

/** Without a total, pages are read until one is empty. */
const totalOf = ({ knownTotal = Number.POSITIVE_INFINITY }: ProductPage) => knownTotal;

async function readFirstPage(world: ServiceWorld, length: number) {
  const exchange = await requestList(world, 'products', pageQuery({ page: 1, limit: length }));
  if (isSuccess(exchange)) return { first: readPage(exchange), limit: length };
  const first = await requestList(world, 'products', pageQuery({ page: 1, limit: defaultLimit }));
  requireSuccess(first, 'products.list.status');
  return { first: readPage(first), limit: defaultLimit };
}

/** A difference must show this often, since other clients can cause it once. */
const confirmations = 3;

/**
 * Mismatches of the order, on each page and between pages. A product may come again when others are
 * added meanwhile, and is ignored then. The last request is that of the page with the mismatch, since
 * reports show the last one.
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

/** A row with its created_at. */
interface DatedRow {
  readonly id: string;
  readonly created_at: unknown;
  /** created_at in milliseconds since 1970. */
  readonly time: number;
  readonly place: Place;
}

/** Null has no defined place in the order: databases sort it first or last. */
function datedRows({ rows }: ProductPage, index: number): readonly DatedRow[] {
  return rows
    .map(({ id, created_at }, row) => {
      const place = inRow(`page ${index + 1}: body`, 'data', row, 'created_at');
      return { id: String(id), created_at, time: timeOrEarliest(created_at), place };
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
        const expected = condition(`not later than ${render(before.created_at)}`);
        const observed = { is: 'value', value: row.created_at } as const;
        return [differing(row.place, expected, observed, 'order')];
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
 * Mismatches of the content: a repeated product, a short page before the last one, and a missing
 * product. They count only when every walk shows the same pages: the order of products with the same
 * time may vary, and other clients may change the list.
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
    const explanation = `A page of ${list.limit} contains ${tooLong.rows.length} products.`;
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
      const place = inList(`page ${index + 1} of ${pages.length}`);
      const words = `products of no other page, but this one is also on page ${earlier}`;
      return [differing(place, condition(words), { is: 'value', value: id }, 'extra')];
    }
  }
  return [];
}

function findShortPages({ pages }: WholeList): Mismatch[] {
  const full = pages[0]?.rows.length ?? 0;
  const short = pages.slice(0, -1).findIndex(({ rows }) => rows.length < full);
  if (short === -1) return [];
  const place = inRow(`page ${short + 1} of ${pages.length}: body`, 'data');
  const expected = { ...exactly(full), note: 'as on the first one' };
  return [differing(place, expected, { is: 'value', value: pages[short]?.rows.length }, 'count')];
}

/** The number of ids that are tried to find missing products, in total and around one id. */
const [mostTries, triesInOnePlace] = [120, 6];

/**
 * A list that ends too early lacks its oldest products. When the total exceeds the listed products,
 * others may be missing between pages.
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
    if (between.includes(id)) await requireListedInOtherPages(world, String(id));
    return [
      mismatch(inList('the pages'), `the product with the id ${id}, which can be read`, undefined),
    ];
  }
  return [];
}

/**
 * A wrong offset moves with the limit.
 *
 * @throws Blocked when pages of another length lack the product, too
 */
async function requireListedInOtherPages(world: ServiceWorld, id: string): Promise<void> {
  const list = await world.preserveAnswer(() => readWholeList(world, undefined, otherPage));
  if (idsOf(list).includes(id)) return;
  const explanation = `Pages of any length lack the product with the id ${id}, which can be read.`;
  throw new Blocked('products.list.rows', explanation);
}

/** Ids around the last one of each page, since products with the same time come in any order. */
function idsBetweenPages({ pages }: WholeList): bigint[] {
  const last = pages.map(({ rows }) => rows.at(-1)?.id).filter(isId);
  const steps = Array.from({ length: triesInOnePlace / 2 }, (_, step) => BigInt(step + 1));
  return last.flatMap((id) => steps.flatMap((step) => [BigInt(id) - step, BigInt(id) + step]));
}
