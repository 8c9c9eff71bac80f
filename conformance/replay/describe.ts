/** What a replay prints: each case with its requests, and what has become of the failure. */
import { describeMismatch } from '../outcomes.js';
import type { CaseResult } from '../report/model.js';
import { pathAndQueryOf } from '../report/queries.js';
import type { Case } from '../verdict/case.js';

/** How a replay ends. */
interface ReplayConclusion {
  readonly sentence: string;
  readonly exitCode: 0 | 1 | 3;
}

/** A case of the replay in lines of text. */
export function describeReplay(one: Case, before: readonly CaseResult[]): string {
  const row = one.row === undefined ? '' : ` (${one.row})`;
  const earlier = before.find((other) => isSameCase(one, other));
  const was = earlier === undefined ? '' : `, was ${earlier.verdict}`;
  return [
    `\n${one.feature}:${one.line} ${one.scenario}${row}, on ${one.server}: ${one.verdict}${was}`,
    ...one.exchanges.map(
      ({ request, response }) =>
        `  ${request.method} ${pathAndQueryOf(request.url)} → ${response === null ? 'no answer' : response.status}`,
    ),
    ...reasonsOf(one).map((reason) => `    ${reason}`),
  ].join('\n');
}

function isSameCase(one: Case, other: CaseResult): boolean {
  return one.server === other.server && one.feature === other.feature && one.line === other.line;
}

function reasonsOf({ reason, mismatches }: Case): readonly string[] {
  return reason === null ? mismatches.map(describeMismatch) : [reason];
}

/**
 * What has become of a failure.
 *
 * @param again the cases as they came out now
 * @param before those that had gone wrong
 */
export function concludeReplay(
  again: readonly Case[],
  before: readonly CaseResult[],
): ReplayConclusion {
  const failed = again.filter(({ verdict }) => verdict === 'fail');
  if (failed.length > 0) {
    const isSame = failed.some((one) =>
      before.some((other) => isSameCase(one, other) && hasSamePlaces(one, other)),
    );
    const how = isSame ? 'in the same way' : 'but in another way than before';
    return { sentence: `Still broken, ${how}.`, exitCode: 1 };
  }
  const open = again.find(({ verdict }) => verdict !== 'pass');
  if (open === undefined && again.length > 0) {
    return { sentence: 'Fixed: every case holds.', exitCode: 0 };
  }
  const [reason = 'no case could be run'] = open === undefined ? [] : reasonsOf(open);
  return { sentence: `Cannot say: ${reason}`, exitCode: 3 };
}

/** Counts and ids differ from run to run; where something is wrong does not. */
function hasSamePlaces(one: Case, other: CaseResult): boolean {
  const places = new Set(other.mismatches.map(({ path }) => path));
  return one.mismatches.some(({ path }) => places.has(path));
}
