/** The run's own resources in the lists that a suite names for their kinds. */
import { asObject, type Json, ownMember } from '../../kit/collections.js';
import { type Exchange, jsonOf, withoutQuery } from '../http/exchange.js';
import { isObject, writeJson } from '../http/json.js';
import { TargetFailure } from '../http/target-failure.js';
import type { RequestLine, ResourceKind } from '../suite/suite.js';
import { containsMarker } from './marker.js';
import { lineOf } from './owned-resources.js';
import type { ReadingRun } from './reading.js';

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
const longestWalk = 3000;
/**
 * A walk ends after this many pages in a row without a new element: the target ignores the number of
 * the page. One such page can come from many creations at the same time.
 */
const mostRepeated = 2;

/** The name of the member that identifies a resource in the path of one: `id` in `/todos/${id}`. */
const placeholder = /\$\{([^}]*)\}/;

/** The request that deletes the resource that an element shows; undefined for one without an id. */
function deletionOf({ item }: ResourceKind, element: Json): RequestLine | undefined {
  const [, member = ''] = placeholder.exec(item) ?? [];
  const id = ownMember(element, member);
  if (!isId(id)) return undefined;
  return { method: 'DELETE', path: item.replace(placeholder, encodeURIComponent(String(id))) };
}

/** Whether a request creates resources of a kind: a POST to their list, or to the path above them. */
export function createsKind({ item, list = '' }: ResourceKind, { path }: RequestLine): boolean {
  const above = item.includes('?') ? withoutQuery(item) : item.replace(/\/[^/]*$/, '');
  return [withoutQuery(list), above].includes(withoutQuery(path));
}

/** Whether a request deletes a resource of a kind. */
export function deletesKind({ item }: ResourceKind, { method, path }: RequestLine): boolean {
  const [before = '', , after = ''] = item.split(placeholder);
  const id = path.slice(before.length, path.length - after.length);
  const isOfKind = path.startsWith(before) && path.endsWith(after);
  return method === 'DELETE' && isOfKind && id !== '' && !/[/?&]/.test(id);
}

/** The elements of a list, also inside an object: the array that is nearest to the root. */
function elementsIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return undefined;
  const members = Object.values(value);
  return members.find(Array.isArray) ?? members.filter(isObject).map(elementsIn).find(Boolean);
}

/** Whether a text of an element contains the run's marker; a target may store it in another case. */
function isOwnElement(element: Json, { members }: ResourceKind, marker: string): boolean {
  return members.some((name) => {
    const value = ownMember(element, name);
    const texts = typeof value === 'string' ? [value, value.toLowerCase()] : [];
    return texts.some((text) => containsMarker(text, marker));
  });
}

/**
 * The own resources that the list of a kind shows, or why the list cannot be read, as a clause.
 *
 * @param isWhole whether to read on after many elements of others
 */
export async function listOwn(
  kind: ResourceKind,
  headers: Readonly<Record<string, string>>,
  run: ReadingRun,
  isWhole: boolean,
): Promise<OwnListed | string> {
  const own: Json[] = [];
  let gap = 0;
  try {
    for await (const page of walkList(kind, headers, run)) {
      const isOwn = (one: unknown) => isObject(one) && isOwnElement(one, kind, run.marker);
      own.push(...page.filter(isOwn).map(asObject));
      const last = page.findLastIndex(isOwn);
      gap = last === -1 ? gap + page.length : page.length - 1 - last;
      if (gap > longestGap && !isWhole) break;
    }
  } catch (error) {
    if (error instanceof TargetFailure || error instanceof UnreadableList) return error.message;
    throw error;
  }
  const deletions = own.flatMap((element) => deletionOf(kind, element) ?? []);
  const byLine = new Map(deletions.map((one) => [lineOf(one), one]));
  return { deletions: [...byLine.values()], nameless: own.length - deletions.length };
}

/** Whether a value can be an id: a number that JSON transports exactly, or a text. */
function isId(value: unknown): boolean {
  if (typeof value === 'string') return value !== '';
  return Number.isSafeInteger(value) || typeof value === 'bigint';
}

/** The message is a clause: `GET /todos was answered with 401`. */
class UnreadableList extends Error {
  constructor(path: string, { response: { status } }: Exchange) {
    const lack = status < 300 ? ', without a list' : '';
    super(`GET ${path} was answered with ${status}${lack}`);
  }
}

/** The elements of a list, page by page. */
async function* walkList(
  { list = '' }: ResourceKind,
  headers: Readonly<Record<string, string>>,
  { client }: ReadingRun,
): AsyncGenerator<readonly unknown[]> {
  const known = new Set<string>();
  let [seen, repeated] = [0, 0];
  for (let page = 1; seen <= longestWalk && repeated < mostRepeated; page += 1) {
    const path = list.replace('${page}', String(page));
    const exchange = await client.send({ method: 'GET', path, headers });
    const elements = readElements(exchange);
    if (elements === undefined && page === 1) throw new UnreadableList(path, exchange);
    if (elements === undefined || elements.length === 0) return;
    yield elements;
    if (path === list) return;
    const before = known.size;
    for (const one of elements) known.add(writeJson(one));
    seen += elements.length;
    repeated = known.size === before ? repeated + 1 : 0;
  }
}

function readElements({ response }: Exchange): readonly unknown[] | undefined {
  return response.status < 300 ? elementsIn(jsonOf(response)?.value) : undefined;
}
