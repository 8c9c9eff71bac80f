/**
 * Ids that a target gave to several rows. A request to one of them reaches any of these rows, so
 * each failure with such an id can have this cause.
 */
import type { DescribedExchange } from '../http/described-exchange.js';
import { type Case, splitExchanges } from './case.js';
import { namesRow, operationOf } from './operations.js';
import { givenId, isAboutRow, memberId, namedId } from './row-ids.js';

/**
 * The ids that several creates returned, such as `/todos/7`. Ids that clients chose do not count,
 * nor do ids whose row was deleted before.
 */
export function findSharedIds(cases: readonly Case[]): ReadonlySet<string> {
  return repeatedIn(
    cases.flatMap(({ exchanges }) => exchanges.filter(assignsNewId).flatMap(givenId)),
  );
}

function assignsNewId(
  one: DescribedExchange,
  index: number,
  all: readonly DescribedExchange[],
): boolean {
  const ids = givenId(one);
  const isOfClient = ids.includes(namedId(one)) || ids.includes(idInBody(one));
  return !isOfClient && !all.slice(0, index).some((other) => isDeletionOf(other, ids));
}

function isDeletionOf(one: DescribedExchange, ids: readonly string[]): boolean {
  return one.request.method === 'DELETE' && ids.includes(namedId(one));
}

/**
 * Whether a shared id can have caused the answer to the decisive request of a case. If this request
 * names a row, the row must have a shared id; otherwise any request or answer of the case may contain
 * a shared id.
 */
export function usesSharedId(one: Case, shared: ReadonlySet<string>): boolean {
  if (shared.size === 0) return false;
  const { decisive } = splitExchanges(one);
  const isOfRow = decisive !== undefined && namesRow(operationOf(decisive));
  const concerned = isOfRow ? [decisive] : one.exchanges;
  return concerned.some((each) => [...givenId(each), namedId(each)].some((id) => shared.has(id)));
}

/** Whether two creates of a case were answered with one id, and no request deleted its row. */
export function showsSharedId({ exchanges }: Case): boolean {
  const isDeletion = ({ request }: DescribedExchange) => request.method === 'DELETE';
  const deleted = new Set(exchanges.filter(isDeletion).map(namedId));
  return [...repeatedIn(exchanges.flatMap(givenId))].some((id) => !deleted.has(id));
}

/**
 * Whether the decisive request of a case names an id under which a read has just found nothing. Then
 * it does not matter which rows had the id.
 */
export function namesAbsentRow(one: Case): boolean {
  const { before, decisive } = splitExchanges(one);
  if (decisive === undefined) return false;
  const id = namedId(decisive);
  const read = before.findLast((other) => isAboutRow(other, id));
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
function idInBody({ request }: DescribedExchange): string {
  return `${new URL(request.url).pathname}/${memberId(request.body ?? '')}`;
}
