/** What a person sees in the terminal when a run is over. */
import { join } from 'node:path';
import { describeMismatch } from '../outcomes.js';
import { countOf } from '../words.js';
import {
  changesBefore,
  coverageSummary,
  decisiveCase,
  type FailureGroup,
  groupFailures,
  listStale,
  missingOptions,
  placeOf,
  requestLine,
} from './failures.js';
import { type CaseResult, type Report, type RequirementResult, verdictOrder } from './model.js';
import type { Paint } from './paint.js';

/** How the text is to look. */
export interface ConsoleOptions {
  readonly paint: Paint;
  /** Where the other reports are, for the reader to open. */
  readonly reports: string;
}

const mostMismatches = 3;
const longestValue = 200;

/** Failures first, the conclusion last, where the eye is. */
export function renderConsole(report: Report, { paint, reports }: ConsoleOptions): string {
  const groups = groupFailures(report).map((group) => renderGroup(report, group, paint).join('\n'));
  const summary = [
    ...report.faults.map((fault) => paint('red', `Fault of Touchstone: ${fault}`)),
    ...missingOptions(report).map(describeMissing),
    ...listStale(report).map(({ id }) => paint('red', `Stale: ${id} was expected to fail`)),
    ...describeLeftovers(report),
    ...(report.complete ? [] : [paint('yellow', 'The run did not reach its end.')]),
    renderCounts(report, paint),
    `Exercised ${coverageSummary(report)}.`,
    `Reports: ${join(reports, 'report.html')} and others beside it`,
  ];
  const conclusion = paint(conclusionColor(report), report.conclusion.sentence);
  return `${[...groups, summary.join('\n'), conclusion].join('\n\n')}\n`;
}

/** At most twelve lines, whatever went wrong. */
function renderGroup(report: Report, { row, blocked }: FailureGroup, paint: Paint): string[] {
  const decisive = decisiveCase(row);
  const last = decisive?.exchanges.at(-1);
  const request = decisive && requestLine(decisive);
  return [
    `${paint('red', row.verdict.toUpperCase())} ${paint('bold', row.id)} ${paint('dim', `§${row.section}${placeOf(report, row)}`)}`,
    `  ${row.statement}`,
    ...(row.expected === null ? [] : [`  expected to fail: ${shorten(row.expected)}`]),
    ...(request === undefined ? [] : [`  ${shorten(request)}`]),
    ...renderMismatches(row).map((line) => `    ${line}`),
    ...(last === undefined ? [] : [paint('dim', `  ${last.curl.replaceAll('\n', '⏎')}`)]),
    ...(decisive === undefined ? [] : describePreparation(row.id, decisive)).map((line) =>
      paint('dim', line),
    ),
    ...(decisive === undefined ? [] : [paint('dim', `  ${decisive.feature}:${decisive.line}`)]),
    ...describeBlocked(blocked),
  ];
}

/** What the last request builds on is gone when the run is over. */
function describePreparation(id: string, decisive: CaseResult): string[] {
  const changes = changesBefore(decisive);
  if (changes.length === 0) return [];
  return [`  after ${changes.join(', ')}; "touchstone replay ${id}" sends them all again`];
}

function renderMismatches(row: RequirementResult): string[] {
  const mismatches = decisiveCase(row)?.mismatches ?? [];
  if (mismatches.length === 0) return [shorten((row.reason ?? '').split('\n')[0] ?? '')];
  const shown = mismatches.slice(0, mostMismatches).map(({ path, expected, observed }) => {
    return describeMismatch({ path, expected: shorten(expected), observed: shorten(observed) });
  });
  const hidden = mismatches.length - shown.length;
  return hidden === 0 ? shown : [...shown, `and ${countOf(hidden, 'more difference')}`];
}

function describeBlocked(blocked: readonly RequirementResult[]): string[] {
  if (blocked.length === 0) return [];
  const shown = blocked.slice(0, 5).map(({ id }) => id);
  const rest = blocked.length > shown.length ? ` and ${blocked.length - shown.length} more` : '';
  return [`  blocks ${shown.join(', ')}${rest}`];
}

function describeMissing({ option, count }: { option: string; count: number }): string {
  return `${count} not tested for want of ${option}`;
}

function describeLeftovers({ leftovers }: Report): string[] {
  const [first] = leftovers;
  if (first === undefined) return [];
  const rows = leftovers.map(({ resource, id }) => `${resource} ${id}`).join(', ');
  return [`Left behind in the target: ${shorten(rows)} (${first.reason})`];
}

function renderCounts({ counts }: Report, paint: Paint): string {
  return verdictOrder
    .map((verdict) => `${verdict} ${counts[verdict]}`)
    .map((text) => (text.endsWith(' 0') ? paint('dim', text) : text))
    .join(' · ');
}

function conclusionColor({ conclusion }: Report): 'green' | 'red' | 'yellow' {
  if (conclusion.answer === 'conforms') return 'green';
  return conclusion.answer === 'does not conform' ? 'red' : 'yellow';
}

function shorten(text: string): string {
  const line = text.replaceAll('\n', '⏎');
  return line.length <= longestValue ? line : `${line.slice(0, longestValue - 1)}…`;
}
