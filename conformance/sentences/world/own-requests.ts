/**
 * Keeps scenarios from changing data of others. An id in an answer is a claim, not a proof. A
 * request that changes something is sent when its path contains the run's marker; or when its path
 * names a value from an answer, and a GET of that path or of a parent path shows the marker. A path
 * such as `/account` names nothing: there a token from an answer must identify the account, and the
 * GET must show the marker. When a GET is rejected, the headers of earlier requests may prove the
 * same. The marker may be in the body or in a header, plain or in base64.
 */
import { type Exchange, isSafe, jsonOf } from '../../http/exchange.js';
import { writeJson } from '../../http/json.js';
import { isObject } from '../../verdict/compare.js';
import { BlockedByNeeds, NotTested, SuiteMistake } from '../../verdict/outcomes.js';
import type { ScenarioRequest, SentenceWorld } from './sentence-world.js';

/**
 * Returns when a request changes nothing that belongs to others.
 *
 * @throws Blocked when it could, SuiteMistake when the scenario has sent no marker, NotTested when
 *   its path names no value from an answer
 */
export async function demandOwn(world: SentenceWorld, request: ScenarioRequest): Promise<void> {
  const { run } = world;
  const headers = { ...world.headers, ...request.headers };
  const method = methodMeant(request.method, headers);
  if (isSafe(method) || run.isDisposable || run.readOnly) return;
  const path = request.path.replace(/\?.*$/s, '');
  if (path.includes(run.marker)) return;
  if (method === 'POST' && !namesUsed(path, world)) return;
  for (const place of pathsAround(path).filter((one) => one === path || namesUsed(one, world))) {
    const read = await readPlace(place, headers, world);
    if (place === path && isNew(read, { method, path: request.path }, world)) return;
    if (namesUsed(place, world) && (await isShown(read, place, world))) return;
    const isOwnAccount = place === path && identifies(headers, world);
    if (isOwnAccount && showsOwn(read, place, world) && showsOnlyOwn(read, world)) return;
  }
  refuse(world, `${request.method} ${path}`, path);
}

/** Headers by which servers process a request as if it had another method. */
const overriding = /^x-(?:http-)?method(?:-override)?$/i;

/** The method that changes more: the one of the request, or the one that a header puts in its place. */
function methodMeant(method: string, headers: Readonly<Record<string, string>>): string {
  const [, other] = Object.entries(headers).find(([name]) => overriding.test(name)) ?? [];
  return other === undefined || isSafe(other.toUpperCase()) ? method : other.toUpperCase();
}

/** Headers that make a request conditional or partial, or change it, and those of its body. */
const ofOneRequest =
  /^(?:if-(?:match|none-match|modified-since|unmodified-since|range)|range|expect|content-length|transfer-encoding)$/i;

/** The headers of a scenario that suit every request for the same resource. */
export function lastingHeaders(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const lasting = Object.entries(headers).filter(
    ([name]) => !ofOneRequest.test(name) && !overriding.test(name),
  );
  return Object.fromEntries(lasting);
}

/**
 * Reads a resource, without the conditions of a request. A header in the answer may only repeat one
 * of the request; then a read without that header can still prove that the run owns the resource.
 */
export async function readPlace(
  path: string,
  headers: Readonly<Record<string, string>>,
  world: Pick<SentenceWorld, 'run'>,
): Promise<Exchange> {
  const { marker } = world.run;
  const lasting = lastingHeaders(headers);
  const read = await readOnce(path, lasting, world);
  const unmarked = Object.entries(lasting).filter(([, value]) => !containsMarker(value, marker));
  const isMarked = unmarked.length < Object.keys(lasting).length;
  if (!isMarked || read.response.status >= 300 || showsOwn(read, path, world)) return read;
  const other = await readOnce(path, Object.fromEntries(unmarked), world);
  return showsOwn(other, path, world) ? other : read;
}

/**
 * Sends GET. HEAD replaces it when the server does not support GET, or when GET returns neither an
 * object nor an array in JSON: such a resource may be described in the headers of HEAD only.
 */
async function readOnce(
  path: string,
  headers: Readonly<Record<string, string>>,
  world: Pick<SentenceWorld, 'run'>,
): Promise<Exchange> {
  const { client } = world.run;
  const read = await client.send({ method: 'GET', path, headers });
  const { status } = read.response;
  const isUnsupported = status === 405 || status === 501;
  const isDescription = typeof jsonOf(read.response)?.value === 'object';
  const isContent = status < 300 && !isDescription && !showsOwn(read, path, world);
  if (!isUnsupported && !isContent) return read;
  const head = await client.send({ method: 'HEAD', path, headers });
  return isUnsupported || showsOwn(head, path, world) ? head : read;
}

/**
 * Whether the answer to a GET proves that the run created a resource. A request that must be
 * rejected, such as one without a token, often carries headers that cannot read it either. Only
 * then others may prove it: the same path can name another resource to another user.
 */
async function isShown(read: Exchange, place: string, world: SentenceWorld): Promise<boolean> {
  if (showsOwn(read, place, world)) return true;
  const { status } = read.response;
  if (status < 400 || status >= 500) return false;
  for (const headers of world.earlierHeaders) {
    if (showsOwn(await readPlace(place, headers, world), place, world)) return true;
  }
  return false;
}

function refuse(world: SentenceWorld, request: string, path: string): never {
  const { run, hasSentMarker } = world;
  if (!namesUsed(path, world)) {
    const reason = `${request} was not sent: it may change data of others`;
    throw new NotTested(undefined, reason);
  }
  if (!hasSentMarker) {
    throw new SuiteMistake(
      `${request} was not sent: the scenario has sent no \${unique} before, by which the run recognizes its own data.`,
    );
  }
  throw new BlockedByNeeds(
    run.requirement.needs,
    `${request} was not sent: GET ${path} does not show the run's marker "${run.marker}"`,
    'none',
  );
}

/** Shorter texts occur in headers by coincidence. */
const shortestToken = 8;

/** Whether a header carries a token from an answer, such as that of a login. */
function identifies(headers: Readonly<Record<string, string>>, { used }: SentenceWorld): boolean {
  const tokens = [...used].filter((text) => text.length >= shortestToken);
  return Object.values(headers).some((value) => tokens.some((token) => value.includes(token)));
}

/** Whether every object in a list of an answer, at any depth, contains the run's marker. */
function showsOnlyOwn({ response }: Exchange, { run }: SentenceWorld): boolean {
  const isOwn = (value: unknown): boolean => {
    if (Array.isArray(value)) {
      return value.every((item) => !isObject(item) || containsMarker(writeJson(item), run.marker));
    }
    return !isObject(value) || Object.values(value).every(isOwn);
  };
  return isOwn(jsonOf(response)?.value);
}

/**
 * Whether the path is unused: then the request changes no data of others, unless a parent could be
 * theirs.
 */
function isNew(
  { response }: Exchange,
  { method, path }: ScenarioRequest,
  world: SentenceWorld,
): boolean {
  const isNothingThere = response.status === 404 || response.status === 410;
  return isNothingThere && method !== 'POST' && !namesUsed(path.replace(/\/[^/]*$/, ''), world);
}

/** Whether an answer proves that the run created the resource; for a list, all of its elements. */
export function showsOwn(
  exchange: Exchange,
  path: string,
  world: Pick<SentenceWorld, 'run'>,
): boolean {
  return path.includes(world.run.marker) || showsMarker(exchange, world);
}

/** Whether an answer contains the run's marker; for a list, all of its elements. */
export function showsMarker(
  { request, response }: Exchange,
  { run: { marker } }: Pick<SentenceWorld, 'run'>,
): boolean {
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

/** Whether a text contains the marker, plain or in base64. */
export function containsMarker(text: string, marker: string): boolean {
  return text.includes(marker) || inBase64(marker).some((part) => text.includes(part));
}

/**
 * The digits that a text has inside longer texts in base64 or base64url (RFC 4648), for each place
 * among groups of three bytes, without those that other bytes influence.
 */
function inBase64(text: string): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.from(' '.repeat(before) + text);
    const [start, end] = [Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3)];
    return (['base64', 'base64url'] as const).map((one) => bytes.toString(one).slice(start, end));
  });
}

/** Whether a path contains a value from an answer, as a segment or as its beginning. */
function namesUsed(path: string, { used, run }: SentenceWorld): boolean {
  if (path.split('/').some((segment) => segment !== '' && used.has(decode(segment)))) return true;
  const beginnings = [...used].filter((text) => /^(https?:\/)?\/./i.test(text));
  return beginnings.some((text) => {
    const start = pathBelow(run.baseUrl, text)?.replace(/\/?(\?.*)?$/s, '') ?? '';
    return start !== '' && `${path}/`.startsWith(`${start}/`);
  });
}

/** The path and its parents: `/lists/7/items/3`, `/lists/7/items`, `/lists/7`. */
function pathsAround(path: string): readonly string[] {
  const segments = path.split('/').slice(1);
  return segments.map((_, index) => `/${segments.slice(0, segments.length - index).join('/')}`);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
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
