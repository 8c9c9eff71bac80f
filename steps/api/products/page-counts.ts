/** Counting the products of a list that others may change meanwhile, by turning its pages. */
import { compare, type Mismatch, mismatch } from '../../../conformance/index.js';
import { together } from '../../together.js';
import type { ServiceWorld } from '../../world.js';
import { expectedLength, findLastPage, lastPageNumber, listProducts } from './pages.js';

/**
 * Whether the first and the last pages, and the one after, hold what the total in the same answer
 * leaves for them. Each answer is looked at alone, so that others may change the list meanwhile.
 */
export async function pagesFitTotal(world: ServiceWorld, limit: number): Promise<boolean> {
  const first = await listProducts(world, { page: 1, limit });
  if (first.knownTotal === undefined) return false;
  const last = lastPageNumber(first.total, limit);
  const others = await listPages(world, [2, last, last + 1], limit);
  const doFit = [{ page: 1, content: first }, ...others].every(
    ({ page, content: { rows, total } }) => rows.length === expectedLength(page, limit, total),
  );
  return doFit && first.total >= world.remainingRows.length;
}

/** Some pages of a given length, each of them once, with their numbers. */
export async function listPages(world: ServiceWorld, pages: readonly number[], limit: number) {
  const different = [...new Set(pages)];
  return await together(
    different.map((page) => async () => {
      return { page, content: await listProducts(world, { page, limit }) };
    }),
  );
}

/**
 * How many products there are, found by turning pages and not by the target's own count; infinite
 * when the pages never end.
 */
export async function countByPages(world: ServiceWorld, limit: number): Promise<number> {
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
