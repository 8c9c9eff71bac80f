/** What the requests of a failed case were for: the decisive one, and the last change before it. */

import { withoutNumbers } from '../creations/marker.js';
import type { DescribedExchange } from '../http/described-exchange.js';
import { isSafe } from '../http/exchange.js';
import type { AddressedCase, AddressedExchange } from './addressed-case.js';
import { splitExchanges } from './case.js';
import { namesRow } from './operations.js';
import { isAboutRow } from './row-ids.js';

/** The decisive request of a case and the last change before it. */
export interface DecisiveRequests {
  /** The operation of the decisive request. */
  readonly operation: string;
  /** The decisive request with all that it sends; unique texts of two scenarios count as equal. */
  readonly request: string | undefined;
  /** The decisive answer: `GET /todos: 200`. */
  readonly answer: string;
  /** The status of the decisive answer; 0 without an answer. */
  readonly status: number;
  /** The decisive answer if it is an error: `status: 404`, with the change that caused it. */
  readonly error: string | undefined;
  /** Whether the decisive operation succeeded before. */
  readonly hasHeld: boolean;
  /** Whether the decisive request is one of several of its operation, and others succeeded. */
  readonly isOneOfSeveral: boolean;
  /** Whether the decisive request found nothing. */
  readonly isMissed: boolean;
  /** The operation of the last unsafe request. */
  readonly changedBy: string | undefined;
  /** The last unsafe request: `after POST /todos: 201`. */
  readonly change: string | undefined;
  /** Whether that change created a row, and the decisive request showed it in another way since. */
  readonly isLaterEffect: boolean;
  /** The body of the last unsafe request. */
  readonly sent: string;
  /** The bodies that earlier requests sent for the row that the decisive request names. */
  readonly sentBefore: readonly string[];
}

/** Finds the decisive request of a case and the last change before it. */
export function contextOf(one: AddressedCase): DecisiveRequests {
  const { before, decisive: last } = splitExchanges(one);
  const upToLast = last === undefined ? [] : [...before, last];
  const change = upToLast.findLast(({ request }) => !isSafe(request.method));
  const status = last?.response?.status ?? 0;
  const operation = last?.operation ?? '';
  const changedBy = change?.operation;
  const after = change && nameChange(change);
  const hasHeld = last !== undefined && hasHeldBefore(last, before);
  const error = hasHeld && after ? `status: ${status} ${after}` : `status: ${status}`;
  return {
    operation,
    request: last && nameRequest(last),
    answer: `${operation}: ${status}`,
    status,
    error: status >= 400 ? error : undefined,
    hasHeld,
    isOneOfSeveral: before.some((one) => one.operation === operation && isSuccess(one)),
    isMissed: status === 404,
    changedBy,
    change: after,
    isLaterEffect: last !== undefined && differsSince(change, last, before),
    sent: change?.request.body ?? '',
    sentBefore: last === undefined ? [] : bodiesForRow(last, before),
  };
}

/** Headers that follow from the rest of the request. */
const derived = /^(?:host|content-length)$/i;

function nameRequest(exchange: AddressedExchange): string {
  const { url, headers, body } = exchange.request;
  const given = Object.entries(headers).filter(([name]) => !derived.test(name));
  const sent = JSON.stringify([exchange.operation, new URL(url).search, given, body]);
  return withoutNumbers(sent);
}

/** The bodies with which the row that a request names was created and changed before. */
function bodiesForRow(last: AddressedExchange, before: readonly AddressedExchange[]): string[] {
  if (!namesRow(last.operation)) return [];
  return before
    .filter((one) => isAboutRow(one, last.resource))
    .flatMap(({ request }) => request.body ?? []);
}

/**
 * Whether the same request succeeded between a create and the last request, with another body. Then
 * something later than the create has had an effect.
 */
function differsSince(
  change: DescribedExchange | undefined,
  last: DescribedExchange,
  before: readonly DescribedExchange[],
): boolean {
  if (change?.request.method !== 'POST') return false;
  const since = before.slice(before.indexOf(change) + 1);
  return since.some((one) => isSameRequest(one, last) && isSuccess(one) && !hasSameBody(one, last));
}

/** Whether a request was answered with a success. */
export function isSuccess({ response }: DescribedExchange): boolean {
  return response !== null && response.status >= 200 && response.status < 300;
}

function isSameRequest({ request: one }: DescribedExchange, { request }: DescribedExchange) {
  return one.method === request.method && one.url === request.url;
}

function hasSameBody({ response: one }: DescribedExchange, { response }: DescribedExchange) {
  return one?.body === response?.body;
}

/** A change with the status of its answer: `after POST /todos: 201`. */
export function nameChange(change: AddressedExchange): string {
  return `after ${change.operation}: ${change.response?.status}`;
}

/** All changes of a case, named as in `Symptoms.onlyAfter`. */
export function changesIn({ exchanges }: AddressedCase): ReadonlySet<string> {
  const changes = exchanges.filter(({ request }) => !isSafe(request.method));
  return new Set(changes.map(nameChange));
}

/**
 * Whether the decisive operation succeeded earlier in the case, so that another request caused its
 * error.
 */
function hasHeldBefore(last: DescribedExchange, before: readonly DescribedExchange[]): boolean {
  return before.some((one) => isSameRequest(one, last) && isSuccess(one));
}
