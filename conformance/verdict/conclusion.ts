/** What a whole run says, in one sentence and one exit code. */
import type { Judgement } from './tally.js';
import type { Verdict } from './verdict.js';

/** The three things that a run can say. */
export type Answer = 'conforms' | 'does not conform' | 'cannot say';

/** What a run says in the end. */
export interface Conclusion {
  readonly answer: Answer;
  /** The answer with its reason, ready to print. */
  readonly sentence: string;
  readonly exitCode: ExitCode;
}

/** See the design: 2, wrong usage or no target, never gets as far as a conclusion from verdicts. */
export type ExitCode = 0 | 1 | 2 | 3 | 4;

/** What the conclusion is drawn from. */
export interface ConclusionInput {
  readonly judgements: readonly Judgement[];
  /** What was checked, in words: `class api, profile basic`. */
  readonly scope: string;
  /** Whether the operator left requirements out with `--only`. */
  readonly narrowed: boolean;
  readonly allowUntested: boolean;
  /** False when the run was stopped before its end. */
  readonly complete: boolean;
  /** Faults of the harness itself, in words. */
  readonly faults: readonly string[];
}

/** Only the stated requirements that were chosen have a say. */
export function conclude(input: ConclusionInput): Conclusion {
  const judged = input.judgements.filter(
    ({ selected, requirement }) => selected && requirement.level === 'must',
  );
  const count = (...verdicts: readonly Verdict[]) =>
    judged.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const [untested, passed] = [count('not tested'), count('pass')];
  if (input.faults.length > 0) {
    return cannotSay(4, `Touchstone itself is at fault: ${input.faults[0]}`);
  }
  const [failed, unstable] = [count('fail'), count('unstable')];
  if (failed + unstable > 0) {
    const failures = failed > 0 ? [`${number(failed, 'requirement')} failed`] : [];
    const changes = unstable > 0 ? [`${number(unstable, 'requirement')} unstable`] : [];
    const sentence = `The server does not conform: ${[...failures, ...changes].join(', ')}.`;
    return { answer: 'does not conform', sentence, exitCode: 1 };
  }
  if (!input.complete) return cannotSay(3, 'the run was stopped before its end');
  const unanswered = count('error', 'blocked');
  if (unanswered > 0) {
    return cannotSay(3, `${number(unanswered, 'requirement')} could not be judged`);
  }
  if (passed === 0) return cannotSay(3, 'nothing was judged');
  if (untested > 0 && !input.allowUntested) {
    return cannotSay(3, `${number(untested, 'requirement')} not tested${missingOptions(judged)}`);
  }
  const sentence = describeSuccess(input, passed, untested);
  return { answer: 'conforms', sentence, exitCode: 0 };
}

function describeSuccess(
  { scope, narrowed }: ConclusionInput,
  passed: number,
  untested: number,
): string {
  const isWhole = !narrowed && untested === 0;
  const count = `${isWhole ? 'all ' : ''}${number(passed, 'requirement')}`;
  const place = narrowed ? ' in what was chosen' : '';
  const rest = untested > 0 ? `; ${untested} not tested` : '';
  return `The server conforms${place}: ${count} of ${scope}, passed${rest}.`;
}

function cannotSay(exitCode: 3 | 4, reason: string): Conclusion {
  const sentence = `Touchstone cannot say whether the server conforms: ${reason}.`;
  return { answer: 'cannot say', sentence, exitCode };
}

function missingOptions(judged: readonly Judgement[]): string {
  const options = new Set(judged.flatMap(({ option }) => (option === undefined ? [] : [option])));
  return options.size === 0 ? '' : ` (give ${[...options].sort().join(', ')})`;
}

function number(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
