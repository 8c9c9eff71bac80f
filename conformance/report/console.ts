/** What a person sees in the terminal when a run is over. */
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { countOf, escapeHidden, shorten } from '../../kit/words.js';
import { redactDeep } from '../http/redact.js';
import { describeMismatch } from '../outcomes.js';
import { sectionSign } from '../suite/suite.js';
import { changesIn, type HistoryEntry } from './history.js';
import { type CaseResult, type Report, type RequirementResult, verdictOrder } from './model.js';
import {
  changesBefore,
  countMissingOptions,
  coverageSummary,
  decisiveCase,
  describeLastRequest,
  type FailureGroup,
  groupFailures,
  groupLeftovers,
  isStopped,
  listStale,
  listStrays,
  rootVerdicts,
  serverSuffix,
  unexercisedAnswers,
} from './queries.js';
import { foldLine, type Paint } from './terminal.js';

/** How the text is to look. */
export interface ConsoleOptions {
  readonly paint: Paint;
  /** Where the other reports are, for the reader to open. */
  readonly reports: string;
  /** Whether to name the answers that were not exercised; default: false. */
  readonly coverage?: boolean;
  /** The last runs, this one among them; default: none. */
  readonly history?: readonly HistoryEntry[];
  /** In columns; default: lines are as long as they are. */
  readonly width?: number | undefined;
}

const mostMismatches = 3;
const longestValue = 200;

/** Failures first, the conclusion last, where the eye is. */
export function renderConsole(whole: Report, options: ConsoleOptions): string {
  const { paint, reports, coverage = false, history = [], width } = options;
  const report = makeVisible(whole);
  const groups = groupFailures(report).map((group) => renderGroup(report, group, paint).join('\n'));
  const summary = [
    ...report.faults.map((fault) => paint('red', fault)),
    ...countMissingOptions(report).map(describeMissing),
    ...listStale(report).map(({ id }) => paint('red', `Stale: ${id} was expected to fail`)),
    ...describeLeftovers(report, reports),
    ...(isStopped(report) ? [paint('yellow', 'The run did not reach its end.')] : []),
    renderCounts(report, paint),
    ...describeChanges(report, history, paint),
    ...describeCoverage(report, coverage),
    ...describeSlowness(report),
    `Reports: ${join(reports, 'report.html')} and others beside it`,
  ];
  const conclusion = paint(conclusionColor(report), report.conclusion.sentence);
  const blocks = [...groups, ...renderStrays(report), summary.join('\n'), conclusion];
  const lines = blocks.join('\n\n').split('\n');
  return `${lines.map((line) => (isCommand(line) ? line : foldLine(line, width))).join('\n')}\n`;
}

const mostChanged = 5;

/** What the run before said otherwise; nothing where it said the same. */
function describeChanges(report: Report, history: readonly HistoryEntry[], paint: Paint): string[] {
  const changes = changesIn(report, history);
  if (changes === undefined) return [];
  const since = `Since the run of ${changes.since.slice(0, 16).replace('T', ' ')} UTC`;
  const list = (ids: readonly string[]) => {
    const rest = ids.length - mostChanged;
    return `${ids.slice(0, mostChanged).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  };
  const { broken, fixed } = changes;
  return [
    ...(broken.length === 0 ? [] : [paint('red', `${since}, broken: ${list(broken)}`)]),
    ...(fixed.length === 0 ? [] : [paint('green', `${since}, fixed: ${list(fixed)}`)]),
  ];
}

/** Whether a line is to be copied as a whole: a line break would end the command. */
function isCommand(line: string): boolean {
  return stripVTControlCharacters(line).startsWith('  curl ');
}

/** How much was exercised; what was not, by its name or by how to learn it. */
function describeCoverage(report: Report, isFull: boolean): string[] {
  const [summary] = coverageSummary(report);
  const missing = unexercisedAnswers(report);
  if (summary === undefined || missing.length === 0) return summary === undefined ? [] : [summary];
  if (isFull) return [summary, 'Not exercised:', ...missing.map((one) => `  ${one}`)];
  return [`${summary} --coverage names the others.`];
}

/** A terminal obeys control characters. What is not shown here is left as it is. */
function makeVisible(report: Report): Report {
  const { requirements, coverage, deviations, ...others } = report;
  const isShown = ({ verdict }: RequirementResult) =>
    verdict === 'blocked' || rootVerdicts.has(verdict);
  return {
    ...redactDeep(others, escapeHidden),
    requirements: requirements.map((row) => (isShown(row) ? redactDeep(row, escapeHidden) : row)),
    coverage,
    deviations,
  };
}

/** At most twelve lines, whatever went wrong, and those on what it blocks. */
function renderGroup(
  report: Report,
  { row, blocked, alike }: FailureGroup,
  paint: Paint,
): string[] {
  const decisive = decisiveCase(row);
  const last = decisive?.exchanges.at(-1);
  const request = decisive && describeLastRequest(decisive);
  return [
    `${paint('red', row.verdict.toUpperCase())} ${paint('bold', row.id)} ${paint('dim', `${sectionSign(row.section)}${serverSuffix(report, row)}`)}`,
    `  ${row.statement}`,
    ...(row.expected === null ? [] : [`  expected to fail: ${toLine(row.expected)}`]),
    ...(request === undefined ? [] : [`  ${toLine(request)}`]),
    ...renderMismatches(row).map((line) => `    ${line}`),
    ...(last === undefined ? [] : [paint('dim', `  ${last.curl.replaceAll('\n', '⏎')}`)]),
    ...(decisive === undefined ? [] : describePreparation(row.id, decisive)).map((line) =>
      paint('dim', line),
    ),
    ...(decisive === undefined ? [] : [paint('dim', `  ${placeOfCase(decisive)}`)]),
    ...describeAlike(alike),
    ...describeBlocked(blocked),
  ];
}

/** The scenario's line, or that of an outline's row, with its cells. */
function placeOfCase({ feature, line, row }: CaseResult): string {
  return `${feature}:${line}${row === null ? '' : ` (${toLine(row)})`}`;
}

const mostAlike = 5;

/** One line on the other requirements that ended in the same error. */
function describeAlike(alike: readonly RequirementResult[]): string[] {
  if (alike.length === 0) return [];
  const names = alike.slice(0, mostAlike).map(({ id }) => id);
  const rest = alike.length - names.length;
  return [`  the same error: ${names.join(', ')}${rest === 0 ? '' : ` and ${rest} more`}`];
}

/** What the last request builds on is gone when the run is over. */
function describePreparation(id: string, decisive: CaseResult): string[] {
  const changes = changesBefore(decisive);
  if (changes.length === 0) return [];
  return [`  after ${changes.join(', ')}; "touchstone replay ${id}" sends them all again`];
}

function renderMismatches(row: RequirementResult): string[] {
  const mismatches = decisiveCase(row)?.mismatches ?? [];
  if (mismatches.length === 0) return [describeReason(row)];
  const shown = mismatches.slice(0, mostMismatches).map(({ path, expected, observed }) => {
    return describeMismatch({ path, expected: toLine(expected), observed: toLine(observed) });
  });
  const hidden = mismatches.length - shown.length;
  return hidden === 0 ? shown : [...shown, `and ${countOf(hidden, 'more difference')}`];
}

const mostBlocked = 5;

/** A line for each, as far as they are worth reading here. */
function describeBlocked(blocked: readonly RequirementResult[]): string[] {
  const shown = blocked
    .slice(0, mostBlocked)
    .map((row) => `  blocks ${row.id}: ${describeReason(row)}`);
  const rest = blocked.length - shown.length;
  return rest === 0 ? shown : [...shown, `  blocks ${countOf(rest, 'more requirement')}`];
}

/** What no failure of this run explains comes after all that one does. */
function renderStrays(report: Report): string[] {
  const lines = listStrays(report).map((row) => `  ${row.id}: ${describeReason(row)}`);
  return lines.length === 0 ? [] : [['Blocked from outside this run', ...lines].join('\n')];
}

function describeReason({ reason }: RequirementResult): string {
  return toLine((reason ?? '').split('\n')[0] ?? '');
}

function describeMissing({ option, count }: { option: string; count: number }): string {
  return `${count} not tested for want of ${option}`;
}

function describeLeftovers({ leftovers }: Report, reports: string): string[] {
  const groups = groupLeftovers(leftovers);
  const [first] = groups;
  if (first === undefined) return [];
  const rows = groups.map(({ name }) => name).join(', ');
  return [
    `Left behind in the target: ${toLine(rows)} (${first.reason})`,
    `"touchstone clean ${join(reports, 'report.json')}" deletes what is the run's own of it.`,
  ];
}

/** From so many milliseconds on, a run takes its time because of the target. */
const slowMs = 20;

/** Why the run took its time, and what would make it shorter. */
function describeSlowness({ traffic, startedAt, endedAt }: Report): string[] {
  const { requests, medianMs, mostAtATime } = traffic;
  if (medianMs === null || medianMs < slowMs) return [];
  const seconds = (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
  const count = `${withThousands(requests)} request${requests === 1 ? '' : 's'}`;
  return [
    `The server is slow: median answer ${Math.round(medianMs)} ms; ${count}, up to ${mostAtATime} at a time; ${Math.round(seconds)} s`,
  ];
}

/** 1480 as 1,480 */
function withThousands(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
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

/** One line, cut when it is long. */
function toLine(text: string): string {
  return shorten(text.replaceAll('\n', '⏎'), longestValue);
}
