/** The summary that a terminal shows at the end of a run. */

import { join } from 'node:path';
import { groupBy } from '../../../kit/collections.js';
import { countOf, escapeHidden, firstLineOf, nameFirst, shorten } from '../../../kit/words.js';
import type { DescribedExchange } from '../../http/described-exchange.js';
import { redactDeep } from '../../http/secrets/redact.js';
import { sectionSign } from '../../suite/suite.js';
import { splitExchanges } from '../../verdict/case.js';
import { type ReportPlace, replayCommand } from '../commands.js';
import { changesIn, type HistoryEntry } from '../history.js';
import { describeRow, mismatchRows } from '../mismatch-rows.js';
import { type CaseResult, type Report, type RequirementResult, verdictOrder } from '../model.js';
import {
  canBeCleaned,
  changesBefore,
  commandFor,
  coverageSummary,
  decisiveCase,
  describeDecisiveRequest,
  exportCommands,
  type FailureGroup,
  groupFailures,
  groupInapplicable,
  groupLeftovers,
  groupUntested,
  isStopped,
  listStale,
  listStrays,
  nameLikeness,
  probableCauseIn,
  requestsOfOtherCases,
  rootVerdicts,
  secondsOf,
  serverSuffix,
  stoppedNotice,
  toMinute,
  type UntestedGroup,
  unexercisedAnswers,
} from '../queries.js';
import { foldLine, type Paint } from './terminal.js';

/** The style of the summary. */
export interface ConsoleOptions extends ReportPlace {
  readonly paint: Paint;
  /** Whether to list the answers without an exercise. Default: false. */
  readonly coverage?: boolean;
  /** The features that are in no file. Default: none */
  readonly derivedFeatures?: readonly string[] | undefined;
  /** The last runs, including this one. Default: none. */
  readonly history?: readonly HistoryEntry[];
  /** In columns. Default: lines are not folded. */
  readonly width?: number | undefined;
}

/** A line for the reader's shell: a line break would cut it when it is copied. */
class ShellLine {
  readonly text: string;

  constructor(command: string, indent: number) {
    this.text = ' '.repeat(indent) + command;
  }
}

type Line = string | ShellLine;

const mostMismatches = 3;
const longestValue = 200;

/** Failures come first, the conclusion last, where the eye is. */
export function renderConsole(whole: Report, options: ConsoleOptions): string {
  const { paint, reports, coverage = false, history = [], width } = options;
  const report = makeVisible(whole);
  const groups = groupFailures(report);
  const summary = [
    ...report.faults.map((fault) => paint('red', fault)),
    ...listStale(report).map(({ id }) => paint('red', `Stale: ${id} was expected to fail`)),
    ...describeLeftovers(report, options),
    ...(isStopped(report) ? [paint('yellow', stoppedNotice)] : []),
    renderCounts(report, paint),
    ...describeChanges(report, history, paint),
    ...describeCoverage(report, coverage),
    ...describeDisturbance(report),
    ...describeSlowness(report),
    ...describeThrottling(report),
    `Reports: ${join(reports, 'report.html')} and others beside it`,
  ];
  const conclusion = paint(conclusionColor(report), report.conclusion.sentence);
  const probableCause = probableCauseIn(report);
  const blocks: Line[][] = [
    ...(probableCause === undefined ? [] : [[paint('red', probableCause)]]),
    ...groups.map((group) => renderGroup(report, group, options)),
    ...describeSecrets(groups),
    ...renderStrays(report),
    ...renderReasons('Not tested', groupUntested(report)),
    ...renderReasons('Not applicable', groupInapplicable(report)),
    summary,
    [conclusion],
  ];
  return `${blocks.map((lines) => lines.map((line) => layOut(line, width)).join('\n')).join('\n\n')}\n`;
}

function layOut(line: Line, width: number | undefined): string {
  if (line instanceof ShellLine) return line.text;
  return line
    .split('\n')
    .map((part) => foldLine(part, width))
    .join('\n');
}

/** Commands with secrets work when the reader has set their variables. */
function describeSecrets(groups: readonly FailureGroup[]): Line[][] {
  const shown = groups.flatMap(({ row }) => decisiveCase(row) ?? []);
  const commands = shown.flatMap((one) => splitExchanges(one).decisive?.curl ?? []);
  const exports = exportCommands(commands);
  if (exports.length === 0) return [];
  const introduction = 'The commands above take secrets from variables. To set them, run:';
  return [[introduction, ...exports.map((command) => new ShellLine(command, 2))]];
}

/** The verdicts that changed since the previous run; empty when none did. */
function describeChanges(report: Report, history: readonly HistoryEntry[], paint: Paint): string[] {
  const changes = changesIn(report, history);
  if (changes === undefined) return [];
  const since = `Since the run of ${toMinute(changes.since)} UTC`;
  const { broken, fixed } = changes;
  return [
    ...(broken.length === 0 ? [] : [paint('red', `${since}, broken: ${nameFirst(broken)}`)]),
    ...(fixed.length === 0 ? [] : [paint('green', `${since}, fixed: ${nameFirst(fixed)}`)]),
  ];
}

/** The share of the description that the run exercised, and how to list the rest. */
function describeCoverage(report: Report, isFull: boolean): string[] {
  const [summary] = coverageSummary(report);
  const missing = unexercisedAnswers(report);
  if (summary === undefined || missing.length === 0) return summary === undefined ? [] : [summary];
  if (isFull) return [summary, 'Not exercised:', ...missing.map((one) => `  ${one}`)];
  return [`${summary} --coverage names the others.`];
}

/** A terminal obeys control characters, so shown texts are escaped. Other texts stay unchanged. */
function makeVisible(report: Report): Report {
  const { requirements, coverage, deviations, ...others } = report;
  const isShown = ({ verdict }: RequirementResult) =>
    rootVerdicts.has(verdict) || ['blocked', 'not tested', 'not applicable'].includes(verdict);
  return {
    ...redactDeep(others, escapeHidden),
    requirements: requirements.map((row) => (isShown(row) ? redactDeep(row, escapeHidden) : row)),
    coverage,
    deviations,
  };
}

/** At most fourteen lines for a failure, and the requirements that it blocks. */
function renderGroup(report: Report, group: FailureGroup, options: ConsoleOptions): Line[] {
  const { row, blocked } = group;
  const { paint } = options;
  const decisive = decisiveCase(row);
  const exchange = decisive && splitExchanges(decisive).decisive;
  const request = decisive && describeDecisiveRequest(decisive);
  return [
    `${paint('red', row.verdict.toUpperCase())} ${paint('bold', row.id)} ${paint('dim', `${sectionSign(row.section)}${serverSuffix(report, row)}`)}`,
    `  ${row.statement}`,
    ...(row.expected === null ? [] : [`  expected to fail: ${toLine(row.expected)}`]),
    ...(request === undefined ? [] : [`  ${toLine(request)}`]),
    ...renderMismatches(row).map((line) => `    ${line}`),
    ...describeRejection(decisive, exchange).map((line) => `    ${line}`),
    ...(exchange === undefined
      ? []
      : [new ShellLine(paint('dim', exchange.curl.replaceAll('\n', '⏎')), 2)]),
    ...(decisive === undefined ? [] : describePreparation(row.id, decisive, options)),
    // Derived scenarios are in no file.
    ...(decisive === undefined || options.derivedFeatures?.includes(decisive.feature)
      ? []
      : [paint('dim', `  ${placeOfCase(decisive)}`)]),
    ...describeOtherCases(row),
    ...describeAlike(group),
    ...describeBlocked(blocked, report.probableCause === undefined ? mostBlocked : 0),
  ];
}

/** The line of the scenario, or of an outline's row, with the row's cells. */
function placeOfCase({ feature, line, row }: CaseResult): string {
  return `${feature}:${line}${row === null ? '' : ` (${toLine(row)})`}`;
}

/** One line for cases that failed with another method or status: they can have another cause. */
function describeOtherCases(row: RequirementResult): string[] {
  const others = requestsOfOtherCases(row).map(toLine);
  return others.length === 0 ? [] : [`  fails also with ${nameFirst(others, mostOtherCases)}`];
}

const mostOtherCases = 3;

/** One line that lists the other requirements of a group. */
function describeAlike(group: FailureGroup): string[] {
  const names = nameFirst(group.alike.map(({ id }) => id));
  return names === '' ? [] : [`  ${nameLikeness(group)}: ${names}`];
}

/** The rows that the decisive request depends on are deleted when the run ends. */
function describePreparation(id: string, decisive: CaseResult, options: ConsoleOptions): Line[] {
  const changes = changesBefore(decisive);
  if (changes.length === 0) return [];
  const { paint } = options;
  return [
    paint('dim', `  after ${changes.join(', ')}; to send them all again, run:`),
    new ShellLine(paint('dim', replayCommand(id, options)), 4),
  ];
}

function renderMismatches(row: RequirementResult): string[] {
  const mismatches = mismatchRows(decisiveCase(row)?.mismatches ?? []);
  if (mismatches.length === 0) return [describeReason(row)];
  const shown = mismatches.slice(0, mostMismatches).map((one) => {
    return describeRow({ ...one, expected: toLine(one.expected), observed: toLine(one.observed) });
  });
  const hidden = mismatches.length - shown.length;
  return hidden === 0 ? shown : [...shown, `and ${countOf(hidden, 'more difference')}`];
}

/** One line with what an answer says about itself, when its status is an error that was not expected. */
function describeRejection(
  decisive: CaseResult | undefined,
  exchange: DescribedExchange | null | undefined,
): string[] {
  const isOfStatus = decisive?.mismatches.some(({ place }) => place?.part === 'status') === true;
  const { status = 0, body = '' } = exchange?.response ?? {};
  const isTold = isOfStatus && status >= 400 && /\S/.test(body);
  return isTold ? [`the answer says: ${shorten(toLine(body.trim()), longestAnswer)}`] : [];
}

const longestAnswer = 200;

const mostBlocked = 5;

/** A line for each of the first blocked requirements. */
function describeBlocked(blocked: readonly RequirementResult[], most: number): string[] {
  const shown = blocked.slice(0, most).map((row) => `  blocks ${row.id}: ${describeReason(row)}`);
  const rest = blocked.length - shown.length;
  const more = most === 0 ? 'requirement' : 'more requirement';
  return rest === 0 ? shown : [...shown, `  blocks ${countOf(rest, more)}`];
}

/** Requirements that no failure of this run explains follow the explained requirements. */
function renderStrays(report: Report): Line[][] {
  const lines = listStrays(report).map((row) => `  ${row.id}: ${describeReason(row)}`);
  return lines.length === 0 ? [] : [['Blocked by causes outside this run', ...lines]];
}

/** A line for each of the first reasons. */
function renderReasons(title: string, groups: readonly UntestedGroup[]): Line[][] {
  if (groups.length === 0) return [];
  const lines = groups
    .slice(0, mostReasons)
    .map(({ reason, rows }) => `  ${toLine(reason)}: ${nameFirst(rows.map(({ id }) => id))}`);
  const rest = groups.slice(mostReasons).flatMap(({ rows }) => rows).length;
  const more = rest === 0 ? [] : [`  for other reasons: ${countOf(rest, 'requirement')}`];
  return [[title, ...lines, ...more]];
}

const mostReasons = 10;

function describeReason({ reason }: RequirementResult): string {
  return toLine(firstLineOf(reason ?? ''));
}

/** The most leftovers with the same reason, and the most reasons: more would fill the screen. */
const mostLeftovers = 3;

function describeLeftovers({ leftovers }: Report, place: ReportPlace): Line[] {
  const kinds = [...groupBy(groupLeftovers(leftovers), ({ kind }) => kind).values()];
  const listed = kinds.slice(0, mostLeftovers).map((alike) => {
    const names = alike.map(({ name }) => toLine(name));
    return `Left behind in the target: ${nameFirst(names, mostLeftovers)} (${alike[0].reason})`;
  });
  const rest = kinds
    .slice(mostLeftovers)
    .flat()
    .reduce((sum, { count }) => sum + count, 0);
  if (rest > 0) {
    listed.push(`Left behind in the target: ${countOf(rest, 'more row')}, which the reports name`);
  }
  if (leftovers.length === 0 || !canBeCleaned(leftovers, place)) return listed;
  return [
    ...listed,
    'To delete the rows that belong to the run (--header gives headers that reports hide), run:',
    new ShellLine(commandFor(leftovers, place), 2),
  ];
}

/** Failures that do not occur again are not a verdict, but worth a look. */
function describeDisturbance({ traffic: { passedAlone, mostAtATime } }: Report): string[] {
  if (passedAlone.length === 0) return [];
  const reason =
    mostAtATime > 1
      ? 'The server may confuse concurrent requests, or reject some.'
      : 'No requests were concurrent, so what other scenarios changed may be the reason.';
  const ids = toLine(passedAlone.slice(0, 5).join(', ') + (passedAlone.length > 5 ? ', …' : ''));
  return [
    `Failed while other scenarios ran, passed when repeated alone: scenarios of ${countOf(passedAlone.length, 'requirement')} (${ids}). ${reason}`,
  ];
}

/** From this median answer time on, a run takes long enough to ask why. */
const slowMs = 300;

/** Why the run took long. */
function describeSlowness(report: Report): string[] {
  const { requests, medianMs, mostAtATime } = report.traffic;
  if (medianMs === null || medianMs < slowMs) return [];
  const count = `${withThousands(requests)} request${requests === 1 ? '' : 's'}`;
  return [
    `The server is slow: median answer ${Math.round(medianMs)} ms; ${count}, up to ${mostAtATime} at a time; ${Math.round(secondsOf(report))} s. --only checks a part of the suite; a machine closer to the server waits less.`,
  ];
}

/** How long the run waited because the target limits the number of requests. */
function describeThrottling({ traffic: { throttledMs } }: Report): string[] {
  if (throttledMs === 0) return [];
  return [
    `The server answered 429 (Too Many Requests), and the run waited ${Math.ceil(throttledMs / 1000)} s as it asked. --only checks a part of the suite.`,
  ];
}

/** `1480` → `1,480` */
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
