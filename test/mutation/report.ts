/** The output of the command. */
import { renderTable } from '../../kit/table.js';
import type { Equivalence } from './equivalents.js';
import type { Mutant } from './mutants.js';
import { classify, requiredScore, type Tally, tally } from './score.js';
import type { Trial } from './trial.js';

/** Renders a mutant as lines of a diff. */
export function renderMutant({ id, before, after }: Mutant): string {
  return `${id}\n  - ${before}\n  + ${after}\n`;
}

/** Renders a survivor and the requirement that the suite could not judge. */
export function renderSurvivor({ mutant, fate }: Trial): string {
  const unjudged = fate.kind === 'survived' ? fate.unjudged : undefined;
  return renderMutant(mutant) + (unjudged === undefined ? '' : `  not judged: ${unjudged}\n`);
}

/** Renders an invalid mutant with the last line of the reason. */
export function renderInvalid({ mutant, fate }: Trial): string {
  const reason = fate.kind === 'invalid' ? fate.reason : '';
  return `${mutant.id}: ${reason.trim().split('\n').at(-1)}\n`;
}

/** Renders a table with one row per file, and the total score. */
export function renderScore(
  trials: readonly Trial[],
  equivalences: readonly Equivalence[],
): string {
  const files = [...new Set(trials.map(({ mutant }) => mutant.file))];
  const rows = files.map((file) => {
    const ofFile = trials.filter(({ mutant }) => mutant.file === file);
    return renderRow(file, tally(ofFile, equivalences));
  });
  const total = tally(trials, equivalences);
  const header = ['File', 'Killed', 'Survived', 'Equivalent', 'Invalid', 'Score'];
  const table = renderTable(header, [...rows, renderRow('all', total)]);
  return `${table}\n${conclude(total)}\n`;
}

function renderRow(name: string, { killed, survived, equivalent, invalid, score }: Tally) {
  return [name, ...[killed, survived, equivalent, invalid].map(String), percentage(score)];
}

function conclude({ killed, survived, score }: Tally): string {
  const verb = score < requiredScore ? 'less than' : 'at least';
  return `The suite kills ${killed} of ${killed + survived} mutants that are not equivalent: ${percentage(score)}, ${verb} the required ${percentage(requiredScore)}.`;
}

/** Truncates, so that a share below the bound is never shown as the bound. */
function percentage(share: number): string {
  return `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;
}

/** Renders a message about stale entries. */
export function renderStale(stale: readonly Equivalence[]): string {
  const lines = stale.map(({ reason, ...patterns }) => `  ${JSON.stringify(patterns)}\n`);
  return `Remove these entries of equivalent.yaml, which match no surviving mutant:\n${lines.join('')}`;
}

/** Renders the score, the stale entries and all trials as JSON. */
export function renderJson(
  trials: readonly Trial[],
  equivalences: readonly Equivalence[],
  stale: readonly Equivalence[],
): string {
  const mutants = trials.map((trial) => {
    const { id, file, line, before, after } = trial.mutant;
    const verdict = classify(trial, equivalences);
    const by = trial.fate.kind === 'killed' ? { by: trial.fate.by } : {};
    return { id, file, line, before, after, verdict, ...by };
  });
  return `${JSON.stringify({ ...tally(trials, equivalences), stale, mutants }, undefined, 2)}\n`;
}
