/** The walk over the pages of products ends wherever a target does not go on. */
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../conformance/http/exchange.js';
import { walkProducts } from '../../../steps/world/lists.js';
import type { Sender, ServiceRequest } from '../../../steps/world/service.js';

/** A target whose pages are given by their numbers, and the numbers that were requested. */
function targetOf(rowsOf: (page: number) => readonly number[], total = 10_000) {
  const requested: number[] = [];
  const request = async ({ query = [] }: ServiceRequest): Promise<Exchange> => {
    const page = Number(query.find(([name]) => name === 'page')?.[1]);
    requested.push(page);
    const body = { data: rowsOf(page).map((id) => ({ id })), pagination: { total } };
    return {
      request: { method: 'GET', url: 'http://target/', headers: {}, body: undefined },
      response: { status: 200, headers: [], body: JSON.stringify(body), malformedAt: undefined },
      durationMs: 1,
    };
  };
  return { world: { request } as unknown as Sender, requested };
}

async function idsIn(world: Sender): Promise<unknown[]> {
  const ids: unknown[] = [];
  for await (const { id } of walkProducts(world, { limit: 2 })) ids.push(id);
  return ids;
}

describe('a walk over products', () => {
  test('ends after an empty page', async () => {
    const { world, requested } = targetOf((page) => (page < 3 ? [2 * page, 2 * page + 1] : []));
    expect(await idsIn(world)).toEqual([2, 3, 4, 5]);
    expect(requested).toEqual([1, 2, 3]);
  });

  test('ends when pages only repeat products', async () => {
    const { world, requested } = targetOf(() => [8, 9]);
    await idsIn(world);
    expect(requested).toEqual([1, 2, 3]);
  });

  test('goes on after one page that others have shifted', async () => {
    const pages = [[8, 9], [8, 9], [6, 7], []];
    const { world } = targetOf((page) => pages[page - 1] ?? []);
    expect(new Set(await idsIn(world))).toEqual(new Set([8, 9, 6, 7]));
  });
});
