/** The run's own resources in the lists that a suite names for their kinds. */
import { asObject, type Json } from '../../kit/collections.js';
import type { Exchange } from '../http/exchange.js';
import { isObject, writeJson } from '../http/json.js';
import { TargetFailure } from '../http/target-failure.js';
import { idOf, itemPath } from '../suite/resource-kinds.js';
import type { RequestLine, ResourceKind } from '../suite/suite.js';
import { lineOf } from './owned-resources.js';
import type { ReadingRun } from './reading.js';
import { elementsIn, isOwnElement } from './shown-rows.js';

/** What a list shows of the run's own. */
export interface OwnListed {
  /** The deletions of the resources, without duplicates. */
  readonly deletions: readonly RequestLine[];
  /** The number of own elements without an id. */
  readonly nameless: number;
}

/**
 * The walk of a list ends after a page with this many elements of others in a row, unless something
 * without a name may be there. Named resources that it has not shown are read one by one.
 */
const longestGap = 100;
/** The most elements that are read of a list with pages. */
export const longestWalk = 3000;
/**
 * A walk ends after this many pages in a row without a new element: the target ignores the number of
 * the page. One such page can come from many creations at the same time.
 */
const mostRepeated = 2;

/** The request that deletes the resource that an element shows; undefined for one without an id. */
function deletionOf(kind: ResourceKind, element: Json): RequestLine | undefined {
  const id = idOf(kind, element);
  return id === undefined ? undefined : { method: 'DELETE', path: itemPath(kind, id) };
}

/**
 * The own resources that the list of a kind shows, or why the list cannot be read, as a clause.
 *
 * @param isWhole whether to read on after many elements of others
 */
export async function listOwn(
  kind: ResourceKind,
  headers: Readonly<Record<string, string>>,
  { client, marker }: ReadingRun,
  isWhole: boolean,
): Promise<OwnListed | string> {
  const own: Json[] = [];
  let gap = 0;
  let pages = 0;
  try {
    for await (const page of walkList(kind, (path) =>
      client.send({ method: 'GET', path, headers }),
    )) {
      pages += 1;
      const isOwn = (one: unknown) => isObject(one) && isOwnElement(one, kind, marker);
      own.push(...page.filter(isOwn).map(asObject));
      const last = page.findLastIndex(isOwn);
      gap = last === -1 ? gap + page.length : page.length - 1 - last;
      if (gap > longestGap && !isWhole) break;
    }
  } catch (error) {
    const isCut = error instanceof UnreadableList && pages > 0;
    const isUnreadable = error instanceof TargetFailure || error instanceof UnreadableList;
    if (!isUnreadable) throw error;
    if (!isCut) return error.message;
  }
  const deletions = own.flatMap((element) => deletionOf(kind, element) ?? []);
  const byLine = new Map(deletions.map((one) => [lineOf(one), one]));
  return { deletions: [...byLine.values()], nameless: own.length - deletions.length };
}

/** The message is a clause: `GET /todos was answered with 401`. */
export class UnreadableList extends Error {
  constructor(path: string, { response: { status } }: Exchange) {
    const lack = status < 300 ? ', without a list' : '';
    super(`GET ${path} was answered with ${status}${lack}`);
  }
}

/** Sends a GET to a path. */
export type Get = (path: string) => Promise<Exchange>;

/**
 * The elements of a list, page by page.
 *
 * @throws UnreadableList for a page that cannot be read; some targets reject pages after the last one
 *   with 404, which ends the list
 */
export function walkList(
  { list = '' }: ResourceKind,
  get: Get,
): AsyncGenerator<readonly unknown[]> {
  return walkPages(async (page) => {
    const path = list.replace('${page}', String(page));
    if (page > 1 && path === list) return undefined;
    const exchange = await get(path);
    if (page > 1 && exchange.response.status === 404) return undefined;
    const elements = elementsIn(exchange);
    if (elements === undefined) throw new UnreadableList(path, exchange);
    return elements;
  });
}

/**
 * The pages of a list, up to the first one that is empty.
 *
 * @param read the elements of the page with a number; undefined when the list has ended before it
 */
export async function* walkPages<Element>(
  read: (page: number) => Promise<readonly Element[] | undefined>,
): AsyncGenerator<readonly Element[]> {
  const known = new Set<string>();
  let [seen, repeated] = [0, 0];
  for (let page = 1; seen <= longestWalk && repeated < mostRepeated; page += 1) {
    const elements = await read(page);
    if (elements === undefined || elements.length === 0) return;
    yield elements;
    const before = known.size;
    for (const one of elements) known.add(writeJson(one));
    seen += elements.length;
    repeated = known.size === before ? repeated + 1 : 0;
  }
}
