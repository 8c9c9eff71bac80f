/** Values from the headers of an answer, for placeholders and for sentences that remember them. */
import { headerOf, type ReceivedResponse } from '../http/exchange.js';
import { Violation } from '../outcomes.js';
import { mismatch, present } from '../verdict/compare.js';

/**
 * The value of a header.
 *
 * @throws Violation when it is absent
 */
export function demandHeader(response: ReceivedResponse, name: string): string {
  return demandPresent(`header ${name.toLowerCase()}`, headerOf(response, name));
}

/**
 * The value of a cookie that the answer sets, encoded as it came (RFC 6265 §4.1).
 *
 * @throws Violation when the answer does not set it
 */
export function demandCookie({ headers }: ReceivedResponse, name: string): string {
  const pairs = headers
    .filter(([key]) => key === 'set-cookie')
    .map(([, value]) => /^\s*([^=;]*?)\s*=\s*([^;]*)/.exec(value) ?? []);
  const [, , value] = pairs.findLast(([, one]) => one === name) ?? [];
  return demandPresent(`cookie ${name}`, value?.trim());
}

function demandPresent(path: string, value: string | undefined): string {
  if (value !== undefined) return value;
  throw new Violation([mismatch(path, present.description, value)]);
}
