/** The conclusion of a run: one sentence and one exit code. */

import { countOf, firstLineOf, nameFirst } from '../../kit/words.js';
import type { Case, Outage } from './case.js';
import type { Verdict } from './outcomes.js';
import type { Judgement } from './tally.js';

/** The answer to the question whether the server conforms. */
export type ConformanceAnswer = 'conforms' | 'does not conform' | 'cannot say';

/** The conclusion of a run. */
export interface Conclusion {
  readonly answer: ConformanceAnswer;
  /** The answer with its reason, ready to print. */
  readonly sentence: string;
  readonly exitCode: ExitCode;
}

/** A mistake in the suite or an error of the harness, which prevents a statement on the server. */
export interface Defect {
  readonly origin: 'suite' | 'harness';
  /** With the place, ready to print. */
  readonly sentence: string;
  /** The id of the requirement whose scenario met it. */
  readonly requirement: string;
}

/** The exit codes of a check, as in `--help`. */
export const exitCodes = {
  conforms: 0,
  fails: 1,
  /** Also for mistakes in the suite. */
  noTarget: 2,
  /** Nothing failed, but not everything was judged; also when the run was stopped. */
  notJudged: 3,
  defect: 4,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The input of a conclusion. */
export interface ConclusionInput {
  readonly judgements: readonly Judgement[];
  /** The scope in words: `class api, profile plain`. */
  readonly scope: string;
  /** Whether the operator selected requirements with `--only`. */
  readonly narrowed: boolean;
  readonly allowUntested: boolean;
  /** Whether the run reached its end. */
  readonly complete: boolean;
  /** The outage that ended the run; undefined when the target answered to the end. */
  readonly outage?: Outage | undefined;
  readonly startedAt: Date;
  /** Whether the run had more than one server. */
  readonly hasSeveralServers: boolean;
  readonly defects: readonly Defect[];
}

/** Draws the conclusion from the selected requirements of level `must`. */
export function conclude(input: ConclusionInput): Conclusion {
  const judged = input.judgements.filter(
    ({ selected, requirement }) => selected && requirement.level === 'must',
  );
  if (input.defects.length > 0) return concludeDefects(input.defects);
  const counts = countUp(judged);
  const { applicable, passed, known, unanswered, untested } = counts;
  const failure = concludeFailure(counts);
  if (input.outage !== undefined) return describeEnd(input, input.outage, counts);
  if (failure !== undefined) return failure;
  if (!input.complete) {
    return cannotSay(
      exitCodes.notJudged,
      `the run was stopped before its end; ${describeRest(input)}`,
    );
  }
  if (unanswered > 0) {
    const count = countOf(unanswered, 'requirement');
    return cannotSay(exitCodes.notJudged, `${count} could not be judged${describeErrors(judged)}`);
  }
  if (passed + known === 0) return cannotSay(exitCodes.notJudged, 'nothing was judged');
  if (untested > 0 && !input.allowUntested) {
    const share = `${untested} of ${countOf(applicable, 'stated requirement')}`;
    return cannotSay(exitCodes.notJudged, `${share} not tested${describeUntested(judged)}`);
  }
  if (known > 0) {
    const sentence = `The server does not conform, as expected: ${countOf(known, 'requirement')} failed.`;
    return { answer: 'does not conform', sentence, exitCode: exitCodes.conforms };
  }
  const sentence = describeSuccess(input, passed, untested);
  return { answer: 'conforms', sentence, exitCode: exitCodes.conforms };
}

function concludeDefects(defects: readonly Defect[]): Conclusion {
  const { sentence, exitCode } = worstDefect(defects);
  return cannotSay(exitCode, sentence.replace(/\.$/, ''));
}

/**
 * The defect to report, to follow a colon, with its exit code. An error of the harness comes before
 * mistakes in the suite, which its author can fix.
 */
export function worstDefect(defects: readonly Defect[]): {
  readonly sentence: string;
  readonly exitCode: 2 | 4;
} {
  const own = defects.find(({ origin }) => origin === 'harness');
  const { sentence } = own ?? defects[0] ?? { sentence: '' };
  const clause = sentence.replace(/^./, (letter) => letter.toLowerCase());
  return { sentence: clause, exitCode: own === undefined ? exitCodes.noTarget : exitCodes.defect };
}

type Counts = ReturnType<typeof countUp>;

/**
 * Counts verdicts. A known failure excuses what it blocks; a known failure that passes is stale.
 */
function countUp(judged: readonly Judgement[]) {
  const count = (verdicts: readonly Verdict[], expected: boolean) =>
    judged.filter(
      (one) => verdicts.includes(one.verdict) && (one.expected !== undefined) === expected,
    ).length;
  const all = (verdict: Verdict) => count([verdict], true) + count([verdict], false);
  const failures = judged.filter(({ verdict }) => verdict === 'fail' || verdict === 'unstable');
  const knownIds = new Set(
    failures
      .filter(({ expected }) => expected !== undefined)
      .map(({ requirement }) => requirement.id),
  );
  const blocked = judged.filter(
    ({ verdict, blockedBy = '' }) => verdict === 'blocked' && !knownIds.has(blockedBy),
  );
  return {
    failed: count(['fail'], false),
    unstable: count(['unstable'], false),
    known: knownIds.size,
    stale: count(['pass'], true),
    applicable: judged.length - all('not applicable'),
    passed: all('pass'),
    untested: all('not tested'),
    unanswered: all('error') + blocked.length,
  };
}

/** Returns undefined when all failures are known and no expectation is stale. */
function concludeFailure({ failed, unstable, known, stale }: Counts): Conclusion | undefined {
  if (failed + unstable + stale === 0) return undefined;
  const parts = [
    ...(failed > 0 ? [`${countOf(failed, 'requirement')} failed`] : []),
    ...(unstable > 0 ? [`${countOf(unstable, 'requirement')} unstable`] : []),
    ...(known > 0 ? [`${countOf(known, 'requirement')} failed as expected`] : []),
    ...(stale > 0 ? [`${countOf(stale, 'requirement')} passed against expectation`] : []),
  ];
  if (failed + unstable + known === 0) {
    return {
      answer: 'cannot say',
      sentence: `Expectations are stale: ${parts.join(', ')}.`,
      exitCode: exitCodes.fails,
    };
  }
  const sentence = `The server does not conform: ${parts.join(', ')}.`;
  return { answer: 'does not conform', sentence, exitCode: exitCodes.fails };
}

/** Earlier verdicts stay valid; the exit code shows that the rest is missing. */
function describeEnd(input: ConclusionInput, outage: Outage, counts: Counts): Conclusion {
  const { failed, unstable } = counts;
  const end = `${renderOutage(input, outage)}; ${describeRest(input)}`;
  if (failed + unstable === 0) return cannotSay(exitCodes.noTarget, end);
  const failures = concludeFailure(counts)?.sentence.replace(/\.$/, '');
  return {
    answer: 'does not conform',
    sentence: `${failures}; ${end}.`,
    exitCode: exitCodes.noTarget,
  };
}

function renderOutage(
  { startedAt, hasSeveralServers }: ConclusionInput,
  { server, at, request, scenario, reason }: Outage,
): string {
  const who = hasSeveralServers ? `the server ${server}` : 'it';
  const time = `${at.slice(0, 19).replace('T', ' ')} UTC`;
  const seconds = ((Date.parse(at) - startedAt.getTime()) / 1000).toFixed(1);
  const line = `${request.method} ${new URL(request.url).pathname}`;
  const place = scenario ? ` (${scenario.requirement}, ${scenario.feature}:${scenario.line})` : '';
  return `${who} stopped answering at ${time}, ${seconds} s after the start, with ${line}${place}: ${reason}`;
}

function describeRest({ judgements }: ConclusionInput): string {
  const wanted = judgements.filter(
    ({ selected, verdict }) => selected && verdict !== 'not applicable',
  );
  const count = countNotJudged(judgements);
  if (count === 0) return 'each requirement had been judged';
  return `${count} of ${countOf(wanted.length, 'requirement')} were not judged`;
}

/** The number of selected requirements without a judgement. */
export function countNotJudged(judgements: readonly Judgement[]): number {
  const verdicts: readonly Verdict[] = ['error', 'blocked', 'not tested'];
  return judgements.filter(({ selected, verdict }) => selected && verdicts.includes(verdict))
    .length;
}

/** The most frequent reason for a missing answer. */
function describeErrors(judged: readonly Judgement[]): string {
  const open = judged.filter(
    ({ verdict, blockedBy }) =>
      verdict === 'error' || (verdict === 'blocked' && blockedBy === undefined),
  );
  return mostFrequentReason(open);
}

/** In brackets, after a blank; empty when no reason is known. */
function mostFrequentReason(judged: readonly Judgement[]): string {
  const counts = new Map<string, number>();
  for (const { reason } of judged) {
    if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  if (most === undefined) return '';
  return counts.size === 1 ? ` (${most[0]})` : ` (mostly: ${most[0]})`;
}

function describeSuccess(
  { scope, narrowed }: ConclusionInput,
  passed: number,
  untested: number,
): string {
  const isWhole = !narrowed && untested === 0;
  const count = `${isWhole ? 'all ' : ''}${countOf(passed, 'requirement')}`;
  const place = narrowed ? ' to the selected requirements' : '';
  const rest = untested > 0 ? `; ${untested} not tested` : '';
  return `The server conforms${place}: ${count} of ${scope}${scope.includes(',') ? ',' : ''} passed${rest}.`;
}

function cannotSay(exitCode: 2 | 3 | 4, reason: string): Conclusion {
  const sentence = `Touchstone cannot say whether the server conforms: ${reason}.`;
  return { answer: 'cannot say', sentence, exitCode };
}

/** The options that would have more requirements tested; without any, the most frequent reason. */
function describeUntested(judged: readonly Judgement[]): string {
  const untested = judged.filter(({ verdict }) => verdict === 'not tested');
  const options = new Set(untested.flatMap(({ option }) => option ?? []));
  const forbidden = untested.filter(({ reason }) => isReadOnlyReason(reason)).length;
  const whatFor = forbidden > 0 ? ' for the read-only requirements' : '';
  const parts = [
    ...(forbidden > 0 ? [`${forbidden} because of --read-only`] : []),
    ...(options.size > 0 ? [`give ${[...options].sort().join(', ')}${whatFor}`] : []),
  ];
  return parts.length === 0 ? mostFrequentReason(untested) : ` (${parts.join('; ')})`;
}

/** Whether a requirement was not tested because `--read-only` forbids a request. */
export function isReadOnlyReason(reason: string | null | undefined): boolean {
  return reason?.startsWith('--read-only') ?? false;
}

/** The defects that cases show; mistakes in the suite name their place themselves. */
export function defectsIn(cases: readonly Case[]): Defect[] {
  return cases.flatMap(({ origin, reason, feature, line, requirement }): Defect[] => {
    if (origin === null || origin === 'target') return [];
    if (origin === 'suite') {
      return [{ origin, sentence: `Error in the suite: ${reason}`, requirement }];
    }
    const sentence = `Internal error of Touchstone: ${feature}:${line}: ${firstLineOf(reason ?? '')}`;
    return [{ origin, sentence, requirement }];
  });
}

/** A text for each different defect, with the requirements when several met it. */
export function describeDefects(defects: readonly Defect[]): string[] {
  const met = new Map<string, Set<string>>();
  for (const { sentence, requirement } of defects) {
    met.set(sentence, (met.get(sentence) ?? new Set()).add(requirement));
  }
  return [...met].map(([sentence, ids]) =>
    ids.size === 1
      ? sentence
      : `${sentence} (${countOf(ids.size, 'requirement')}: ${nameFirst([...ids])})`,
  );
}
