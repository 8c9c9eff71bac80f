/** Resources in exchanges: which exchanges are about the same one, and which are the run's own. */
import { asObject, type Json, memberOf } from '../../../kit/collections.js';
import { containsMarker, findOwnTexts } from '../../creations/marker.js';
import { headerOf, jsonOf, type SentRequest } from '../../http/exchange.js';
import { isSuccess, type SeenExchange, type SeenRequest } from './fault.js';

/** The members of a request's JSON body; none for other bodies. */
export function sentJson({ body }: SentRequest): Json {
  try {
    return asObject(JSON.parse(body ?? ''));
  } catch {
    return {};
  }
}

/** The texts by which an answer may name the resource that it shows; numbers that were sent are no ids. */
function namesIn({ request, response }: SeenExchange): readonly string[] {
  const sent = sentJson(request);
  const scalars = Object.entries(asObject(jsonOf(response)?.value))
    .filter(([name, value]) => typeof value !== 'number' || sent[name] !== value)
    .filter(([, value]) => typeof value !== 'object')
    .map(([, value]) => String(value));
  const location = headerOf(response, 'location');
  return location === undefined ? scalars : [...scalars, location];
}

/** The path and query of a URL, of any host. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** The id in a URL: in the query, if it names a resource, or else the last segment of the path. */
export function idIn({ request: { url }, namingParameter = '' }: SeenRequest): string {
  const { pathname, searchParams } = new URL(url);
  return searchParams.get(namingParameter) ?? pathname.split('/').at(-1) ?? '';
}

/** Whether an exchange shows or creates the resource that another request is about. */
function isAbout(one: SeenExchange, other: SeenRequest): boolean {
  const { url } = other.request;
  if (one.request.method !== 'POST') return pathOf(one.request.url) === pathOf(url);
  const id = idIn(other);
  return namesIn(one).some((name) => name === id || pathOf(name) === pathOf(url));
}

/** Whether two exchanges are about the same resource. */
export function isSameResource(one: SeenExchange, other: SeenExchange): boolean {
  return isAbout(one, other);
}

/**
 * Whether a request that changes something can change only what the scenario created: it creates
 * with the run's marker, or its resource was created by an earlier request of the scenario.
 */
export function changesOnlyOwn(
  seen: SeenRequest,
  before: readonly SeenExchange[],
  marker: string,
): boolean {
  const { method, url, body = '' } = seen.request;
  if (method === 'POST') return containsMarker(body, marker) || containsMarker(url, marker);
  return before.some((one) => creates(one, seen));
}

/** Whether an exchange created the resource that another request is about. */
function creates(one: SeenExchange, seen: SeenRequest): boolean {
  return one.request.method === 'POST' && isSuccess(one.response.status) && isAbout(one, seen);
}

/** Whether a scenario has read more than what it created itself, such as a list. */
export function readsMore(exchanges: readonly SeenExchange[]): boolean {
  return exchanges.some((seen, index) => {
    const { request, response } = seen;
    if (request.method !== 'GET' || !isSuccess(response.status)) return false;
    const before = exchanges.slice(0, index);
    return !before.some((one) => creates(one, seen));
  });
}

/** The URL of another resource of the scenario than the one that a request is about. */
export function otherResource(
  seen: SeenRequest,
  before: readonly SeenExchange[],
): string | undefined {
  const { url } = seen.request;
  const created = before.filter(
    ({ request, response }) => request.method === 'POST' && isSuccess(response.status),
  );
  const own = created.find((one) => isAbout(one, seen));
  if (own === undefined) return undefined;
  const id = idIn(seen);
  const named = Object.entries(asObject(jsonOf(own.response)?.value)).find(
    ([, value]) => String(value) === id || pathOf(String(value)) === pathOf(url),
  );
  const other = created.find(
    (one) => one.operation === own.operation && one !== own && !isAbout(one, seen),
  );
  if (named === undefined || other === undefined) return undefined;
  const [name, value] = named;
  const otherValue = memberOf(jsonOf(other.response)?.value, name);
  if (otherValue === undefined) return undefined;
  if (String(value) !== id) return new URL(pathOf(String(otherValue)), url).href;
  const target = new URL(url);
  const { namingParameter } = seen;
  if (namingParameter !== undefined) target.searchParams.set(namingParameter, String(otherValue));
  else target.pathname = target.pathname.replace(/[^/]*$/, encodeURIComponent(String(otherValue)));
  return target.href;
}

/** The unique texts that a scenario has sent. */
export function ownTexts(exchanges: readonly SeenRequest[], marker: string): readonly string[] {
  const texts = exchanges.flatMap(({ request: { body = '', url } }) =>
    findOwnTexts(`${body} ${decodeURI(url)}`, marker),
  );
  return [...new Set(texts)];
}
