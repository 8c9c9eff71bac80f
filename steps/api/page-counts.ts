/** Counting the products of a list that others may change meanwhile, by turning its pages. */
import { compare, type Mismatch, mismatch, TargetFailure } from '../../conformance/index.js';
import type { ScenarioWorld } from '../world.js';
import { expectedLength, findLastPage, lastPageNumber, listProducts } from './pages.js';

/**
 * Whether the first and the last pages, and the one after, hold what the total in the same answer
 * leaves for them. Each answer is looked at alone, so that others may change the list meanwhile.
 */
export async function pagesFitTotal(world: ScenarioWorld, limit: number): Promise<boolean> {
  const first = await listProducts(world, { page: 1, limit });
  if (first.knownTotal === undefined) return false;
  const last = lastPageNumber(first.total, limit);
  for (const page of new Set([1, 2, last, last + 1])) {
    const { rows, total } = page === 1 ? first : await listProducts(world, { page, limit });
    if (rows.length !== expectedLength(page, limit, total)) return false;
  }
  return first.total >= world.remainingRows.length;
}

/**
 * How many products there are, found by turning pages and not by the target's own count; infinite
 * when the pages never end.
 */
export async function countByPages(world: ScenarioWorld, limit: number): Promise<number> {
  return (await findLastPage(world, limit))?.count ?? Number.POSITIVE_INFINITY;
}

const endlessPages: Mismatch = {
  path: 'the pages of the list',
  expected: 'an empty one after the last product',
  observed: 'products on every page that was asked for, even hundreds of thousands further on',
};

/** The difference between two counts, of which the observed one is not less than `own`. */
export function compareCounts(expected: number, observed: number, own: number): Mismatch[] {
  const path = 'products on all pages';
  if (observed === Number.POSITIVE_INFINITY) return [endlessPages];
  if (observed < own) return [mismatch(path, `${own} or more`, observed)];
  return compare(expected, observed, path);
}

/** How often the list is read again when others change it at the same time. */
const attempts = 20;
/** A row that others make and remove in the meantime can look like a difference, but not for long. */
const confirmations = 3;

/**
 * Compares until the list rests: what is read before and after must be the same. A difference has
 * to show several times.
 *
 * @throws TargetFailure when the list never rests.
 */
export async function compareAtRest(
  reference: () => Promise<unknown>,
  findDifferences: () => Promise<readonly Mismatch[]>,
): Promise<readonly Mismatch[]> {
  let confirmed = 0;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = await reference();
    const differences = await findDifferences();
    if (compare(before, await reference()).length > 0) continue;
    confirmed += 1;
    if (differences.length === 0 || confirmed === confirmations) return differences;
  }
  throw new TargetFailure(`The list changed ${attempts} times while it was being read.`);
}
