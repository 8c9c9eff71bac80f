/** How requests name the resources of a suite: in paths, in queries and in bodies. */
import { asObject, type Json, ownMember } from '../../kit/collections.js';
import { cut, decodePercent } from '../../kit/words.js';
import type { RequestLine, ResourceKind } from './suite.js';

/** The placeholder for the member that names a resource: `${id}` in `/todos/${id}`. */
const placeholder = /\$\{([^}]*)\}/;

/** The parts of a request that may name resources. */
export interface NamingRequest extends RequestLine {
  /** Beside the query of the path. */
  readonly query?: readonly (readonly [name: string, value: string])[];
  /** The value of a body in JSON. */
  readonly json?: unknown;
}

/** `id` of `/todos/${id}` */
export function namingMemberOf({ item }: ResourceKind): string {
  return placeholder.exec(item)?.[1] ?? '';
}

/** The parameter by which a query names a resource: `id` of `/todos?id=${id}`. */
function namingParameterOf({ item }: ResourceKind): string | undefined {
  const query = new URLSearchParams(cut(item, '?')[1]);
  return [...query].find(([, value]) => placeholder.test(value))?.[0];
}

/**
 * The parameter by which the query of a URL names a resource, such as `id` in `/todos?id=7`; undefined
 * when none does.
 */
export function findNamingParameter(url: URL, kinds: readonly ResourceKind[]): string | undefined {
  return kinds
    .filter(({ item }) => url.pathname.endsWith(cut(item, '?')[0]))
    .map(namingParameterOf)
    .find((name) => name !== undefined && url.searchParams.has(name));
}

/** The path of the resource with an id. */
export function itemPath({ item }: ResourceKind, id: string): string {
  return item.replace(placeholder, () => encodeURIComponent(id));
}

/** The path to which a POST creates resources of a kind: the one above theirs. */
export function collectionOf({ item }: ResourceKind): string {
  return item.includes('?') ? cut(item, '?')[0] : item.replace(/\/[^/]*$/, '');
}

/** Whether a request creates resources of a kind: a POST to their list, or to the path above them. */
export function createsKind(kind: ResourceKind, { path }: RequestLine): boolean {
  return [cut(kind.list ?? '', '?')[0], collectionOf(kind)].includes(cut(path, '?')[0]);
}

/** Whether a request deletes a resource of a kind. */
export function deletesKind(kind: ResourceKind, { method, path }: RequestLine): boolean {
  return method === 'DELETE' && idInPath(kind, path) !== undefined;
}

/** The id of the resource at a path; undefined when the path has another form. */
export function idInPath({ item }: ResourceKind, path: string): string | undefined {
  const [before = '', , after = ''] = item.split(placeholder);
  const id = path.slice(before.length, path.length - after.length);
  const isOfKind = path.startsWith(before) && path.endsWith(after);
  return isOfKind && id !== '' && !/[/?&]/.test(id) ? decodePercent(id) : undefined;
}

/** The id of a resource by its JSON; undefined when no member can be one. */
export function idOf(kind: ResourceKind, element: Json): string | undefined {
  return asId(kind, ownMember(element, namingMemberOf(kind)));
}

/** A value of JSON as an id of a kind; undefined when it cannot be one. */
export function asId(kind: ResourceKind, id: unknown): string | undefined {
  if (typeof id === 'string') return id !== '' && isIdOf(kind, id) ? normalId(id) : undefined;
  return Number.isSafeInteger(id) || typeof id === 'bigint' ? String(id) : undefined;
}

/** Whether a text can be an id of a kind. */
export function isIdOf({ ids }: ResourceKind, text: string): boolean {
  return ids !== 'integers' || /^\d+$/.test(text);
}

/** A number without leading zeros; other ids unchanged. */
export function normalId(id: string): string {
  return /^\d+$/.test(id) ? String(BigInt(id)) : id;
}

/** The ids in the path and the query of a request, which may be any texts. */
export function idsAskedFor(kind: ResourceKind, request: NamingRequest): readonly string[] {
  const name = namingParameterOf(kind);
  if (name === undefined) return [idInPath(kind, cut(request.path, '?')[0]) ?? []].flat();
  return queryOf(request).flatMap(([one, value]) => (one === name ? [value] : []));
}

/** The parameters in the query of a request, and in that of its path. */
export function queryOf({ path, query = [] }: NamingRequest): NonNullable<NamingRequest['query']> {
  return path.includes('?') ? [...query, ...new URLSearchParams(cut(path, '?')[1])] : query;
}

/** The ids in the body of a request: of an object, or of those in a list. */
function idsInBody(kind: ResourceKind, { json }: NamingRequest): readonly string[] {
  const name = namingMemberOf(kind);
  return [json].flat().flatMap((one) => {
    const id = ownMember(asObject(one), name);
    return id === undefined || id === null ? [] : [String(id)];
  });
}

/**
 * All ids by which a server could find resources for a request. Where ids are integers, a faulty
 * server may use every number in a text: that of `7abc`, or of `007`.
 */
export function idsNamedBy(kind: ResourceKind, request: NamingRequest): ReadonlySet<string> {
  const texts = [...idsAskedFor(kind, request), ...idsInBody(kind, request)];
  const ids = kind.ids === 'integers' ? texts.flatMap((text) => text.match(/\d+/g) ?? []) : texts;
  return new Set(ids.filter((id) => id !== '').map(normalId));
}
