/** Tells whether requests that should have been rejected were let through in one place. */
import { allowsStatus, type Expected } from '../mismatches/mismatch.js';
import type { AddressedCase } from './addressed-case.js';
import { splitExchanges } from './case.js';
import { resourceOf } from './operations.js';
import type { Symptoms } from './symptoms.js';

/**
 * Whether a failure is one of the same kind as earlier ones: a request with the same headers was let
 * through where the same status is due, and no such request to one of the resources was rejected.
 *
 * @param passed the passed cases of the requirement with the earlier failures, and of what needs it
 */
export function areLetThroughAlike(
  earlier: readonly Symptoms[],
  { seenIn, letThrough }: Symptoms,
  passed: readonly AddressedCase[],
): boolean {
  if (letThrough === undefined) return false;
  const headers = headersOf(seenIn);
  const alike = earlier.flatMap((one) =>
    one.letThrough &&
    isSame(one.letThrough.due, letThrough.due) &&
    headersOf(one.seenIn) === headers
      ? one.letThrough
      : [],
  );
  const resources = new Set([...alike, letThrough].map(({ operation }) => resourceOf(operation)));
  const isRejection = (one: AddressedCase) => {
    const { decisive } = splitExchanges(one);
    if (decisive === undefined || headersOf(one) !== headers) return false;
    const isDue = allowsStatus(letThrough.due, decisive.response?.status ?? 0);
    return isDue && resources.has(resourceOf(decisive.operation));
  };
  return alike.length > 0 && !passed.some(isRejection);
}

/** The names of the headers of the request that decides a case, which tell whether it has a credential. */
function headersOf(one: AddressedCase): string {
  const { decisive } = splitExchanges(one);
  const names = Object.keys(decisive?.request.headers ?? {}).map((name) => name.toLowerCase());
  return names
    .filter((name) => !name.startsWith('content-'))
    .sort()
    .join();
}

function isSame(one: Expected, other: Expected): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
