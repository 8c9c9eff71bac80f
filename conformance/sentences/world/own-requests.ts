/**
 * Keeps scenarios from changing data of others. An id in an answer is a claim, not a proof. A
 * request that changes something is sent when its path contains the run's marker; or when its path
 * names a value from an answer, and a GET or HEAD of that path or of a parent path shows the
 * marker, or the list of its kind when neither can be read. Rows of declared kinds that its query or
 * its body names must be the run's own as well, or must not exist (`own-rows.ts`). A path such as `/account` names nothing: there a token from an answer must identify the
 * account, and the GET must show the marker. A GET that the scenario has just sent itself is enough,
 * and so is, except for DELETE, one that another scenario has sent since the last deletion.
 * When a GET is rejected, the headers of earlier requests may prove the same. The marker may be in
 * the body or in a header, plain or in base64.
 */

import { decodePercent } from '../../../kit/words.js';
import { credentialHeaders } from '../../creations/cleaning-run.js';
import { containsMarker } from '../../creations/marker.js';
import type { Get } from '../../creations/own-lists.js';
import { refersToOwn } from '../../creations/own-references.js';
import { OwnRows, type RowKey } from '../../creations/own-rows.js';
import {
  describeLack,
  isAbsent,
  isRejected,
  keyOf,
  lastingHeaders,
  overriding,
  type Reading,
  readPlace,
  showsOnlyOwn,
  showsOwn,
} from '../../creations/reading.js';
import { isSafe, withoutQuery } from '../../http/exchange.js';
import { isRequestOf } from '../../suite/requirements.js';
import { collectionOf, createsKind, idInPath } from '../../suite/resource-kinds.js';
import type { ResourceKind, Suite } from '../../suite/suite.js';
import { BlockedByNeeds, NotApplicable, SuiteMistake } from '../../verdict/outcomes.js';
import { isOptionOfRun } from '../values/templates.js';
import { bodyOf, hasMarker } from './request-parts.js';
import type { ScenarioRequest, SentenceWorld } from './sentence-world.js';

/**
 * Returns when a request changes nothing that belongs to others.
 *
 * @throws Blocked when it could, SuiteMistake when the scenario has sent no marker, NotApplicable when
 *   its path names no value from an answer
 */
export async function demandOwn(world: SentenceWorld, request: ScenarioRequest): Promise<void> {
  const { run } = world;
  const headers = headersOf(request, world);
  const method = methodMeant(request.method, headers);
  if (run.isDisposable || run.readOnly || isAllowed(request, run.suite)) return;
  const get = readerFor(headers, world);
  await demandNamedRows({ ...request, method }, get, world);
  if (isSafe(method)) return;
  const path = identifyingPart(request.path, world);
  const { creations } = world;
  creations.ownPath = isReadByLatest(path, headers, world) ? path : undefined;
  if (containsMarker(path, run.marker)) return;
  if (method === 'POST' && !namesUsed(path, world)) return;
  if (namesUsed(path, world) && creations.ownPath !== undefined) return;
  let lack = '';
  for (const place of pathsAround(path).filter((one) => one === path || namesUsed(one, world))) {
    const reading =
      method === 'DELETE'
        ? await readPlace(place, headers, run)
        : await readOnceForAll(place, headers, world);
    if (place === path) lack = describeLack(reading, path);
    if (place === path && isNew(reading, { method, path: request.path }, world)) return;
    if (namesUsed(place, world) && (await isShown(reading, place, get, world))) return;
    if (reading.get.response.status >= 300 && (await isListed(place, get, world))) return;
    const isOwnAccount = place === path && identifies(headers, world);
    if (isOwnAccount && showsOwn(reading, place, world.run) && showsOnlyOwn(reading, world.run)) {
      creations.ownPath = path;
      return;
    }
  }
  refuse(world, request, lack);
}

/** The rows of declared kinds, of any scenario of the run: requests may share what they create. */
function rowsOf({ run }: SentenceWorld): OwnRows {
  const refuse = (needs: readonly string[], reason: string) =>
    new BlockedByNeeds([...needs, ...run.requirement.needs], reason, 'none');
  return new OwnRows(run, { refuse, areShared: true });
}

/** Sends a GET with the headers of a request, or with others when these are rejected. */
function readerFor(headers: Readonly<Record<string, string>>, world: SentenceWorld): Get {
  const { run, earlierHeaders } = world;
  return async (path) => {
    const read = (all: Readonly<Record<string, string>>) =>
      run.client.send({ method: 'GET', path, headers: lastingHeaders(all) });
    const others = [...earlierHeaders, { ...headers, ...credentialHeaders(run) }];
    let answer = await read(headers);
    for (const other of others) {
      if (![401, 403].includes(answer.response.status)) break;
      answer = await read(other);
    }
    return answer;
  };
}

/**
 * A faulty server may change rows by ids in the query or the body of a request, and by those in the
 * path of a request that should change nothing.
 *
 * @throws Blocked when one is not proved to be the run's own
 */
async function demandNamedRows(
  { method, path, query = [], ...parts }: ScenarioRequest,
  get: Get,
  world: SentenceWorld,
): Promise<void> {
  const body = bodyOf({ method, path, ...parts });
  for (const kind of world.run.suite.resources) {
    const isItem = findRow(path, [kind]) !== undefined;
    if (!isItem && !createsKind(kind, { method, path })) continue;
    // The path itself has a proof of its own, which is for one client.
    const isProvedByPath = isItem && !isSafe(method) && method !== 'POST';
    const named = { method, path: isProvedByPath ? collectionOf(kind) : path, query };
    await rowsOf(world).demand(kind.name, body === undefined ? named : { ...named, body }, get);
  }
}

/** The row of a declared kind at a path. */
function findRow(path: string, kinds: readonly ResourceKind[]): RowKey | undefined {
  const rows = kinds.map((kind) => ({
    resource: kind.name,
    id: idInPath(kind, kind.item.includes('?') ? path : withoutQuery(path)),
  }));
  return rows.find((row): row is RowKey => row.id !== undefined);
}

/** Whether the list of its kind shows the run's own values in the row at a place. */
async function isListed(place: string, get: Get, world: SentenceWorld): Promise<boolean> {
  const row = findRow(place, world.run.suite.resources);
  return row !== undefined && (await rowsOf(world).isListed(row, get));
}

/**
 * Reads a place, once for the scenarios that share what is there. When the target has accepted a
 * deletion, it is read again: what is deleted may get another owner. So is a place with nothing there,
 * where others may create something in the meantime.
 */
async function readOnceForAll(
  place: string,
  headers: Readonly<Record<string, string>>,
  { run, sharesAnswers }: SentenceWorld,
): Promise<Reading> {
  let isOfScenario = !sharesAnswers;
  const read = () => {
    isOfScenario = true;
    return readPlace(place, headers, run);
  };
  if (isOfScenario) return await read();
  const { acceptedDeletions } = run.owned;
  const key = `proof ${acceptedDeletions} ${place} ${keyOf(headers)}`;
  const reading = await run.shared.use(key, read);
  return isOfScenario || !isAbsent(reading) ? reading : await read();
}

/** Whether the operator allows a request of a description that may change data of others. */
function isAllowed(request: ScenarioRequest, { derived }: Suite): boolean {
  return (derived?.allowed ?? []).some((one) => isRequestOf(one, request));
}

/** Whether a request without an answer may have created something: a POST, or a PUT to a new path. */
export function mayCreate(request: ScenarioRequest, world: SentenceWorld): boolean {
  const method = methodMeant(request.method, headersOf(request, world));
  if (method !== 'PUT') return method === 'POST';
  const path = identifyingPart(request.path, world);
  const { owned, marker } = world.run;
  const isKnown = owned.named.some(({ deletion }) => deletion.path === path);
  if (world.creations.ownPath === path || isKnown) return false;
  return containsMarker(path, marker) || !namesUsed(path, world);
}

/** Whether a request deletes, by its method or by a header that replaces it. */
export function isDeletion(request: ScenarioRequest, world: SentenceWorld): boolean {
  return methodMeant(request.method, headersOf(request, world)) === 'DELETE';
}

/** The method that changes more: the one of the request, or the one that a header puts in its place. */
function methodMeant(method: string, headers: Readonly<Record<string, string>>): string {
  const [, other] = Object.entries(headers).find(([name]) => overriding.test(name)) ?? [];
  return other === undefined || isSafe(other.toUpperCase()) ? method : other.toUpperCase();
}

/**
 * Whether a reading proves that the run created a resource. A request that must be rejected, such as
 * one without a token, often carries headers that cannot read it either. Only then others may prove
 * it: the same path can name another resource to another user.
 */
async function isShown(
  reading: Reading,
  place: string,
  get: Get,
  world: SentenceWorld,
): Promise<boolean> {
  const isProof = async (one: Reading) =>
    showsOwn(one, place, world.run) || (await refersToOwn(place, one.get, get, world.run));
  if (await isProof(reading)) return true;
  if (!isRejected((reading.head ?? reading.get).response.status)) return false;
  for (const headers of world.earlierHeaders) {
    if (await isProof(await readOnceForAll(place, headers, world))) return true;
  }
  return false;
}

/**
 * Whether the latest request of the scenario has just read the resource, for the same client: with
 * the same headers, or with a token that its answer has renewed. To read once more could replace a
 * token that each use replaces (RFC 7592 §2.1).
 */
function isReadByLatest(
  path: string,
  headers: Readonly<Record<string, string>>,
  world: SentenceWorld,
): boolean {
  const { latest, run } = world;
  if (latest?.request.method !== 'GET' || latest.response.status >= 300) return false;
  if (!showsOwn({ get: latest }, path, run)) return false;
  const sent = new Map(
    Object.entries(latest.request.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const isOfClient = ([name, value]: readonly [string, string]) =>
    sent.get(name.toLowerCase()) === value ||
    tokensIn(value, world).some((token) => latest.response.body.includes(token));
  return (
    pathBelow(run.baseUrl, latest.request.url) === path &&
    Object.entries(lastingHeaders(headers)).every(isOfClient)
  );
}

/** @param lack the answers without a proof: `GET /a (200) does not show` */
function refuse(world: SentenceWorld, request: ScenarioRequest, lack: string): never {
  const { run } = world;
  const path = identifyingPart(request.path, world);
  const name = `${request.method} ${path}`;
  const hint =
    request.method === 'POST' ? ' An endpoint in an answer needs "I remember the endpoint …".' : '';
  if (!namesUsed(path, world)) {
    const reason = `${name} was not sent: it may change data of others (--disposable allows it)`;
    throw new NotApplicable(reason);
  }
  const headers = headersOf(request, world);
  if (!world.hasSentMarker && !hasMarker(request, headers, run.marker)) {
    throw new SuiteMistake(
      `${name} was not sent: the scenario has sent no \${unique} before, by which the run recognizes its own data.${hint}`,
    );
  }
  throw new BlockedByNeeds(
    run.requirement.needs,
    `${name} was not sent: ${lack} the run's marker "${run.marker}"`,
    'none',
  );
}

/** Shorter texts occur in headers by coincidence. */
const shortestToken = 8;

/** Whether a header carries a token from an answer, such as that of a login. */
function identifies(headers: Readonly<Record<string, string>>, world: SentenceWorld): boolean {
  return Object.values(headers).some((value) => tokensIn(value, world).length > 0);
}

/** The tokens from answers that a header carries. */
function tokensIn(value: string, { used }: SentenceWorld): readonly string[] {
  return [...used].filter((text) => text.length >= shortestToken && value.includes(text));
}

/**
 * Whether the path is unused: then the request changes no data of others, unless a parent could be
 * theirs.
 */
function isNew(reading: Reading, { method, path }: ScenarioRequest, world: SentenceWorld): boolean {
  return (
    isAbsent(reading) &&
    method !== 'POST' &&
    !namesUsed(withoutQuery(path).replace(/\/[^/]*\/?$/, ''), world)
  );
}

/** Whether the operator or the suite gave the value of a placeholder, and not the answer to a login. */
export function isGiven(name: string, { credentials }: Suite): boolean {
  const isIssued = credentials.some((one) => one.login && name === `credential:${one.name}`);
  return isOptionOfRun(name) && !isIssued;
}

/** A path without its query, unless the query names a declared row, or a value from an answer. */
function identifyingPart(path: string, { used, run }: SentenceWorld): string {
  const isNaming = valuesInQuery(path).some((value) => used.has(value));
  const kinds = run.suite.resources.filter(({ item }) => item.includes('?'));
  return isNaming || findRow(path, kinds) !== undefined ? path : withoutQuery(path);
}

function valuesInQuery(path: string): readonly string[] {
  return [...new URLSearchParams(path.split('?')[1] ?? '').values()];
}

/** Whether a path contains a value from an answer: as a segment, in its query, or as its beginning. */
function namesUsed(path: string, { used, run }: SentenceWorld): boolean {
  const segments = withoutQuery(path)
    .split('/')
    .filter((segment) => segment !== '');
  if ([...segments.map(decodePercent), ...valuesInQuery(path)].some((value) => used.has(value)))
    return true;
  const beginnings = [...used].filter((text) => /^(https?:\/)?\/./i.test(text));
  return beginnings.some((text) => {
    const start = pathBelow(run.baseUrl, text)?.replace(/\/?(\?.*)?$/s, '') ?? '';
    return start !== '' && `${withoutQuery(path)}/`.startsWith(`${start}/`);
  });
}

/**
 * The path and its parents: `/lists/7/items/3`, `/lists/7/items`, `/lists/7`. A query identifies the
 * resource together with the whole path.
 */
function pathsAround(path: string): readonly string[] {
  const plain = withoutQuery(path);
  const ending = plain.length > 1 && plain.endsWith('/') ? '/' : '';
  const segments = plain
    .slice(0, plain.length - ending.length)
    .split('/')
    .slice(1);
  const parents = segments.flatMap((_, index) => {
    const parent = `/${segments.slice(0, segments.length - index).join('/')}`;
    // A server may want a slash at the end of all paths, or of collections alone.
    return ending === '' ? [parent] : [`${parent}/`, ...(index === 0 ? [] : [parent])];
  });
  return path.includes('?') ? [path, ...parents] : parents;
}

function headersOf(
  { headers }: ScenarioRequest,
  world: SentenceWorld,
): Readonly<Record<string, string>> {
  return { ...world.headers, ...headers };
}

/**
 * The path below the base URL for a text from an answer: an absolute URL, or a path that begins
 * with that of the base URL. The host of a URL is ignored: servers may know themselves by another
 * name, and requests go to the target only.
 *
 * @returns undefined when the text is not a path below the base URL
 */
export function pathBelow(baseUrl: string, text: string): string | undefined {
  const prefix = new URL(baseUrl).pathname.replace(/\/+$/, '');
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) {
    const { pathname, search } = new URL(text);
    const path = pathname + search;
    return isBelow(prefix, path) ? path.slice(prefix.length) : undefined;
  }
  if (!text.startsWith('/')) return undefined;
  return isBelow(prefix, text) ? text.slice(prefix.length) : text;
}

function isBelow(prefix: string, path: string): boolean {
  return path.startsWith(`${prefix}/`);
}
