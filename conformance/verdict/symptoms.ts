/**
 * Symptoms: what mismatches show to be wrong, independently of row and value. Two cases with a
 * common symptom can have one cause in the target: a price of 10 instead of 9.5 is `price: another
 * number`, both in the answer to a create and in a list.
 */

import type { DescribedExchange } from '../http/described-exchange.js';
import type { Case } from './case.js';
import { contextOf, type DecisiveRequests, isSuccess } from './decisive-requests.js';
import {
  aspectOf,
  becomingOf,
  changeOf,
  compareTexts,
  isOfValue,
  isOther,
  isUsualValue,
  otherText,
  readValue,
  unreadable,
  unreadableAs,
} from './mismatch-kind.js';
import { nameOperation, namesRow, operationOf, resourceOf } from './operations.js';
import type { Mismatch } from './outcomes.js';
import { findSharedIds, namesAbsentRow, showsSharedId, usesSharedId } from './shared-ids.js';

/** The symptoms of one mismatch. */
export interface Symptoms {
  /** The case with the mismatch. */
  readonly seenIn: Case;
  /** Symptoms of the target, which other cases may show, too. */
  readonly shown: ReadonlySet<string>;
  /**
   * The change before a read that shows another value altogether, unless it created the row: only
   * cases with the same change can have the same cause.
   */
  readonly onlyAfter?: string | undefined;
  /** Symptoms that explain the mismatch when another case shows them. */
  readonly explainable: ReadonlySet<string>;
  /** A success in place of the due error. */
  readonly letThrough?: LetThrough | undefined;
  /** Whether an error came with another status than the due one. */
  readonly isOtherError: boolean;
  /** Whether the case meets an id that the target gave to several rows. */
  readonly hasSharedId: boolean;
}

/** The operation of a request that should have been rejected, and the due status. */
export interface LetThrough {
  readonly operation: string;
  readonly due: string;
}

/** Facts about the target, which all cases of a run show together. */
export interface RunFacts {
  /** Ids that the target gave to several rows. */
  readonly sharedIds: ReadonlySet<string>;
  /** Operations that were answered with a success at least once. */
  readonly succeeded: ReadonlySet<string>;
}

/** Collects the facts of a run from all its cases. */
export function findFacts(cases: readonly Case[]): RunFacts {
  const exchanges = cases.flatMap((one) => one.exchanges);
  return {
    sharedIds: findSharedIds(cases),
    succeeded: new Set(exchanges.filter(isSuccess).map(operationOf)),
  };
}

/** Returns the symptoms of each mismatch in the failed cases of a requirement. */
export function symptomsOfFailures(
  cases: readonly Case[],
  { sharedIds, succeeded }: RunFacts,
): readonly Symptoms[] {
  const passed = cases.filter(({ verdict }) => verdict === 'pass');
  const rejected = new Set(passed.flatMap(({ exchanges }) => exchanges.flatMap(rejectedOperation)));
  const held = new Set(passed.map((one) => contextOf(one).operation));
  return cases.flatMap((one) => {
    const { verdict, mismatches } = one;
    if (verdict !== 'fail') return [];
    const operations = one.exchanges.map(operationOf);
    const isAbsent = namesAbsentRow(one);
    const context = {
      ...contextOf(one),
      rejected,
      held,
      succeeded,
      mismatches,
      operations,
      isAbsent,
    };
    const hasSharedId = usesSharedId(one, sharedIds);
    const isOfSharedId = hasSharedId && !isAbsent;
    const { operation, changedBy, change } = context;
    const isAfterChange = operation !== changedBy && !changedBy?.startsWith('POST ');
    return mismatches.map((mismatch) => {
      const { shown, explainable, letThrough } = describe(mismatch, context);
      if (isOfSharedId && !isAltered(mismatch)) explainable.add(sharedId);
      if (showsSharedId(one)) shown.add(sharedId);
      const isOtherError = isOfOtherError(mismatch);
      const onlyAfter = isAfterChange && isOther(mismatch, mismatches) ? change : undefined;
      return { seenIn: one, shown, onlyAfter, explainable, letThrough, isOtherError, hasSharedId };
    });
  });
}

/** Returns the symptoms that explain a failed preparation. */
export function symptomsOfBlockage(one: Case, { sharedIds }: RunFacts): Symptoms {
  const { error, change, answer, operation, isMissed } = contextOf(one);
  const hasSharedId = usesSharedId(one, sharedIds);
  const unread = unreadable.test(one.reason ?? '') && `whole: ${unreadableAs(one.reason ?? '')}`;
  const explainable = setOf(
    ...[error, answer, change, lossAfter(change), unread, lackIn(one)],
    hasSharedId && sharedId,
    isMissed && wrongIdOf(operation),
  );
  return { seenIn: one, shown: new Set(), explainable, isOtherError: false, hasSharedId };
}

/** The symptom of a value that the answer to a preparation lacks, as other cases show it. */
export function lackIn({ reason, exchanges }: Case): string | undefined {
  const [, path] = /^(.+): expected a value, observed nothing$/.exec(reason ?? '') ?? [];
  const last = exchanges.at(-1);
  if (path === undefined || last === undefined) return undefined;
  const lack = { path, expected: 'a value', observed: 'nothing' };
  return `${memberOf(path, operationOf(last))}: ${changeOf(lack, [lack])}`;
}

/** An id belongs to its resource; other members of the same name may be written by the same code. */
function memberOf(path: string, operation: string): string {
  const aspect = aspectOf(path);
  return aspect === 'id' ? `id of ${resourceOf(operation)}` : aspect;
}

/** Whether a mismatch is one between two error statuses. */
function isOfOtherError({ path, expected, observed }: Mismatch): boolean {
  return aspectOf(path) === 'status' && /^4\d\d/.test(expected) && /^[45]\d\d/.test(observed);
}

const sharedId = 'an id of several rows';

/** Whether a text is still recognizable, so that it is not that of another row. */
function isAltered({ expected, observed }: Mismatch): boolean {
  const [from, to] = [readValue(expected), readValue(observed)];
  const isText = typeof from === 'string' && typeof to === 'string' && to !== '';
  return isText && compareTexts(from, to) !== otherText;
}

/** The operation of a rejected request. */
function rejectedOperation(exchange: DescribedExchange): string[] {
  const { response } = exchange;
  return response !== null && response.status >= 400 ? [operationOf(exchange)] : [];
}

/** The number of missing members from which the answer is something else altogether. */
const mostMissing = 3;

const isMissing = ({ observed }: Mismatch) => observed === 'nothing';

/** The context of a mismatch. */
interface Context extends DecisiveRequests {
  /** Operations that were rejected in passed cases of the requirement. */
  readonly rejected: ReadonlySet<string>;
  /** Decisive operations of the passed cases of the requirement. */
  readonly held: ReadonlySet<string>;
  /** Operations that succeeded in some case of the run. */
  readonly succeeded: ReadonlySet<string>;
  /** All mismatches of the case. */
  readonly mismatches: readonly Mismatch[];
  /** All operations of the case. */
  readonly operations: readonly string[];
  /** Whether a read has found nothing under the id of the decisive request. */
  readonly isAbsent: boolean;
}

/** The sets of symptoms of one mismatch. */
interface Description {
  readonly shown: Set<string>;
  readonly explainable: Set<string>;
  readonly letThrough?: LetThrough;
}

function describe(mismatch: Mismatch, context: Context): Description {
  const { operations, error, change, mismatches } = context;
  const aspect = aspectOf(mismatch.path);
  if (aspect === 'status') return describeStatus(mismatch, context);
  const operation = operationOfAnswer(mismatch, context);
  const isAnother = aspect === 'id' && mismatches.length > 1;
  const isVague = aspect === 'list' || (aspect === 'whole' && isMissing(mismatch));
  const isUncertain = isMissing(mismatch) || mismatch.expected === 'nothing';
  const missing = new Set(mismatches.filter(isMissing).map(({ path }) => aspectOf(path)));
  const isEmpty = missing.size >= mostMissing;
  const member = memberOf(mismatch.path, operation);
  const what = isAnother ? 'another row' : `${member}: ${changeOf(mismatch, mismatches)}`;
  const knownText = originOfText(mismatch, context);
  const whatOfText = knownText && `${what} ${knownText}`;
  const whatOfUnusual = `${what}, for an unusual value`;
  const isUsual = isUsualValue(mismatch.expected);
  // Other answers of the operation had what is missing here, or a value of the due type.
  const isOtherType = /^(nothing|null|[[{])/.test(mismatch.observed);
  const isOccasional = isOtherType && context.held.has(operation);
  // A header can be wrong in any answer, and the end of a list can be rejected, so the status of a
  // rejection explains neither a header nor a list. No answer with 5XX is due.
  const isOfRejection = aspect.startsWith('header ') && !/ 5\d\d/.test(error ?? '');
  const isApart = isOfRejection || (isVague && context.isOneOfSeveral);
  const symptoms = [!isApart && error, becomingOf(mismatch)];
  // A row that was read before is gone because of what came in between.
  const isGone = isEmpty && context.hasHeld && operation !== context.changedBy;
  // The answer to a change does not show its effect.
  const isEffect = operation !== context.changedBy && !context.isLaterEffect;
  const ofTheAnswer = [
    whatOfText ?? what,
    isUsual !== true && whatOfUnusual,
    (isEmpty || showsAnotherRow(context)) && wrongIdOf(operation),
    isUncertain && 'no members',
    anythingOf(operation),
  ];
  // When none of several answers is right, none of them is reliable.
  const unreliable = mismatch.path === 'the bodies' ? operations.map(anythingOf) : [];
  return {
    shown: setOf(
      ...symptoms,
      isUsual !== false && what,
      whatOfText,
      whatOfUnusual,
      !isOccasional && !isOfValue(mismatch) && operation,
      aspect === 'id' && !isMissing(mismatch) && wrongIdOf(operation),
      isEmpty && 'no members',
      isEmpty && isOfAnswer(mismatch) && anythingOf(operation),
      ...unreliable,
    ),
    explainable: setOf(
      ...symptoms,
      changeNamedBy(mismatch) ?? (isEffect && change),
      isEffect && (isUncertain || isVague) && lossAfter(change),
      isVague && operation,
      ...(isGone ? [] : ofTheAnswer),
      acceptanceOf(context),
    ),
  };
}

/**
 * A success in place of an error lacks whatever that error contains; undefined when the decisive
 * answer is an error.
 */
function acceptanceOf({ request, answer, error }: DecisiveRequests): string | undefined {
  return error === undefined && request !== undefined ? `${answer} to ${request}` : undefined;
}

/** Where a text comes from that is in place of the expected one; undefined when nothing tells. */
function originOfText(mismatch: Mismatch, context: Context): string | undefined {
  if (isSent(mismatch, context)) return 'that was sent';
  return isEarlier(mismatch, context) ? 'that it had before' : undefined;
}

/**
 * Whether a text, in place of the expected one, is that of the last change, which should not be seen
 * here.
 */
function isSent({ expected, observed }: Mismatch, { sent }: Context): boolean {
  return observed.startsWith('"') && sent.includes(observed) && !sent.includes(expected);
}

/** A wrong id in an answer: nothing, or another row, is found under it. */
const wrongIdOf = (operation: string) => `a wrong id of ${resourceOf(operation)}`;

/** Whether a text, in place of the expected one, is one that the same row had before. */
function isEarlier({ expected, observed }: Mismatch, { sentBefore }: Context): boolean {
  const isIn = (body: string) => body.includes(observed) && !body.includes(expected);
  return observed.startsWith('"') && sentBefore.some(isIn);
}

/**
 * Whether several members have texts that have nothing in common with the expected ones, nor with
 * those that the row had before.
 */
function showsAnotherRow(context: Context): boolean {
  const { mismatches } = context;
  const isReplaced = (one: Mismatch) =>
    changeOf(one, mismatches) === otherText && !isEarlier(one, context);
  return new Set(mismatches.filter(isReplaced).map(({ path }) => aspectOf(path))).size > 1;
}

/** Whether a path means the answer to the last change: `the answer to an update.name`. */
const isOfAnswer = ({ path }: Mismatch) => path.startsWith('the answer');

/** The operation whose answer differs. */
function operationOfAnswer(mismatch: Mismatch, { operation, changedBy }: Context): string {
  return isOfAnswer(mismatch) ? (changedBy ?? operation) : operation;
}

/** The operation of a request that a path names: `status of PUT /todos`. */
function operationNamedBy(path: string): string | undefined {
  const [, method = '', target] = / ([A-Z]+) (\/\S*)/.exec(path) ?? [];
  return target === undefined ? undefined : nameOperation(method, new URL(target, 'http://target'));
}

/** The change that the path of a mismatch names as its cause. */
function changeNamedBy({ path }: Mismatch): string | undefined {
  const [, status] = /^the list after .* → (\d+)$/.exec(path) ?? [];
  return status && `after ${operationNamedBy(path)}: ${status}`;
}

/** A change after which a row is no longer found; this explains no wrong value of another answer. */
const lossAfter = (change: string | undefined) => change && `an error ${change}`;

const anythingOf = (operation: string) => `${operation}: anything`;

/**
 * The symptoms of a wrong status. An error status is the same symptom at every operation. A success
 * in place of an error is a symptom of its operation, for all requests to it unless passed cases show
 * rejected ones; such a request is processed, unlike one that is redirected, and may change rows.
 */
function describeStatus(mismatch: Mismatch, context: Context): Description {
  const { path, expected, observed } = mismatch;
  const { hasHeld } = context;
  const named = operationNamedBy(path);
  const operation = named ?? context.operation;
  const change = named === undefined ? context.change : `after ${named}: ${observed}`;
  const isError = Number(observed) >= 400;
  const isDue = /^(2|a success)/.test(expected);
  const isLetThrough = /^2/.test(observed) && !isDue;
  const isOfItself = isError && isDue && operation === context.changedBy;
  // A list or a page may be rejected whatever was changed before.
  const isOfChange = hasHeld || isOfItself || namesRow(operation);
  const symptom = isError ? `status: ${observed}` : `${operation}: ${observed}`;
  const isOwn = isError && isDue && context.succeeded.has(operation);
  const own = `${operation}: ${observed} where a success is due`;
  const missed = `${operation}: not ${expected}`;
  const isGeneral = !isLetThrough || !context.rejected.has(operation);
  const described = {
    shown: setOf(
      !context.held.has(operation) && operation,
      isGeneral && symptom,
      isError && isDue && own,
      (isLetThrough || isOfItself) && change,
      isError && isDue && isOfChange && lossAfter(change),
      isLetThrough && isGeneral && missed,
      named === undefined && isLetThrough && acceptanceOf(context),
    ),
    explainable: setOf(
      isOwn ? own : symptom,
      missed,
      // Another success than the due one is not an effect of an earlier request.
      (isError || !isDue) && change,
      isError && lossAfter(change),
      observed === '404' && !context.isAbsent && wrongIdOf(operation),
    ),
  };
  return isLetThrough ? { ...described, letThrough: { operation, due: expected } } : described;
}

function setOf(...symptoms: readonly (string | false | undefined)[]): Set<string> {
  return new Set(symptoms.flatMap((one) => one || []));
}
