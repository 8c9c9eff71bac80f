/**
 * Ids that a target gave to several rows. A request to one of them reaches any of these rows, so
 * each failure with such an id can have this cause.
 */
import type { AddressedCase, AddressedExchange } from './addressed-case.js';
import { splitExchanges } from './case.js';
import { namesRow } from './operations.js';
import { givenId, isAboutRow, memberId } from './row-ids.js';

/**
 * The ids that several creates returned, such as `/todos/7`. Ids that clients chose do not count,
 * nor do ids whose row was deleted before.
 */
export function findSharedIds(cases: readonly AddressedCase[]): ReadonlySet<string> {
  return repeatedIn(
    cases.flatMap(({ exchanges }) => exchanges.filter(assignsNewId).flatMap(givenId)),
  );
}

function assignsNewId(
  one: AddressedExchange,
  index: number,
  all: readonly AddressedExchange[],
): boolean {
  const ids = givenId(one);
  const isOfClient = ids.includes(one.resource) || ids.includes(idInBody(one));
  return !isOfClient && !all.slice(0, index).some((other) => isDeletionOf(other, ids));
}

function isDeletionOf(one: AddressedExchange, ids: readonly string[]): boolean {
  return one.request.method === 'DELETE' && ids.includes(one.resource);
}

/**
 * Whether a shared id can have caused the answer to the decisive request of a case. If this request
 * names a row, the row must have a shared id; otherwise any request or answer of the case may contain
 * a shared id.
 */
export function usesSharedId(one: AddressedCase, shared: ReadonlySet<string>): boolean {
  if (shared.size === 0) return false;
  const { decisive } = splitExchanges(one);
  const isOfRow = decisive !== undefined && namesRow(decisive.operation);
  const concerned = isOfRow ? [decisive] : one.exchanges;
  return concerned.some((each) => [...givenId(each), each.resource].some((id) => shared.has(id)));
}

/** Whether two creates of a case were answered with one id, and no request deleted its row. */
export function showsSharedId({ exchanges }: AddressedCase): boolean {
  const isDeletion = ({ request }: AddressedExchange) => request.method === 'DELETE';
  const deleted = new Set(exchanges.filter(isDeletion).map(({ resource }) => resource));
  return [...repeatedIn(exchanges.flatMap(givenId))].some((id) => !deleted.has(id));
}

/**
 * Whether the decisive request of a case names an id under which a read has just found nothing. Then
 * it does not matter which rows had the id.
 */
export function namesAbsentRow(one: AddressedCase): boolean {
  const { before, decisive } = splitExchanges(one);
  if (decisive === undefined) return false;
  const read = before.findLast((other) => isAboutRow(other, decisive.resource));
  return read?.request.method === 'GET' && read.response?.status === 404;
}

function repeatedIn(ids: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(
    ids.filter((id) => {
      const isRepeated = seen.has(id);
      seen.add(id);
      return isRepeated;
    }),
  );
}

/** The id that the body of a create names. */
function idInBody({ request }: AddressedExchange): string {
  return `${new URL(request.url).pathname}/${memberId(request.body ?? '')}`;
}
