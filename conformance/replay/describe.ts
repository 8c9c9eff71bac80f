/** The output of a replay: each case with its requests, and its conclusion. */
import { describeMismatches, describeRows } from '../report/mismatch-rows.js';
import type { CaseResult } from '../report/model.js';
import { pathAndQueryOf } from '../report/queries.js';
import type { Case } from '../verdict/case.js';
import {
  type Defect,
  defectsIn,
  type ExitCode,
  exitCodes,
  worstDefect,
} from '../verdict/conclusion.js';

/** The conclusion and the exit code of a replay. */
interface ReplayConclusion {
  readonly sentence: string;
  readonly exitCode: ExitCode;
}

/**
 * A case of the replay as lines of text.
 *
 * @param inFile whether its feature is a file
 */
export function describeReplay(one: Case, before: readonly CaseResult[], inFile: boolean): string {
  const place = inFile ? `${one.feature}:${one.line} ` : '';
  const row = one.row === undefined ? '' : ` (${one.row})`;
  const earlier = before.find((other) => isSameCase(one, other));
  const was = earlier === undefined ? '' : `, was ${earlier.verdict}`;
  return [
    `\n${place}${one.scenario}${row}, on ${one.server}: ${one.verdict}${was}`,
    ...one.exchanges.map(
      ({ request, response }) =>
        `  ${request.method} ${pathAndQueryOf(request.url)} → ${response === null ? 'no answer' : response.status}`,
    ),
    ...reasonsOf(one).map((reason) => `    ${reason}`),
  ].join('\n');
}

/** The line of a case changes when a comment above it does; scenario and row identify it. */
function isSameCase(one: Case, other: CaseResult): boolean {
  const isSameScenario = one.scenario === other.scenario && (one.row ?? null) === other.row;
  return one.server === other.server && isSameScenario;
}

function reasonsOf(one: Case): readonly string[] {
  return one.reason === null ? describeRows({ mismatches: describeMismatches(one) }) : [one.reason];
}

/**
 * Compares the cases of a replay with the recorded failures.
 *
 * @param again the cases of the replay
 * @param before the recorded cases that failed
 */
export function concludeReplay(
  again: readonly Case[],
  before: readonly CaseResult[],
): ReplayConclusion {
  const defects = defectsIn(again);
  if (defects.length > 0) return concludeDefects(defects);
  const failed = again.filter(({ verdict }) => verdict === 'fail');
  if (failed.length > 0) {
    const isSame = failed.some((one) =>
      before.some((other) => isSameCase(one, other) && hasSamePlaces(one, other)),
    );
    const how = isSame ? 'in the same way' : 'but differently';
    return { sentence: `Still broken, ${how}.`, exitCode: exitCodes.fails };
  }
  const open = again.find(({ verdict }) => verdict !== 'pass');
  if (open === undefined && again.length > 0) {
    return { sentence: 'Fixed: every case passes.', exitCode: exitCodes.conforms };
  }
  const [reason = 'no case could run'] = open === undefined ? [] : reasonsOf(open);
  return { sentence: `Cannot say: ${reason}`, exitCode: exitCodes.notJudged };
}

function concludeDefects(defects: readonly Defect[]): ReplayConclusion {
  const { sentence, exitCode } = worstDefect(defects);
  return { sentence: `Cannot say: ${sentence}`, exitCode };
}

/** Counts and ids differ from run to run; the paths of mismatches do not. */
function hasSamePlaces(one: Case, other: CaseResult): boolean {
  const places = new Set(other.mismatches.map(({ path }) => path));
  return describeMismatches(one).some(({ path }) => places.has(path));
}
