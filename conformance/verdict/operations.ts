/** The operations and endpoints of the requests of a case, without ids. */
import type { DescribedExchange } from '../http/described-exchange.js';
import { pathTemplate, type ReceivedResponse } from '../http/exchange.js';
import type { Case } from './case.js';

/** The method and the path of a request: `GET /todos`, with `?id` for a single row. */
export function operationOf({ request }: DescribedExchange): string {
  return nameOperation(request.method, new URL(request.url));
}

/** The operation of a method and a URL, in the form of `operationOf`. */
export function nameOperation(method: string, { pathname, searchParams }: URL): string {
  return `${method} ${pathTemplate(pathname)}${searchParams.has('id') ? '?id' : ''}`;
}

/** Whether an operation is about a single row. */
export const namesRow = (operation: string) => /\{\}|\?id$/.test(operation);

/** The resource of an operation: the last part of its path that is not an id. */
export function resourceOf(operation: string): string {
  const [, path = ''] = operation.replace(/\?id$/, '').split(' ');
  return path.split('/').findLast((segment) => segment !== '{}') ?? '';
}

/** The last operation of a case, in the form of `operationsOf`. */
export function lastOperationOf(one: Pick<Case, 'exchanges'>): string {
  return operationsOf(one).at(-1) ?? '';
}

/** The paths of the requests of a case, without ids. */
export function endpointsOf({ exchanges }: Case): string[] {
  return exchanges.map(({ request }) => pathTemplate(new URL(request.url).pathname));
}

/** Whether an endpoint is another one, or a part of it: `/todos/{}` is below `/todos`. */
export function isBelow(endpoint: string | undefined, other: string | undefined): boolean {
  if (endpoint === undefined || other === undefined) return false;
  return `${endpoint}/`.startsWith(`${other.replace(/\/$/, '')}/`);
}

/** The operations of a case, in which ids of any form are replaced by `{}`. */
export function operationsOf({ exchanges }: Pick<Case, 'exchanges'>): string[] {
  return exchanges.map(({ request }, index) => nameFollowing(request, exchanges.slice(0, index)));
}

/** An exchange as far as it names resources. */
interface NamingExchange {
  readonly request: { readonly method: string; readonly url: string };
  readonly response: Pick<ReceivedResponse, 'body' | 'headers'> | null;
}

/** The operation of a request after others, in which ids of any form are replaced by `{}`. */
export function nameFollowing(
  { method, url }: NamingExchange['request'],
  before: readonly NamingExchange[],
): string {
  const { origin, pathname, search } = new URL(url);
  const segments = pathname.split('/');
  const replaced = segments.map((segment, at) =>
    isIssued(segment, segments.slice(0, at).join('/'), before) ? '{}' : segment,
  );
  return nameOperation(method, new URL(`${origin}${replaced.join('/')}${search}`));
}

/** Whether an earlier answer contains a segment, after a request to the path before the segment. */
function isIssued(segment: string, parent: string, before: readonly NamingExchange[]): boolean {
  const isKnown = before.some(({ request }) => new URL(request.url).pathname === parent);
  if (segment === '' || !isKnown) return false;
  const text = JSON.stringify(decodeSegment(segment));
  return before.some(
    ({ response }) =>
      response?.body.includes(text) ||
      response?.headers.some(([name, value]) => isLocation(name) && value.endsWith(`/${segment}`)),
  );
}

/** Whether a header names the resource that an answer is about (RFC 9110 §8.7, §10.2.2). */
const isLocation = (name: string) => /^(content-)?location$/i.test(name);

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
