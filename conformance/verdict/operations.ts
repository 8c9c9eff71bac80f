/** The operations and endpoints of the requests of a case, without ids. */
import { decodePercent } from '../../kit/words.js';
import { pathTemplate, type ReceivedResponse, withoutQuery } from '../http/exchange.js';
import { type AddressedCase, nameOperation } from './addressed-case.js';
import type { Case } from './case.js';

/** Whether an operation is about a single row. */
export const namesRow = (operation: string) => operation.includes('{}');

/** The resource of an operation: the last part of its path that is not an id. */
export function resourceOf(operation: string): string {
  const [, path = ''] = withoutQuery(operation).split(' ');
  return path.split('/').findLast((segment) => segment !== '{}') ?? '';
}

/** The last operation of a case, in the form of `operationsOf`. */
export function lastOperationOf(one: Pick<AddressedCase, 'exchanges'>): string {
  return operationsOf(one).at(-1) ?? '';
}

/** The paths of the requests of a case, without ids. */
export function endpointsOf({ exchanges }: Pick<Case, 'exchanges'>): string[] {
  return exchanges.map(({ request }) => pathTemplate(new URL(request.url).pathname));
}

/** Whether an endpoint is another one, or a part of it: `/todos/{}` is below `/todos`. */
export function isBelow(endpoint: string | undefined, other: string | undefined): boolean {
  if (endpoint === undefined || other === undefined) return false;
  return `${endpoint}/`.startsWith(`${other.replace(/\/$/, '')}/`);
}

/** The operations of a case, in which ids of any form are replaced by `{}`. */
export function operationsOf({ exchanges }: Pick<AddressedCase, 'exchanges'>): string[] {
  return exchanges.map(({ operation, request }, index) =>
    operation.includes('?') ? operation : nameFollowing(request, exchanges.slice(0, index)),
  );
}

/** An exchange as far as it names resources. */
interface NamingExchange {
  readonly request: { readonly method: string; readonly url: string };
  readonly response: Pick<ReceivedResponse, 'body' | 'headers'> | null;
}

/** The operation of a request after others, in whose path ids of any form are replaced by `{}`. */
export function nameFollowing(
  { method, url }: NamingExchange['request'],
  before: readonly NamingExchange[],
): string {
  const { origin, pathname } = new URL(url);
  const segments = pathname.split('/');
  const replaced = segments.map((segment, at) =>
    isIssued(segment, segments.slice(0, at).join('/'), before) ? '{}' : segment,
  );
  return nameOperation(method, new URL(`${origin}${replaced.join('/')}`), []);
}

/** Whether an earlier answer contains a segment, after a request to the path before the segment. */
function isIssued(segment: string, parent: string, before: readonly NamingExchange[]): boolean {
  const isKnown = before.some(({ request }) => new URL(request.url).pathname === parent);
  if (segment === '' || !isKnown) return false;
  const text = JSON.stringify(decodePercent(segment));
  return before.some(
    ({ response }) =>
      response?.body.includes(text) ||
      response?.headers.some(([name, value]) => isLocation(name) && value.endsWith(`/${segment}`)),
  );
}

/** Whether a header names the resource that an answer is about (RFC 9110 §8.7, §10.2.2). */
const isLocation = (name: string) => /^(content-)?location$/i.test(name);
