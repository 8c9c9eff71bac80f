/** Counting products by pages while others may change the list. */
import {
  condition,
  differing,
  findStableDifferences,
  inList,
  inWords,
  type Mismatch,
  type Place,
} from '../../../conformance/index.js';
import { compareLength } from '../../world/answers.js';
import { runConcurrently } from '../../world/concurrent-actions.js';
import { expectedLength, findLastPage, lastPageNumber, listProducts } from '../../world/pages.js';
import type { ServiceWorld } from '../../world/world.js';

/**
 * Whether the first two pages, the last page and the next one have the length that the total in the
 * same answer implies. Each answer is judged alone, since others may change the list meanwhile.
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

/** The given pages without duplicates, with their numbers. */
export async function listPages(world: ServiceWorld, pages: readonly number[], limit: number) {
  const different = [...new Set(pages)];
  return await runConcurrently(
    different.map((page) => async () => {
      return { page, content: await listProducts(world, { page, limit }) };
    }),
  );
}

/** The number of products by pages, without the target's total; infinite when pages never end. */
async function countByPages(world: ServiceWorld, limit: number): Promise<number> {
  return (await findLastPage(world, limit))?.count ?? Number.POSITIVE_INFINITY;
}

const endlessPages = differing(
  inList('the pages of the list'),
  condition('an empty one after the last product'),
  inWords('products on every page that was asked for, even hundreds of thousands further on'),
  'count',
);

/**
 * Counts the products on pages of two lengths, while no other scenario changes the list.
 *
 * @param own the number of products that there are at least
 */
export async function compareLengths(
  world: ServiceWorld,
  limit: number,
  otherLimit: number,
  own: number,
): Promise<readonly Mismatch[]> {
  const count = () => countByPages(world, otherLimit);
  const place = inList(`products on all pages of ${limit} (as many as on pages of ${otherLimit})`);
  const compareBoth = async () =>
    compareCounts(place, await count(), await countByPages(world, limit), own);
  return await findStableDifferences(world.scenario, count, compareBoth, 'products');
}

/** Compares two counts; the observed one must be at least `own`. */
export function compareCounts(
  place: Place,
  expected: number,
  observed: number,
  own: number,
): Mismatch[] {
  if (observed === Number.POSITIVE_INFINITY) return [endlessPages];
  if (observed < own) {
    const due = condition(`${own} or more`);
    return [differing(place, due, { is: 'value', value: observed }, 'count')];
  }
  return compareLength(expected, observed, place);
}
