/**
 * What a case shows to be wrong, whichever row and value it was found in. Two cases with a symptom
 * in common can have one cause in the target: a price that came as 10 in place of 9.5 is
 * `price: another number`, in the answer to a create as in a list.
 */

import type { DescribedExchange } from '../http/described-exchange.js';
import { isCutShort, isSafe, pathTemplate } from '../http/exchange.js';
import type { Mismatch } from '../outcomes.js';
import type { Case } from './case.js';

/** What one mismatch says. */
export interface Symptoms {
  /** The case that it was found in. */
  readonly seenIn: Case;
  /** What is wrong with the target, so that other cases can have met it, too. */
  readonly shown: ReadonlySet<string>;
  /** What would explain the mismatch if another case had shown it. */
  readonly explainable: ReadonlySet<string>;
  /** A success where an error was due. */
  readonly letThrough?: LetThrough | undefined;
}

/** What a request was that should have been refused, and with which status. */
export interface LetThrough {
  readonly operation: string;
  readonly due: string;
}

/** What the failures among the cases of a requirement show: one for each mismatch. */
export function symptomsOfFailures(cases: readonly Case[]): readonly Symptoms[] {
  const isHeld = ({ verdict }: Case) => verdict === 'pass';
  const held = new Set(cases.filter(isHeld).map((one) => contextOf(one).operation));
  return cases.flatMap((one) => {
    const { verdict, mismatches } = one;
    if (verdict !== 'fail') return [];
    const operations = one.exchanges.map(operationOf);
    const context = { ...contextOf(one), held, mismatches, operations };
    return mismatches.map((mismatch) => ({ seenIn: one, ...describe(mismatch, context) }));
  });
}

/** What would explain that a case could not be prepared. */
export function symptomsOfBlockage(one: Case): Symptoms {
  const { error, change, answer } = contextOf(one);
  return { seenIn: one, shown: new Set(), explainable: setOf(error, answer, change) };
}

/** So many members are not lacking by themselves: the answer is something else altogether. */
const mostMissing = 3;

const isMissing = ({ observed }: Mismatch) => observed === 'nothing';

/** What the last requests of a case tell. */
interface LastRequests {
  /** That of the last request, as `operationOf` names it. */
  readonly operation: string;
  /** `GET /todos: 200`, of the last request. */
  readonly answer: string;
  /** `status: 404`, of the last answer if it is an error, with the change that has brought it about. */
  readonly error: string | undefined;
  /** `after POST /todos: 201`, of the last request that changes rows. */
  readonly change: string | undefined;
}

function contextOf({ exchanges }: Case): LastRequests {
  const last = exchanges.at(-1);
  const change = exchanges.findLast(({ request }) => !isSafe(request.method));
  const status = last?.response?.status ?? 0;
  const operation = last === undefined ? '' : operationOf(last);
  const after = change && `after ${operationOf(change)}: ${change.response?.status}`;
  const error =
    hasHeldBefore(exchanges) && after ? `status: ${status} ${after}` : `status: ${status}`;
  return {
    operation,
    answer: `${operation}: ${status}`,
    error: status >= 400 ? error : undefined,
    change: after,
  };
}

/** Whether the last request had a success earlier: what it meets now is the work of another one. */
function hasHeldBefore(exchanges: readonly DescribedExchange[]): boolean {
  const last = exchanges.at(-1)?.request;
  return exchanges.some(({ request: { method, url }, response }) => {
    const isSame = method === last?.method && url === last.url;
    return isSame && response !== null && response.status >= 200 && response.status < 300;
  });
}

/** The method and the path of a request: `GET /todos`, with `?id` for a single row. */
export function operationOf({ request }: DescribedExchange): string {
  return nameOperation(request.method, new URL(request.url));
}

function nameOperation(method: string, { pathname, searchParams }: URL): string {
  return `${method} ${pathTemplate(pathname)}${searchParams.has('id') ? '?id' : ''}`;
}

/** What belongs to a mismatch. */
interface Context extends LastRequests {
  /** Operations of other cases of the requirement, which hold. */
  readonly held: ReadonlySet<string>;
  /** All that the case found. */
  readonly mismatches: readonly Mismatch[];
  /** All that the case sent. */
  readonly operations: readonly string[];
}

function describe(mismatch: Mismatch, context: Context): Omit<Symptoms, 'seenIn'> {
  const { operation, operations, error, change, mismatches } = context;
  const aspect = aspectOf(mismatch.path);
  if (aspect === 'status') return describeStatus(mismatch, context);
  const isAnother = aspect === 'id' && mismatches.length > 1;
  const isVague = aspect === 'list' || (aspect === 'whole' && isMissing(mismatch));
  const isUncertain = isMissing(mismatch) || mismatch.expected === 'nothing';
  const isEmpty = mismatches.filter(isMissing).length >= mostMissing;
  const what = isAnother ? 'another row' : `${aspect}: ${changeOf(mismatch)}`;
  const symptoms = [what, error, becomingOf(mismatch)];
  // Where none of several answers holds what it should, nothing that they say can be relied on.
  const unreliable = mismatch.path === 'the bodies' ? operations.map(anythingOf) : [];
  return {
    shown: setOf(...symptoms, operation, isEmpty && 'no members', ...unreliable),
    explainable: setOf(
      ...symptoms,
      change,
      changeNamedBy(mismatch),
      isVague && operation,
      isUncertain && 'no members',
      anythingOf(operation),
    ),
  };
}

/** The operation of a request that a path names: `status of PUT /todos`. */
function operationNamedBy(path: string): string | undefined {
  const [, method = '', target] = / ([A-Z]+) (\/\S*)/.exec(path) ?? [];
  return target === undefined ? undefined : nameOperation(method, new URL(target, 'http://target'));
}

/** What is found in the target may be said with the request that brought it about. */
function changeNamedBy({ path }: Mismatch): string | undefined {
  const [, status] = /^the list after .* → (\d+)$/.exec(path) ?? [];
  return status && `after ${operationNamedBy(path)}: ${status}`;
}

const anythingOf = (operation: string) => `${operation}: anything`;

/**
 * An error is the same wherever it comes from. A success where an error was due is a matter of one
 * operation, and of all requests to it, unless others were answered as they should be: it goes on
 * all the same, and may change rows or find another error.
 */
function describeStatus(
  { path, expected, observed }: Mismatch,
  { operation: lastOperation, change, held }: Context,
): Omit<Symptoms, 'seenIn'> {
  const operation = operationNamedBy(path) ?? lastOperation;
  const isError = Number(observed) >= 400;
  const isDue = /^(2|a success)/.test(expected);
  const isLetThrough = !isError && !isDue;
  const symptom = isError ? `status: ${observed}` : `${operation}: ${observed}`;
  const missed = `${operation}: not ${expected}`;
  const isGeneral = !isLetThrough || !held.has(operation);
  return {
    shown: setOf(
      operation,
      isGeneral && symptom,
      (isLetThrough || (isError && isDue)) && change,
      isLetThrough && isGeneral && missed,
    ),
    explainable: setOf(symptom, missed, change),
    letThrough: isLetThrough ? { operation, due: expected } : undefined,
  };
}

function setOf(...symptoms: readonly (string | false | undefined)[]): Set<string> {
  return new Set(symptoms.flatMap((one) => one || []));
}

/** Two numbers that recur are the same mismatch, whatever it is called. */
function becomingOf({ expected, observed }: Mismatch): string | undefined {
  const [from, to] = [readValue(expected), readValue(observed)];
  if (typeof from !== 'number' || typeof to !== 'number') return undefined;
  return Math.abs(to - from) > 1 ? `${from} became ${to}` : undefined;
}

/** The member's name or the header's; a part of the answer as a whole has none. */
function aspectOf(path: string): string {
  const [place = '', ...members] = path.replace(/\[[^\]]*\]|\([^)]*\)/g, '').split('.');
  if (members.length > 0) return (members.at(-1) ?? '').split(' ')[0] ?? '';
  if (/^status/.test(place)) return 'status';
  if (place.startsWith('header ')) return place;
  if (place.startsWith('the envelope')) return 'envelope';
  return /^the (list$|pages|other)/.test(place) ? 'list' : 'whole';
}

/** As `describeUnreadable` says it. */
const unreadable = /^a body .*not readable as JSON/;

/** In what the observed value differs from the one that was expected. */
function changeOf({ expected, observed }: Mismatch): string {
  const [from, to] = [readValue(expected), readValue(observed)];
  if (unreadable.test(observed)) return isCutShort(observed) ? 'cut short' : 'not JSON';
  if (typeof from === 'number' && typeof to === 'number') return compareNumbers(from, to);
  if (typeof from === 'string' && typeof to === 'string') return compareTexts(from, to);
  return kindOf(to);
}

function compareNumbers(expected: number, observed: number): string {
  if (observed === 0) return 'zero';
  if (observed === -expected) return 'the other sign';
  return 'another number';
}

function compareTexts(expected: string, observed: string): string {
  if (observed === '') return 'an empty text';
  if (expected.startsWith(observed) || expected.endsWith(observed)) return 'a part of the text';
  return 'another text';
}

/** The value that was rendered; of one that was cut, the kind is known by its beginning. */
function readValue(rendered: string): unknown {
  if (rendered === 'nothing') return undefined;
  try {
    return JSON.parse(rendered);
  } catch {
    // Words of our own stand for a text: that of a body which is no JSON.
    return rendered.startsWith('{') ? {} : rendered.startsWith('[') ? [] : rendered;
  }
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  return Array.isArray(value) ? 'an array' : `of type ${typeof value}`;
}
