/** Tells whether requests that should have been rejected were let through in one place. */
import { allowsStatus, type Expected } from '../mismatches/mismatch.js';
import type { AddressedCase } from './addressed-case.js';
import { splitExchanges } from './case.js';
import { resourceOf } from './operations.js';
import type { Symptoms } from './symptoms.js';

/**
 * Whether a failure is one of the same kind as earlier ones: a request with the same headers was let
 * through where the same status is due, and no such request to one of the resources was rejected. Of
 * several such failures, those with the same members in the body count.
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
  const ofHeaders = earlier.filter(
    (one) =>
      one.letThrough &&
      isSame(one.letThrough.due, letThrough.due) &&
      headersOf(one.seenIn) === headers,
  );
  // Bodies with the same members lack the same one: others say nothing about it.
  const members = membersOf(seenIn);
  const ofMembers = ofHeaders.filter((one) => membersOf(one.seenIn) === members);
  const alike = (ofMembers.length > 0 ? ofMembers : ofHeaders).flatMap(
    (one) => one.letThrough ?? [],
  );
  const resources = new Set([...alike, letThrough].map(({ operation }) => resourceOf(operation)));
  const isRejection = (one: AddressedCase) => {
    const { decisive } = splitExchanges(one);
    if (decisive === undefined || headersOf(one) !== headers) return false;
    if (ofMembers.length > 0 && membersOf(one) !== members) return false;
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
    .filter((name) => !/^(?:content|if)-/.test(name))
    .sort()
    .join();
}

/** The names of the members of the JSON in the request that decides a case, down to those of members. */
function membersOf(one: AddressedCase): string {
  const { decisive } = splitExchanges(one);
  try {
    const value: unknown = JSON.parse(decisive?.request.body ?? '');
    return JSON.stringify(
      Object.entries(Object(value))
        .sort()
        .map(([name, inside]) => [name, namesIn(inside)]),
    );
  } catch {
    return '';
  }
}

function namesIn(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.keys(value).sort()
    : [];
}

function isSame(one: Expected, other: Expected): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
