/**
 * Keeps scenarios from changing what is not the run's own. An id in an answer is a claim: a request
 * that changes something is sent when its path holds the run's marker, or names what the scenario has
 * got from an answer and a read of that path, or of one around it, shows the marker. A path such as
 * `/account` names nothing; there a token from an answer says whose it is, and the read shows it.
 */
import { type Exchange, jsonOf } from '../http/exchange.js';
import { writeJson } from '../http/json.js';
import { isSafe } from '../http/read-only.js';
import { Blocked, NotTested, SuiteMistake } from '../outcomes.js';
import { isObject } from '../verdict/compare.js';
import type { ScenarioRequest, SentenceWorld } from './sentence-world.js';

/**
 * Comes back when a request changes nothing that belongs to others.
 *
 * @throws Blocked in place of one that could, SuiteMistake when the scenario marks nothing
 */
export async function demandOwn(world: SentenceWorld, request: ScenarioRequest): Promise<void> {
  const { run } = world;
  if (isSafe(request.method) || run.isDisposable || run.readOnly) return;
  const path = request.path.replace(/\?.*$/s, '');
  if (path.includes(run.marker)) return;
  if (request.method === 'POST' && !namesUsed(path, world)) return;
  const headers = { ...world.headers, ...request.headers };
  for (const place of placesAround(path).filter((one) => one === path || namesUsed(one, world))) {
    const read = await run.client.send({ method: 'GET', path: place, headers });
    if (place === path && isNew(read, request, world)) return;
    if (namesUsed(place, world) && showsOwn(read, place, world)) return;
    const isBySomebodyOwn = place === path && identifies(headers, world);
    if (isBySomebodyOwn && showsOwn(read, place, world) && showsNobodyElse(read, world)) return;
  }
  refuse(world, `${request.method} ${path}`, path);
}

function refuse(world: SentenceWorld, request: string, path: string): never {
  const { run, hasSentMarker } = world;
  if (!namesUsed(path, world)) {
    const reason = `${request} was not sent: it may change what is not the run's own`;
    throw new NotTested(undefined, reason);
  }
  if (!hasSentMarker) {
    throw new SuiteMistake(
      `${request} was not sent: nothing that the scenario has sent before holds \${unique}, by which the run recognizes what is its own.`,
    );
  }
  throw new Blocked(
    run.requirement.needs,
    `${request} was not sent: GET ${path} does not show the run's own "${run.marker}"`,
  );
}

/** A shorter text is found in headers by accident. */
const shortestToken = 8;

/** Whether a header says who sends the request by what an answer gave: the token of a login. */
function identifies(headers: Readonly<Record<string, string>>, { used }: SentenceWorld): boolean {
  const tokens = [...used].filter((text) => text.length >= shortestToken);
  return Object.values(headers).some((value) => tokens.some((token) => value.includes(token)));
}

/** Whether no list in an answer, at any depth, holds an object that the run has not made. */
function showsNobodyElse({ response }: Exchange, { run }: SentenceWorld): boolean {
  const isOwn = (value: unknown): boolean => {
    if (Array.isArray(value)) {
      return value.every((item) => !isObject(item) || writeJson(item).includes(run.marker));
    }
    return !isObject(value) || Object.values(value).every(isOwn);
  };
  return isOwn(jsonOf(response)?.value);
}

/** Where nothing is, nothing of others is changed; what is around it may be theirs all the same. */
function isNew(
  { response }: Exchange,
  { method, path }: ScenarioRequest,
  world: SentenceWorld,
): boolean {
  const isNothingThere = response.status === 404 || response.status === 410;
  return isNothingThere && method !== 'POST' && !namesUsed(path.replace(/\/[^/]*$/, ''), world);
}

/** Whether an answer shows that what it is about was made by the run; of a list, all of it. */
export function showsOwn(
  { response }: Exchange,
  path: string,
  { run }: Pick<SentenceWorld, 'run'>,
): boolean {
  if (path.includes(run.marker)) return true;
  if (response.status >= 300 || !response.body.includes(run.marker)) return false;
  const value = jsonOf(response)?.value;
  return !Array.isArray(value) || value.every((item) => writeJson(item).includes(run.marker));
}

/** Whether a path names what the scenario has got from an answer: as a segment, or as its beginning. */
export function namesUsed(path: string, { used, run }: SentenceWorld): boolean {
  if (path.split('/').some((segment) => segment !== '' && used.has(decode(segment)))) return true;
  const beginnings = [...used].filter((text) => /^(https?:\/)?\/./i.test(text));
  return beginnings.some((text) => {
    const start = pathBelow(run.baseUrl, text)?.replace(/\/?(\?.*)?$/s, '') ?? '';
    return start !== '' && `${path}/`.startsWith(`${start}/`);
  });
}

/** The path, and each one that it goes on from: `/lists/7/items/3`, `/lists/7/items`, `/lists/7`. */
function placesAround(path: string): readonly string[] {
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
 * The path below the base URL of what an answer has given: an absolute URL, or a path that begins with
 * that of the base URL. Of a URL the host is of no account, since a server may know itself by another
 * name, and nothing is ever sent to anybody else.
 *
 * @returns undefined when it is no path, or not below the base URL
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
