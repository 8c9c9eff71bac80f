/**
 * The number of rows that rejected requests leave. Values of a request can be found in a list; a row
 * with other values shows only in the number.
 */
import { compare, type Exchange, type Mismatch } from '../../../conformance/index.js';
import { isSuccess } from '../../world/answers.js';
import { listUsers, walkProducts } from '../../world/lists.js';
import { pageQuery, readPage } from '../../world/pages.js';
import { requestList } from '../../world/requests.js';
import type { Resource } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';

/** Rows that others add in between can look like growth, but not repeatedly by the same number. */
const confirmations = 3;

/**
 * Sends requests between two quiet moments. Nothing is said about a target whose number of rows
 * changes by itself.
 *
 * @param send sends the requests; the rows of accepted ones are expected
 * @returns the difference, when the number grows by the same number each time
 */
export async function findGrowth(
  world: ServiceWorld,
  resource: Resource,
  send: () => Promise<readonly Exchange[]>,
): Promise<readonly Mismatch[]> {
  let known: number | undefined;
  for (let round = 0; round < confirmations; round += 1) {
    const grown = await growthBy(world, resource, send);
    if (grown <= 0 || (known !== undefined && grown !== known)) return [];
    known = grown;
  }
  return compare(0, known, `rows that rejected requests added to ${resource}`);
}

/** The number of new rows without accepted creates; 0 when the number of rows is not steady. */
async function growthBy(
  world: ServiceWorld,
  resource: Resource,
  send: () => Promise<readonly Exchange[]>,
): Promise<number> {
  const [first, before] = [await countRows(world, resource), await countRows(world, resource)];
  const exchanges = await send();
  const [after, last] = [await countRows(world, resource), await countRows(world, resource)];
  if (first !== before || after !== last) return 0;
  return after - before - exchanges.filter(isSuccess).length;
}

async function countRows(world: ServiceWorld, resource: Resource): Promise<number> {
  if (resource === 'users') return (await listUsers(world)).length;
  const page = await requestList(world, 'products', pageQuery({ page: 1, limit: 1 }));
  const total = isSuccess(page) ? readPage(page).knownTotal : undefined;
  if (total !== undefined) return total;
  let count = 0;
  for await (const _row of walkProducts(world)) count += 1;
  return count;
}
