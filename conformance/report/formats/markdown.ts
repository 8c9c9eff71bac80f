/** The summary in Markdown, which CI systems show beside a job. */

import { countOf, escapeHidden, nameFirst } from '../../../kit/words.js';
import { inBrackets } from '../../suite/suite.js';
import { splitExchanges } from '../../verdict/case.js';
import { mismatchRows } from '../mismatch-rows.js';
import { type Report, type RequirementResult, verdictMeanings, verdictOrder } from '../model.js';
import {
  coverageSummary,
  decisiveCase,
  describeDecisiveRequest,
  type FailureGroup,
  groupFailures,
  groupLeftovers,
  groupUntested,
  listStale,
  listStrays,
  probableCauseIn,
  serverSuffix,
} from '../queries.js';

/** The whole summary with its headings. */
export function renderSummary(report: Report): string {
  const probableCause = probableCauseIn(report);
  const sections = [
    ['# Conformance', `**${escapeMarkdown(report.conclusion.sentence)}**`, describeRun(report)],
    [renderCounts(report)],
    probableCause === undefined ? [] : [escapeMarkdown(probableCause)],
    renderFailures(report),
    renderStrays(report),
    renderStale(report),
    renderUntested(report),
    renderObservations(report),
    renderLeftovers(report),
    coverageSummary(report),
  ];
  return `${sections.flat().join('\n\n')}\n`;
}

function describeRun({ target, scope, seed, harness, startedAt }: Report): string {
  const server = target.url === null ? target.title : code(target.url);
  return `Checked ${server}, ${scope}, with Touchstone ${harness.version} on ${startedAt} (seed ${seed}).`;
}

function renderCounts({ counts }: Report): string {
  const rows = verdictOrder
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `| ${verdict} | ${counts[verdict]} | ${verdictMeanings[verdict]} |`);
  return ['| Verdict | Requirements | Meaning |', '|---|---:|---|', ...rows].join('\n');
}

function renderFailures(report: Report): string[] {
  const groups = groupFailures(report);
  return groups.length === 0
    ? []
    : ['## Failures', ...groups.map((group) => renderFailure(report, group))];
}

function renderFailure(report: Report, { row, blocked, alike }: FailureGroup): string {
  const decisive = decisiveCase(row);
  const request = decisive && describeDecisiveRequest(decisive);
  const exchange = decisive && splitExchanges(decisive).decisive;
  const lines = [
    `### ${code(row.id)}: ${row.verdict}`,
    `${escapeMarkdown(row.statement)}${inBrackets(row.section)}${serverSuffix(report, row)}`,
    ...(row.expected === null ? [] : [`Expected to fail: ${escapeMarkdown(row.expected)}`]),
    ...(request === undefined ? [] : [code(request)]),
    renderDifferences(row),
    ...(exchange === undefined ? [] : [fence(exchange.curl)]),
    ...(decisive === undefined
      ? []
      : [`Scenario: ${code(`${decisive.feature}:${decisive.line}`)}`]),
    ...(alike.length === 0
      ? []
      : [`The same error: ${alike.map(({ id }) => code(id)).join(', ')}`]),
    ...(blocked.length === 0 ? [] : [`Blocks\n\n${renderBlocked(blocked)}`]),
  ];
  return lines.join('\n\n');
}

function renderBlocked(rows: readonly RequirementResult[]): string {
  return rows.map(({ id, reason }) => `- ${code(id)}: ${escapeMarkdown(reason ?? '')}`).join('\n');
}

function renderStrays(report: Report): string[] {
  const rows = listStrays(report);
  return rows.length === 0 ? [] : ['## Blocked by causes outside this run', renderBlocked(rows)];
}

/** GitHub rejects a summary of more than 1 MiB. */
const mostMismatches = 20;

function renderDifferences(row: RequirementResult): string {
  const mismatches = mismatchRows(decisiveCase(row)?.mismatches ?? []);
  if (mismatches.length === 0) return escapeMarkdown(row.reason ?? '');
  const rows = mismatches
    .slice(0, mostMismatches)
    .map(
      ({ path, expected, observed, count }) =>
        `| ${escapeMarkdown(path)}${count === 1 ? '' : ` (${count} times)`} | ${escapeMarkdown(expected)} | ${escapeMarkdown(observed)} |`,
    );
  const hidden = mismatches.length - rows.length;
  const rest = hidden === 0 ? '' : `\n\nand ${countOf(hidden, 'more difference')}`;
  return `${['| Where | Expected | Observed |', '|---|---|---|', ...rows].join('\n')}${rest}`;
}

function renderStale(report: Report): string[] {
  const items = listStale(report).map(({ id }) => `- ${code(id)} was expected to fail`);
  return items.length === 0 ? [] : ['## Stale expectations', items.join('\n')];
}

function renderUntested(report: Report): string[] {
  const items = groupUntested(report).map(({ reason, rows }) => {
    const ids = nameFirst(rows.map(({ id }) => code(id)));
    return `- ${escapeMarkdown(reason)}: ${ids}`;
  });
  return items.length === 0 ? [] : ['## Not tested', items.join('\n')];
}

function renderObservations({ requirements }: Report): string[] {
  const observed = requirements.filter(({ observations }) => observations.length > 0);
  if (observed.length === 0) return [];
  const rows = observed.map(
    ({ id, statement, observations }) =>
      `| ${code(id)} | ${escapeMarkdown(statement)} | ${observations.map(code).join(' ')} |`,
  );
  const table = ['| Requirement | Question | Answer |', '|---|---|---|', ...rows].join('\n');
  return ['## Observed where the specification is silent', table];
}

function renderLeftovers({ leftovers }: Report): string[] {
  if (leftovers.length === 0) return [];
  const items = groupLeftovers(leftovers).map(
    ({ name, reason }) => `- ${escapeMarkdown(name)}: ${escapeMarkdown(reason)}`,
  );
  return ['## Rows left behind', items.join('\n')];
}

/** Escapes a text for Markdown, including the cells of tables. */
export function escapeMarkdown(text: string): string {
  return escapeHidden(text)
    .replace(/[\\`*_{}[\]<>#|]/g, '\\$&')
    .replace(/\s+/g, ' ');
}

/** Inline code, with any backticks and pipes, inside a line or a cell. */
export function code(given: string): string {
  const text = escapeHidden(given);
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const ticks = '`'.repeat(longest + 1);
  const pad = longest > 0 ? ' ' : '';
  return `${ticks}${pad}${text.replace(/\s+/g, ' ').replaceAll('|', '\\|')}${pad}${ticks}`;
}

function fence(given: string): string {
  const text = escapeHidden(given);
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}sh\n${text}\n${ticks}`;
}
