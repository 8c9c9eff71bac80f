/** The result of a proof on a terminal. */
import { groupBy } from '../../../kit/collections.js';
import { countOf, escapeHidden, nameFirst } from '../../../kit/words.js';
import type { Paint } from '../../report/console/terminal.js';
import type { ProofReport, Score, Survivor } from './model.js';

/** The whole text; `place` is the page with the rest. */
export function renderProof(report: ProofReport, paint: Paint, place: string): string {
  const sections = [
    report.survivors.map((one) => renderSurvivor(one, paint)),
    renderKinds(report.kinds),
    renderLeftOut(report),
    renderFindings(report),
    report.leftovers.map(({ name, reason }) => `Left behind: ${name} (${reason})`),
    [`Reports: ${place} and others beside it`],
    [paint('bold', concludeProof(report))],
  ];
  const filled = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${escapeHidden(filled.join('\n\n'))}\n`;
}

/** The score in a sentence, and what it leaves out because an option is missing. */
export function concludeProof(report: ProofReport): string {
  const { score, counts, suite, complete } = report;
  const without = renderLacking(report);
  if (score === null) return `${suite.title}: no fault could be planted${without}.`;
  const { noticed, survived } = counts;
  const all = countOf(noticed + survived, 'fault');
  const stopped = complete ? '' : ' The run was stopped before the rest.';
  return `${suite.title} notices ${noticed} of ${all}: ${score} %${without}.${stopped}`;
}

/** `, without 80 scenarios for which --token is missing` */
function renderLacking({ leftOut }: ProofReport): string {
  const lacking = leftOut.filter(({ option }) => option !== undefined);
  if (lacking.length === 0) return '';
  const options = [...new Set(lacking.map(({ option }) => option))].join(' or ');
  return `, without ${countOf(lacking.length, 'scenario')} for which ${options} is missing`;
}

function renderSurvivor({ fault, kind, suggestion }: Survivor, paint: Paint): string {
  const line = `${paint('yellow', 'SURVIVED')} ${fault} [${kind}]`;
  if (suggestion === null) return line;
  return [line, ...suggestion.sentences.map((one) => `  would be noticed by: Then ${one}`)].join(
    '\n',
  );
}

function renderKinds(kinds: readonly Score[]): readonly string[] {
  const width = Math.max(0, ...kinds.map(({ name }) => name.length));
  return kinds.map(({ name, noticed, survived }) => {
    const all = noticed + survived;
    return `${name.padEnd(width)}  ${String(noticed).padStart(4)} of ${all}`;
  });
}

/** More scenarios that are left out for one reason are counted, and named on the page. */
const mostNamed = 3;

function renderLeftOut({ leftOut }: ProofReport): readonly string[] {
  const groups = groupBy(leftOut, ({ why, reason }) => `${why}, ${reason}`);
  return [...groups].flatMap(([reason, all]) =>
    all.length > mostNamed
      ? `Left out: ${all.length} scenarios: ${reason}`
      : all.map(({ requirement, place }) => `Left out: ${requirement} (${place}): ${reason}`),
  );
}

function renderFindings({ counts, idle, alike }: ProofReport): readonly string[] {
  const { open, equivalent, unplanted } = counts;
  return [
    ...(open === 0
      ? []
      : [`${countOf(open, 'fault')} left out that concern what the specification leaves open.`]),
    ...(equivalent === 0 ? [] : [`${countOf(equivalent, 'fault')} without any effect left out.`]),
    ...(unplanted === 0 ? [] : [`${countOf(unplanted, 'fault')} not planted.`]),
    // With few faults, many requirements notice none, or the same.
    ...(unplanted > 0 || idle.length === 0
      ? []
      : [`Requirements that noticed no fault: ${nameFirst(idle)}.`]),
    ...(unplanted > 0
      ? []
      : alike.map((ids) => `Requirements that noticed the same faults: ${nameFirst(ids)}.`)),
  ];
}
