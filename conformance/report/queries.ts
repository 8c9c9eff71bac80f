/** What the reports for people say about requirements that did not pass. */
import { isSafe } from '../http/read-only.js';
import type { Leftover } from '../scenarios/ledger.js';
import type { CaseResult, Report, RequirementResult } from './model.js';

/** A requirement at which trouble starts, and those that could not be judged because of it. */
export interface FailureGroup {
  readonly row: RequirementResult;
  readonly blocked: readonly RequirementResult[];
  /** Others that ended in an error for the same reason, which is told once. */
  readonly alike: readonly RequirementResult[];
}

/** Verdicts at which trouble starts. */
export const rootVerdicts: ReadonlySet<string> = new Set(['fail', 'unstable', 'error']);

/** In the catalogue's order. */
export function groupFailures(report: Report): FailureGroup[] {
  const rows = report.requirements.filter(({ selected }) => selected);
  const blocked = rows.filter(({ verdict }) => verdict === 'blocked');
  const roots = rows.filter(({ verdict }) => rootVerdicts.has(verdict));
  return gatherErrors(roots).map(([row, alike]) => ({
    row,
    alike,
    blocked: blocked.filter(({ blockedBy }) => blockedBy === row.id),
  }));
}

type WithAlike = readonly [row: RequirementResult, alike: readonly RequirementResult[]];

/** The errors of one reason under the first of them; all other rows by themselves. */
function gatherErrors(rows: readonly RequirementResult[]): WithAlike[] {
  const errors = rows.filter(({ verdict }) => verdict === 'error');
  const alikeTo = (row: RequirementResult) => errors.filter(({ reason }) => reason === row.reason);
  return rows.flatMap((row): WithAlike[] => {
    if (row.verdict !== 'error') return [[row, []]];
    const [first, ...alike] = alikeTo(row);
    return first === row ? [[row, alike]] : [];
  });
}

/** The blocked requirements that stand under no failure: their cause is outside the run. */
export function listStrays(report: Report): RequirementResult[] {
  const grouped = new Set(groupFailures(report).flatMap(({ blocked }) => blocked));
  const { requirements } = report;
  return requirements.filter(
    (row) => row.selected && row.verdict === 'blocked' && !grouped.has(row),
  );
}

/** Whether a failure was not known before. */
export function isUnexpected({ verdict, expected }: RequirementResult): boolean {
  return (verdict === 'fail' || verdict === 'unstable') && expected === null;
}

/** Whether a requirement passes although it was expected to fail. */
export function isStale({ verdict, expected }: RequirementResult): boolean {
  return verdict === 'pass' && expected !== null;
}

/** Those of the selected requirements. */
export function listStale({ requirements }: Report): RequirementResult[] {
  return requirements.filter((row) => row.selected && isStale(row));
}

/** Whether a run ended early for a reason that its conclusion does not give. */
export function isStopped(report: Report): boolean {
  return !report.complete && !isWithoutTarget(report);
}

/** Whether there was no target, from the start or from some time on: the conclusion says why. */
export function isWithoutTarget({ complete, conclusion, faults }: Report): boolean {
  return !complete && conclusion.exitCode === noTarget && faults.length === 0;
}

/** Mistakes in the suite have the same exit code. */
const noTarget = 2;

/** The case that a requirement's verdict comes from. */
export function decisiveCase(row: RequirementResult): CaseResult | undefined {
  const cases = row.cases.filter(({ server }) => server === row.server);
  return (
    cases.find(({ verdict }) => verdict === row.verdict) ??
    cases.find(({ verdict }) => verdict !== 'pass')
  );
}

/** Where a verdict comes from: ` (guarded)`; empty when there was one server only. */
export function serverSuffix({ target }: Report, { server }: RequirementResult): string {
  return target.servers.length > 1 && server !== null ? ` (${server})` : '';
}

/** Method, path and query of the request that a case ended with, and what became of it. */
export function describeLastRequest({ exchanges }: CaseResult): string | undefined {
  const last = exchanges.at(-1);
  if (last === undefined) return undefined;
  const { method, url } = last.request;
  const result = last.response === null ? 'no answer' : String(last.response.status);
  return `${method} ${pathAndQueryOf(url)} → ${result}`;
}

/** The requests before the last one that change rows, which it depends on: `POST /todos`. */
export function changesBefore({ exchanges }: Pick<CaseResult, 'exchanges'>): string[] {
  const changes = exchanges
    .slice(0, -1)
    .filter(({ request }) => !isSafe(request.method))
    .map(({ request }) => `${request.method} ${pathAndQueryOf(request.url).replace(/\?.*$/, '')}`);
  return [...new Set(changes)];
}

/** An absolute URL without what comes before its path. */
export function pathAndQueryOf(url: string): string {
  return url.replace(/^\w+:\/\/[^/]+/, '');
}

/** The options that would have more requirements tested, with the number of those. */
export function countMissingOptions(report: Report): { option: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { option, selected, verdict } of report.requirements) {
    if (!selected || option === null || verdict !== 'not tested') continue;
    counts.set(option, (counts.get(option) ?? 0) + 1);
  }
  return [...counts].map(([option, count]) => ({ option, count }));
}

/** The described answers that the run has not met: `POST /todos: 409, 413`. */
export function unexercisedAnswers({ coverage }: Report): readonly string[] {
  return coverage.operations.flatMap(({ operation, statuses }) => {
    const missing = statuses.filter(({ answers }) => answers === 0).map(({ status }) => status);
    return missing.length === 0 ? [] : [`${operation}: ${missing.join(', ')}`];
  });
}

/** How many described operations and answers the run met. */
export function coverageSummary({ coverage }: Report): readonly string[] {
  const { operations } = coverage;
  if (operations.length === 0) return [];
  const isMet = ({ answers }: { answers: number }) => answers > 0;
  const statuses = operations.flatMap((operation) => operation.statuses);
  const met = operations.filter((operation) => operation.statuses.some(isMet));
  return [
    `Exercised ${met.length} of ${operations.length} operations and ${statuses.filter(isMet).length} of ${statuses.length} answers that the OpenAPI description has.`,
  ];
}

/** A row that is left, or several without an id, of which nothing but their number can be said. */
export interface LeftoverGroup {
  /** `todos 7`, `43 of the todos, whose ids are not known` */
  readonly name: string;
  readonly reason: string;
}

/** In the order of the rows. */
export function groupLeftovers(leftovers: readonly Leftover[]): LeftoverGroup[] {
  const groups = new Map<string, Leftover[]>();
  for (const row of leftovers) {
    const key = JSON.stringify([row.resource, row.id, row.reason]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].flatMap((rows) => describeLeftover(rows) ?? []);
}

function describeLeftover([row, ...others]: readonly Leftover[]): LeftoverGroup | undefined {
  if (row === undefined) return undefined;
  const { resource, id, reason } = row;
  if (id !== null) return { name: `${resource} ${id}`, reason };
  const count = others.length + 1;
  const ids = count === 1 ? 'whose id is' : 'whose ids are';
  return { name: `${count} of the ${resource}, ${ids} not known`, reason };
}
