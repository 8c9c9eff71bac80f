/**
 * Symptoms: what mismatches show to be wrong, independently of row and value. Two cases with a
 * common symptom can have one cause in the target: a price of 10 instead of 9.5 is `price: another
 * number`, both in the answer to a create and in a list.
 */

import { isSafe } from '../http/exchange.js';
import { type Expected, isAbsent, type RecordedMismatch, typeOf } from '../mismatches/mismatch.js';
import type { AddressedCase, AddressedExchange } from './addressed-case.js';
import {
  aspectOf,
  becomingOf,
  changeOf,
  compareTexts,
  isContainer,
  isOfId,
  isOfValue,
  isOther,
  isUsualValue,
  otherText,
  valueIn,
} from './aspects.js';
import { splitExchanges } from './case.js';
import { contextOf, type DecisiveRequests, nameChange } from './decisive-requests.js';
import { namesRow, resourceOf } from './operations.js';
import type { RunFacts } from './run-facts.js';
import { namesAbsentRow, showsSharedId, usesSharedId } from './shared-ids.js';

/** The symptoms of one mismatch. */
export interface Symptoms {
  /** The case with the mismatch. */
  readonly seenIn: AddressedCase;
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
  /** What every error of the target lacks. */
  readonly lackOfErrors?: string | undefined;
}

/** The operation of a request that should have been rejected, and the due status. */
export interface LetThrough {
  readonly operation: string;
  readonly due: Expected;
}

/** Returns the symptoms of each mismatch in the failed cases of a requirement. */
export function symptomsOfFailures(
  cases: readonly AddressedCase[],
  { sharedIds, succeeded, errorForm }: RunFacts,
): readonly Symptoms[] {
  const passed = cases.filter(({ verdict }) => verdict === 'pass');
  const rejected = new Set(passed.flatMap(({ exchanges }) => exchanges.flatMap(rejectedOperation)));
  const held = new Set(passed.map((one) => contextOf(one).operation));
  return cases.flatMap((one) => {
    const { verdict, mismatches } = one;
    if (verdict !== 'fail') return [];
    const operations = one.exchanges.map(({ operation }) => operation);
    const isRowAbsent = namesAbsentRow(one);
    const context = {
      ...contextOf(one),
      ...{ rejected, held, succeeded, mismatches, operations, isRowAbsent },
      exchanges: one.exchanges,
    };
    const hasSharedId = usesSharedId(one, sharedIds);
    const isOfSharedId = hasSharedId && !isRowAbsent;
    const { operation, changedBy, change } = context;
    const isAfterChange = operation !== changedBy && !changedBy?.startsWith('POST ');
    return mismatches.map((mismatch) => {
      const { shown, explainable, letThrough } = describe(mismatch, context);
      if (isOfSharedId && !isAltered(mismatch)) explainable.add(sharedId);
      if (showsSharedId(one)) shown.add(sharedId);
      const isOtherError = isOfOtherError(mismatch);
      const onlyAfter = isAfterChange && isOther(mismatch, mismatches) ? change : undefined;
      const lackOfErrors = errorForm.lackIn(mismatch, exchangeOf(mismatch, one));
      const found = { shown, onlyAfter, explainable, letThrough, isOtherError, hasSharedId };
      return { seenIn: one, ...found, lackOfErrors };
    });
  });
}

/** Returns the symptoms that explain a failed preparation. */
export function symptomsOfBlockage(one: AddressedCase, { sharedIds }: RunFacts): Symptoms {
  const { error, change, answer, operation, isMissed } = contextOf(one);
  const hasSharedId = usesSharedId(one, sharedIds);
  const unread = one.mismatches.flatMap(({ observed }) =>
    observed.is === 'unreadable' ? `whole: ${observed.how}` : [],
  );
  const explainable = setOf(
    ...[error, answer, change, lossAfter(change), ...unread, lackIn(one)],
    hasSharedId && sharedId,
    isMissed && wrongIdOf(operation),
  );
  return { seenIn: one, shown: new Set(), explainable, isOtherError: false, hasSharedId };
}

/** The symptom of a value that the answer to a preparation lacks, as other cases show it. */
export function lackIn({ mismatches, exchanges }: AddressedCase): string | undefined {
  const lack = mismatches.find(isAbsent);
  const last = exchanges.at(-1);
  if (lack === undefined || last === undefined) return undefined;
  return `${memberIn(lack, last.operation)}: ${changeOf(lack, [lack])}`;
}

/** An id belongs to its resource; other members of the same name may be written by the same code. */
function memberIn(mismatch: RecordedMismatch, operation: string): string {
  return isOfId(mismatch) ? `id of ${resourceOf(operation)}` : aspectOf(mismatch);
}

/** Whether a mismatch is one between two error statuses. */
function isOfOtherError({ place, expected, observed }: RecordedMismatch): boolean {
  if (place.part !== 'status' || expected.is !== 'status' || expected.isExcluded) return false;
  const due = Number(expected.statuses[0]);
  return due >= 400 && due < 500 && Number(valueIn(observed)) >= 400;
}

const sharedId = 'an id of several rows';

/** Whether a text is still recognizable, so that it is not that of another row. */
function isAltered({ expected, observed }: RecordedMismatch): boolean {
  const [from, to] = [valueIn(expected), valueIn(observed)];
  const isText = typeof from === 'string' && typeof to === 'string' && to !== '';
  return isText && compareTexts(from, to) !== otherText;
}

/** The operation of a rejected request. */
function rejectedOperation({ operation, response }: AddressedExchange): string[] {
  return response !== null && response.status >= 400 ? [operation] : [];
}

/** The number of missing members from which the answer is something else altogether. */
const mostMissing = 3;

/** The context of a mismatch. */
interface Context extends DecisiveRequests {
  /** Operations that were rejected in passed cases of the requirement. */
  readonly rejected: ReadonlySet<string>;
  /** Decisive operations of the passed cases of the requirement. */
  readonly held: ReadonlySet<string>;
  /** Operations that succeeded in some case of the run. */
  readonly succeeded: ReadonlySet<string>;
  /** All mismatches of the case. */
  readonly mismatches: readonly RecordedMismatch[];
  /** All operations of the case. */
  readonly operations: readonly string[];
  /** Whether a read has found nothing under the id of the decisive request. */
  readonly isRowAbsent: boolean;
  readonly exchanges: readonly AddressedExchange[];
}

/** The sets of symptoms of one mismatch. */
interface Description {
  readonly shown: Set<string>;
  readonly explainable: Set<string>;
  readonly letThrough?: LetThrough;
}

function describe(mismatch: RecordedMismatch, context: Context): Description {
  const { operations, error, change, mismatches } = context;
  const { part } = mismatch.place;
  const aspect = aspectOf(mismatch);
  if (mismatch.kind === 'text') return describeText(context);
  if (part === 'status') return describeStatus(mismatch, context);
  const operation = operationOfAnswer(mismatch, context);
  const isId = isOfId(mismatch);
  const isAnother = isId && mismatches.some((one) => !isOfId(one));
  const isVague = aspect === 'list' || (aspect === 'whole' && isAbsent(mismatch));
  const isUncertain = isAbsent(mismatch) || mismatch.kind === 'extra';
  const missing = new Set(mismatches.filter(isAbsent).map(aspectOf));
  const isEmpty = missing.size >= mostMissing;
  const member = memberIn(mismatch, operation);
  const what = isAnother ? 'another row' : `${member}: ${changeOf(mismatch, mismatches)}`;
  const knownText = originOfText(mismatch, context);
  const whatOfText = knownText && `${what} ${knownText}`;
  const whatOfUnusual = `${what}, for an unusual value`;
  const isUsual = isUsualValue(mismatch.expected);
  // Other answers of the operation had what is missing here, or a value of the due type.
  const isOtherType = isOfOtherType(mismatch);
  const isOccasional = isOtherType && context.held.has(operation);
  // A header can be wrong in any answer, and the end of a list can be rejected, so the status of a
  // rejection explains neither a header nor a list. No answer with 5XX is due.
  const isOfRejection = part === 'header' && context.status < 500;
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
  const unreliable = part === 'answers' ? operations.map(anythingOf) : [];
  return {
    shown: setOf(
      ...symptoms,
      isUsual !== false && what,
      whatOfText,
      whatOfUnusual,
      !isOccasional && !isOfValue(mismatch) && operation,
      isId && !isAbsent(mismatch) && wrongIdOf(operation),
      isEmpty && 'no members',
      isEmpty && isOfChange(mismatch, context) && anythingOf(operation),
      ...unreliable,
    ),
    explainable: setOf(
      ...symptoms,
      changeNamedBy(mismatch, context) ?? (isEffect && change),
      isEffect && (isUncertain || isVague) && lossAfter(change),
      isVague && operation,
      ...(isGone ? [] : ofTheAnswer),
      acceptanceOf(context),
    ),
  };
}

/** Words of an author tell nothing, but the decisive answer may be a known failure. */
function describeText(context: Context): Description {
  const explainable = setOf(context.error, acceptanceOf(context), anythingOf(context.operation));
  return { shown: new Set(), explainable };
}

/** Whether the observed value cannot be a single value, as other answers have it. */
function isOfOtherType({ observed }: RecordedMismatch): boolean {
  if (observed.is !== 'value') return false;
  return (
    observed.value === undefined || observed.value === null || isContainer(typeOf(observed.value))
  );
}

/**
 * A success in place of an error lacks whatever that error contains; undefined when the decisive
 * answer is an error.
 */
function acceptanceOf({ request, answer, error }: DecisiveRequests): string | undefined {
  return error === undefined && request !== undefined ? `${answer} to ${request}` : undefined;
}

/** Where a text comes from that is in place of the expected one; undefined when nothing tells. */
function originOfText(mismatch: RecordedMismatch, context: Context): string | undefined {
  if (isSent(mismatch, context)) return 'that was sent';
  return isEarlier(mismatch, context) ? 'that it had before' : undefined;
}

/**
 * Whether a text, in place of the expected one, is that of the last change, which should not be seen
 * here.
 */
function isSent({ expected, observed }: RecordedMismatch, { sent }: Context): boolean {
  return isTextIn(sent, observed) && !isTextIn(sent, expected);
}

/** Whether a value is a text that a body contains. */
function isTextIn(body: string, side: Expected | RecordedMismatch['observed']): boolean {
  const value = valueIn(side);
  return typeof value === 'string' && body.includes(JSON.stringify(value));
}

/** A wrong id in an answer: nothing, or another row, is found under it. */
const wrongIdOf = (operation: string) => `a wrong id of ${resourceOf(operation)}`;

/** Whether a text, in place of the expected one, is one that the same row had before. */
function isEarlier({ expected, observed }: RecordedMismatch, { sentBefore }: Context): boolean {
  return sentBefore.some((body) => isTextIn(body, observed) && !isTextIn(body, expected));
}

/**
 * Whether several members have texts that have nothing in common with the expected ones, nor with
 * those that the row had before.
 */
function showsAnotherRow(context: Context): boolean {
  const { mismatches } = context;
  const isReplaced = (one: RecordedMismatch) =>
    changeOf(one, mismatches) === otherText && !isEarlier(one, context);
  return new Set(mismatches.filter(isReplaced).map(aspectOf)).size > 1;
}

/** The exchange that shows a mismatch, where it names one. */
function namedExchange({ exchange = -1 }: RecordedMismatch, { exchanges }: Context) {
  return exchanges[exchange];
}

/** The exchange that shows a mismatch. */
function exchangeOf({ exchange }: RecordedMismatch, one: AddressedCase) {
  return exchange === undefined ? splitExchanges(one).decisive : one.exchanges[exchange];
}

/** Whether the answer to a change shows a mismatch itself. */
function isOfChange(mismatch: RecordedMismatch, context: Context): boolean {
  const shown = namedExchange(mismatch, context);
  const isDecisive = shown === undefined && context.operation === context.changedBy;
  return isDecisive || (shown !== undefined && !isSafe(shown.request.method));
}

/** The operation whose answer differs. */
function operationOfAnswer(mismatch: RecordedMismatch, context: Context): string {
  return namedExchange(mismatch, context)?.operation ?? context.operation;
}

/** The change that a mismatch of a list names as its cause. */
function changeNamedBy({ after = -1 }: RecordedMismatch, { exchanges }: Context) {
  const change = exchanges[after];
  return change && nameChange(change);
}

/** A change after which a row is no longer found; this explains no wrong value of another answer. */
const lossAfter = (change: string | undefined) => change && `an error ${change}`;

const anythingOf = (operation: string) => `${operation}: anything`;

/**
 * The symptoms of a wrong status. An error status is the same symptom at every operation. A success
 * in place of an error is a symptom of its operation: it covers all requests to the operation, unless
 * passed cases show rejected requests. Unlike a redirected request, an accepted request may have
 * changed rows.
 */
function describeStatus(mismatch: RecordedMismatch, context: Context): Description {
  const { expected } = mismatch;
  const { hasHeld } = context;
  const shown = namedExchange(mismatch, context);
  const operation = shown?.operation ?? context.operation;
  const observed = Number(valueIn(mismatch.observed));
  const change = shown === undefined ? context.change : nameChange(shown);
  const isError = observed >= 400;
  const isDue = isSuccessDue(expected);
  const isLetThrough = observed >= 200 && observed < 300 && !isDue;
  const isOfItself = isError && isDue && operation === context.changedBy;
  // A list or a page may be rejected whatever was changed before.
  const isOfChange = hasHeld || isOfItself || namesRow(operation);
  const symptom = isError ? `status: ${observed}` : `${operation}: ${observed}`;
  const isOwn = isError && isDue && context.succeeded.has(operation);
  const own = `${operation}: ${observed} where a success is due`;
  const missed = `${operation}: not ${statusesIn(expected)}`;
  const isGeneral = !isLetThrough || !context.rejected.has(operation);
  const described = {
    shown: setOf(
      !context.held.has(operation) && operation,
      isGeneral && symptom,
      isError && isDue && own,
      (isLetThrough || isOfItself) && change,
      isError && isDue && isOfChange && lossAfter(change),
      isLetThrough && isGeneral && missed,
      shown === undefined && isLetThrough && acceptanceOf(context),
    ),
    explainable: setOf(
      isOwn ? own : symptom,
      missed,
      // Another success than the due one is not an effect of an earlier request.
      (isError || !isDue) && change,
      isError && lossAfter(change),
      observed === 404 && !context.isRowAbsent && wrongIdOf(operation),
    ),
  };
  return isLetThrough ? { ...described, letThrough: { operation, due: expected } } : described;
}

/** Whether a success is due: the first of the due statuses is one. */
function isSuccessDue(expected: Expected): boolean {
  if (expected.is !== 'status' || expected.isExcluded) return false;
  return expected.statuses[0]?.startsWith('2') ?? false;
}

/** The due statuses, which are the same symptom in every case. */
function statusesIn(expected: Expected): string {
  if (expected.is !== 'status') return 'as expected';
  return `${expected.isExcluded ? 'none of ' : ''}${expected.statuses.join()}`;
}

function setOf(...symptoms: readonly (string | false | undefined)[]): Set<string> {
  return new Set(symptoms.flatMap((one) => one || []));
}
