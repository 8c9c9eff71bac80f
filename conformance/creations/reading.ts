/**
 * Reads resources, to prove that the run created them or that they are gone. GET is not defined for
 * every resource: HEAD is asked as well when GET is rejected.
 */

import {
  type Client,
  type Exchange,
  isSafe,
  jsonOf,
  type RequestSpecification,
} from '../http/exchange.js';
import { isObject, writeJson } from '../http/json.js';
import { containsMarker } from './marker.js';
import type { Deletion, OwnedResources } from './owned-resources.js';

/** The part of a run that reads resources. */
export interface ReadingRun {
  readonly client: Client;
  readonly marker: string;
  readonly owned: OwnedResources;
}

/** Headers that make a request conditional or partial, or change it, and those of its body. */
const ofOneRequest =
  /^(?:if-(?:match|none-match|modified-since|unmodified-since|range)|range|expect|content-length|content-type|transfer-encoding)$/i;

/** Headers by which servers process a request as if it had another method. */
export const overriding = /^x-(?:http-)?method(?:-override)?$/i;

/** The headers of a scenario that suit every request for the same resource. */
export function lastingHeaders(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const lasting = Object.entries(headers).filter(
    ([name]) => !ofOneRequest.test(name) && !overriding.test(name),
  );
  return Object.fromEntries(lasting);
}

/** Headers as a key: equal for those of the same client. */
export function keyOf(headers: Readonly<Record<string, string>> = {}): string {
  return JSON.stringify(Object.entries(lastingHeaders(headers)).sort());
}

/** Notes what the answer to a request of a scenario says about the resource at its path. */
export function noteAnswer(
  { method, path, headers }: Pick<RequestSpecification, 'method' | 'path' | 'headers'>,
  status: number,
  owned: OwnedResources,
): void {
  const { missingPaths } = owned;
  if (method === 'GET' && isMissing(status)) missingPaths.set(path, keyOf(headers));
  if (isSafe(method)) return;
  const isUpdate = method === 'PUT' || method === 'PATCH';
  if (status < 300 && status !== 201 && !isUpdate) owned.acceptedDeletions += 1;
  // A request below a resource may bring it back.
  for (const one of missingPaths.keys()) if (path.startsWith(one)) missingPaths.delete(one);
}

/** Whether a scenario has found nothing where a deletion says that it has deleted. */
export function isKnownMissing(
  { path, shownBy = path, headers }: Deletion,
  { missingPaths, shownPaths }: OwnedResources,
): boolean {
  const isReadable = shownBy === path && shownPaths.has(path);
  return isReadable && missingPaths.get(path) === keyOf(headers);
}

/** The answers to GET and HEAD for one path and the same headers. */
export interface Reading {
  readonly get: Exchange;
  /** Undefined when GET was enough. */
  readonly head?: Exchange;
}

/**
 * Reads a resource, without the conditions of a request. A header in the answer may only repeat one
 * of the request; then a read without that header can still prove that the run owns the resource.
 *
 * @throws TargetFailure when there is no answer
 */
export async function readPlace(
  path: string,
  headers: Readonly<Record<string, string>>,
  run: ReadingRun,
): Promise<Reading> {
  const { marker } = run;
  const lasting = lastingHeaders(headers);
  const reading = await readOnce(path, lasting, run);
  const unmarked = Object.entries(lasting).filter(([, value]) => !containsMarker(value, marker));
  const isMarked = unmarked.length < Object.keys(lasting).length;
  const isRead = answersOf(reading).some(({ response }) => response.status < 300);
  if (!isMarked || !isRead || showsOwn(reading, path, run)) return reading;
  const other = await readOnce(path, Object.fromEntries(unmarked), run);
  return showsOwn(other, path, run) ? other : reading;
}

/**
 * Sends GET, then HEAD when GET is rejected other than with 401, or returns neither an object nor an array in JSON: such
 * a resource may be described in the headers of HEAD only. A missing resource that GET has shown
 * before needs no HEAD.
 */
async function readOnce(
  path: string,
  headers: Readonly<Record<string, string>>,
  run: ReadingRun,
): Promise<Reading> {
  const { client, owned } = run;
  const get = await client.send({ method: 'GET', path, headers });
  const { status } = get.response;
  if (status < 300 && showsOwn({ get }, path, run)) {
    owned.shownPaths.add(path);
    return { get };
  }
  const isContent = status < 300 && typeof jsonOf(get.response)?.value !== 'object';
  const isKnown = isMissing(status) && owned.shownPaths.has(path);
  // Without a credential for GET there is none for HEAD.
  if (isKnown || status === 401 || !(isRejected(status) || isContent)) return { get };
  return { get, head: await client.send({ method: 'HEAD', path, headers }) };
}

/** Whether a status rejects a request, or its method. */
export function isRejected(status: number): boolean {
  return (status >= 400 && status < 500) || status === 501;
}

/** `GET /todos/7 (404) and HEAD (412) do not show`, for a reading without a proof. */
export function describeLack({ get, head }: Reading, path: string): string {
  const read = `GET ${path} (${get.response.status})`;
  if (head === undefined) return `${read} does not show`;
  return `${read} and HEAD (${head.response.status}) do not show`;
}

function answersOf({ get, head }: Reading): readonly Exchange[] {
  return head === undefined ? [get] : [get, head];
}

/** Whether a status says that there is no resource at the path. */
export function isMissing(status: number): boolean {
  return status === 404 || status === 410;
}

/**
 * Whether there is no resource at the path. GET and HEAD must both say so: either may be undefined
 * for the resource, and answered with 404. Unsupported methods (405, 501) say nothing.
 */
export function isAbsent(reading: Reading): boolean {
  const statuses = answersOf(reading).map(({ response }) => response.status);
  const telling = statuses.filter((status) => status !== 405 && status !== 501);
  return telling.length > 0 && telling.every(isMissing);
}

/**
 * Whether a reading proves that the run created the resource; for a list, all of its elements. A
 * server that ignores the query of a path may answer with a page of rows, also of others.
 */
export function showsOwn(reading: Reading, path: string, run: ReadingRun): boolean {
  if (containsMarker(path, run.marker)) return true;
  const isShown = proofIn(reading, run) !== undefined;
  return isShown && (!path.includes('?') || showsOnlyOwn(reading, run));
}

/** Whether every object in a list of an answer, at any depth, contains the run's marker. */
export function showsOnlyOwn({ get }: Reading, { marker }: Pick<ReadingRun, 'marker'>): boolean {
  const isOwn = (value: unknown): boolean => {
    if (Array.isArray(value)) {
      return value.every((item) => !isObject(item) || containsMarker(writeJson(item), marker));
    }
    return !isObject(value) || Object.values(value).every(isOwn);
  };
  return isOwn(jsonOf(get.response)?.value);
}

/** The exchange whose answer contains the run's marker; for a list, in all of its elements. */
export function proofIn(
  reading: Reading,
  { marker }: Pick<ReadingRun, 'marker'>,
): Exchange | undefined {
  return answersOf(reading).find((one) => isMarked(one, marker));
}

function isMarked({ request, response }: Exchange, marker: string): boolean {
  if (response.status >= 300) return false;
  if (isInHeaders(marker, request, response)) return true;
  if (!containsMarker(response.body, marker)) return false;
  const value = jsonOf(response)?.value;
  return !Array.isArray(value) || value.every((item) => containsMarker(writeJson(item), marker));
}

/** Whether a header of an answer contains the marker, and does not only repeat one of the request. */
function isInHeaders(
  marker: string,
  { headers }: Exchange['request'],
  response: Exchange['response'],
): boolean {
  const sent = Object.values(headers);
  if (sent.some((value) => containsMarker(value, marker))) return false;
  return response.headers.some(([, value]) => containsMarker(value, marker));
}
