/** Queries on a result that several reports need: failures, leftovers, coverage. */

import { groupBy } from '../../kit/collections.js';
import { type Leftover, lineOf } from '../creations/owned-resources.js';
import { secretVariables } from '../http/curl.js';
import { isSafe, withoutQuery } from '../http/exchange.js';
import { splitExchanges } from '../verdict/case.js';
import { exitCodes, isReadOnlyReason } from '../verdict/conclusion.js';
import { cleanCommand, type ReportPlace } from './commands.js';
import type { CaseResult, Report, RequirementResult } from './model.js';

/** A failed requirement, and the requirements that it blocks. */
export interface FailureGroup {
  readonly row: RequirementResult;
  readonly blocked: readonly RequirementResult[];
  /** Other requirements that failed for the same reason, which is shown once. */
  readonly alike: readonly RequirementResult[];
}

/** Verdicts that start a group of failures. */
export const rootVerdicts: ReadonlySet<string> = new Set(['fail', 'unstable', 'error']);

/** What probably causes failures, in a sentence; undefined when nothing tells. */
export function probableCauseIn({ probableCause, rejectedCredential }: Report): string | undefined {
  if (rejectedCredential === undefined) return probableCause;
  const { variable, status } = rejectedCredential;
  return `No request that needs a credential was accepted with $${variable} (${status}): it may be wrong, or that of another server.`;
}

/** In the order of the catalogue. */
export function groupFailures(report: Report): FailureGroup[] {
  const rows = report.requirements.filter(({ selected }) => selected);
  const blocked = rows.filter(({ verdict }) => verdict === 'blocked');
  const roots = rows.filter(({ verdict }) => rootVerdicts.has(verdict));
  const [first, ...others] = roots;
  if (report.probableCause !== undefined && first !== undefined) {
    return [{ row: first, alike: others, blocked }];
  }
  return gatherErrors(roots).map(([row, alike]) => ({
    row,
    alike,
    blocked: blocked.filter(({ blockedBy }) => blockedBy === row.id),
  }));
}

/** What the requirements in `alike` of a group have in common. */
export function nameLikeness({ row }: FailureGroup): string {
  return row.verdict === 'error' ? 'the same error' : 'the same cause';
}

type WithAlike = readonly [row: RequirementResult, alike: readonly RequirementResult[]];

/** Groups errors with the same reason under the first of them; every other row stands alone. */
function gatherErrors(rows: readonly RequirementResult[]): WithAlike[] {
  const errors = rows.filter(({ verdict }) => verdict === 'error');
  const alikeTo = (row: RequirementResult) => errors.filter(({ reason }) => reason === row.reason);
  return rows.flatMap((row): WithAlike[] => {
    if (row.verdict !== 'error') return [[row, []]];
    const [first, ...alike] = alikeTo(row);
    return first === row ? [[row, alike]] : [];
  });
}

/** The blocked requirements without a failure that explains them: the cause is outside the run. */
export function listStrays(report: Report): RequirementResult[] {
  const grouped = new Set(groupFailures(report).flatMap(({ blocked }) => blocked));
  const { requirements } = report;
  return requirements.filter(
    (row) => row.selected && row.verdict === 'blocked' && !grouped.has(row),
  );
}

/** Whether a requirement failed without being expected to. */
export function isUnexpected({ verdict, expected }: RequirementResult): boolean {
  return (verdict === 'fail' || verdict === 'unstable') && expected === null;
}

/** Whether a requirement passes although it was expected to fail. */
export function isStale({ verdict, expected }: RequirementResult): boolean {
  return verdict === 'pass' && expected !== null;
}

/** The selected requirements with a stale expectation. */
export function listStale({ requirements }: Report): RequirementResult[] {
  return requirements.filter((row) => row.selected && isStale(row));
}

/** Whether a run ended early, and its conclusion states something else: failures, or a defect. */
export function isStopped(report: Report): boolean {
  const statesEnd = report.conclusion.exitCode === exitCodes.notJudged;
  return !report.complete && !isWithoutTarget(report) && !statesEnd;
}

/** What reports say of such a run. */
export const stoppedNotice = 'The run did not finish.';

/** Whether the target was never reached or was lost; the conclusion states why. */
export function isWithoutTarget({ complete, conclusion, faults }: Report): boolean {
  return !complete && conclusion.exitCode === exitCodes.noTarget && faults.length === 0;
}

/** The case that determines the verdict of a requirement. */
export function decisiveCase(row: RequirementResult): CaseResult | undefined {
  const cases = row.cases.filter(({ server }) => server === row.server);
  return (
    cases.find(({ verdict }) => verdict === row.verdict) ??
    cases.find(({ verdict }) => verdict !== 'pass')
  );
}

/** The server of a verdict as a suffix, ` (guarded)`; empty when only one server was checked. */
export function serverSuffix({ target }: Report, { server }: RequirementResult): string {
  return target.servers.length > 1 && server !== null ? ` (${server})` : '';
}

/** Method, path and query of the decisive request of a case, and its result: `GET /todos/7 → 500`. */
export function describeDecisiveRequest(one: CaseResult): string | undefined {
  const { decisive } = splitExchanges(one);
  if (decisive === undefined) return undefined;
  const { method, url } = decisive.request;
  const result = decisive.response === null ? 'no answer' : String(decisive.response.status);
  return `${method} ${pathAndQueryOf(url)} → ${result}`;
}

/** The decisive requests of further failed cases, one for each other method or status. */
export function requestsOfOtherCases(row: RequirementResult): readonly string[] {
  const first = decisiveCase(row);
  const requests = new Map<string, string>();
  for (const one of first === undefined ? [] : [first, ...row.cases]) {
    if (one.verdict !== first?.verdict) continue;
    const { decisive } = splitExchanges(one);
    const key = `${decisive?.request.method} ${decisive?.response?.status}`;
    const name = describeDecisiveRequest(one);
    if (name !== undefined && !requests.has(key)) requests.set(key, name);
  }
  return [...requests.values()].slice(1);
}

/** The requests before the decisive one that changed data, and that it depends on: `POST /todos`. */
export function changesBefore(one: Pick<CaseResult, 'exchanges' | 'decisive'>): string[] {
  const changes = splitExchanges(one)
    .before.filter(({ request }) => !isSafe(request.method))
    .map(({ request }) => `${request.method} ${withoutQuery(pathAndQueryOf(request.url))}`);
  return [...new Set(changes)];
}

/** The commands that set the variables from which other commands take secrets. */
export function exportCommands(commands: readonly string[]): readonly string[] {
  const names = [...new Set(commands.flatMap(secretVariables))].sort();
  return names.map((name) => `export ${name}='${placeholderOf(name)}'`);
}

/** `TOUCHSTONE_LOGIN_TOKEN` → `the value of --login-token`; no option has what the target issued */
function placeholderOf(variable: string): string {
  const [, issued, name = ''] = /^TOUCHSTONE_(ISSUED_)?(.*)$/.exec(variable) ?? [];
  const plain = name.toLowerCase().replaceAll('_', '-');
  if (issued === undefined) return `the value of --${plain}`;
  return /^\d+$/.test(plain)
    ? 'the token in the answer to an earlier request'
    : `the ${plain} in the answer to a login`;
}

/** The name of a target for readers: the name of its implementation, if known. */
export function nameOfTarget({ title, implementation }: Report['target']): string {
  const { name, version } = implementation ?? {};
  if (!name) return title;
  return version ? `${name} ${version}` : name;
}

/** The duration of a run, in seconds. */
export function secondsOf({ startedAt, endedAt }: Pick<Report, 'startedAt' | 'endedAt'>): number {
  return (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
}

/** A time to the minute: `2026-01-02 03:04` */
export function toMinute(instant: string): string {
  return instant.slice(0, 16).replace('T', ' ');
}

/** Path and query of an absolute URL. */
export function pathAndQueryOf(url: string): string {
  return url.replace(/^\w+:\/\/[^/]+/, '');
}

/** Requirements that were not judged, for the same reason. */
export interface UntestedGroup {
  /** The option that would have them tested; `null` when no option would. */
  readonly option: string | null;
  /** In words, on one line: `without --password`, `no scenario checks it` */
  readonly reason: string;
  readonly rows: readonly RequirementResult[];
}

/**
 * The selected requirements that were not tested, by reason. For a run that ended early, only
 * requirements that lack an option, because the conclusion names the others.
 */
export function groupUntested({ requirements, complete }: Report): UntestedGroup[] {
  const untested = requirements.filter(
    ({ selected, verdict, option }) =>
      selected && verdict === 'not tested' && (complete || option !== null),
  );
  const groups = groupBy(untested, whyUntested);
  return [...groups].map(([reason, rows]) => ({ option: rows[0].option, reason, rows }));
}

/** The selected requirements that did not apply, by reason. */
export function groupInapplicable({ requirements }: Report): UntestedGroup[] {
  const rows = requirements.filter(
    ({ selected, verdict }) => selected && verdict === 'not applicable',
  );
  const groups = groupBy(rows, ({ reason }) => (reason ?? 'no reason given').replace(/\s+/g, ' '));
  return [...groups].map(([reason, rows]) => ({ option: null, reason, rows }));
}

/** Requests that --read-only forbids are one reason, whatever they are. */
function whyUntested({ option, reason }: RequirementResult): string {
  if (option !== null) return `without ${option}`;
  if (isReadOnlyReason(reason)) return 'because of --read-only';
  return (reason ?? 'no reason given').replace(/\s+/g, ' ');
}

/** The described answers that the run did not receive: `POST /todos: 409, 413`. */
export function unexercisedAnswers({ coverage }: Report): readonly string[] {
  return coverage.operations.flatMap(({ operation, statuses }) => {
    const missing = statuses.filter(({ answers }) => answers === 0).map(({ status }) => status);
    return missing.length === 0 ? [] : [`${operation}: ${missing.join(', ')}`];
  });
}

/**
 * The number of described operations and answers that the run exercised. Nothing if all requests
 * went to undescribed paths, as in another class.
 */
export function coverageSummary({ coverage }: Report): readonly string[] {
  const { operations } = coverage;
  const isMet = ({ answers }: { answers: number }) => answers > 0;
  const statuses = operations.flatMap((operation) => operation.statuses);
  const met = operations.filter((operation) => operation.statuses.some(isMet));
  if (met.length === 0) return [];
  return [
    `Exercised ${met.length} of ${operations.length} operations and ${statuses.filter(isMet).length} of ${statuses.length} answers of the OpenAPI description.`,
  ];
}

/** A leftover with an id, or all leftovers of a resource without one, which can only be counted. */
export interface LeftoverGroup {
  /** `DELETE /todos/7`, `what 2 requests POST /todos created` */
  readonly name: string;
  readonly reason: string;
  /** The reason without the path of the row, as other rows have it, too. */
  readonly kind: string;
  /** The number of rows. */
  readonly count: number;
}

/**
 * Whether "touchstone clean" may find any of the leftovers. Ready-made sentences need an id; the
 * shipped suite also finds rows by the run's marker in lists.
 */
export function canBeCleaned(
  leftovers: readonly Leftover[],
  { suite, openapi }: ReportPlace,
): boolean {
  return (
    (suite ?? openapi) === undefined || leftovers.some(({ deletion }) => deletion !== undefined)
  );
}

/** The command that deletes leftovers; `…` stands for secrets. */
export function commandFor(leftovers: readonly Leftover[], place: ReportPlace): string {
  const needed = leftovers.flatMap(({ credentials = [] }) => credentials);
  return cleanCommand(place, undefined, needed);
}

/** In the order of the leftovers. */
export function groupLeftovers(leftovers: readonly Leftover[]): LeftoverGroup[] {
  const groups = groupBy(leftovers, ({ deletion, creation, reason }) =>
    JSON.stringify([deletion, creation, reason]),
  );
  return [...groups.values()].map((rows) => {
    const [row] = rows;
    const { deletion, reason } = row;
    const kind = deletion === undefined ? reason : reason.replaceAll(deletion.path, '');
    const name = nameLeftover(row, rows.length);
    return { name, reason, kind, count: rows.length };
  });
}

function nameLeftover({ deletion, creation }: Leftover, count: number): string {
  if (deletion !== undefined) return lineOf(deletion);
  const line = creation === undefined ? 'something' : lineOf(creation);
  return count === 1 ? `what a ${line} created` : `what ${count} requests ${line} created`;
}
