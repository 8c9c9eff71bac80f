/** The rows of all requirements: failures and what they block, then the rest by section. */
import { countOf } from '../../../kit/words.js';
import { groupBySection } from '../../suite/suite.js';
import { catalogueAddresses } from '../commands.js';
import type { HistoryEntry } from '../history.js';
import type { Report, RequirementResult } from '../model.js';
import { type FailureGroup, groupFailures, listStrays, nameLikeness } from '../queries.js';
import { describePast } from './history.js';
import { type Html, html } from './html.js';
import { type RowLook, renderRequirement, type ShownRun } from './requirement.js';
import { renderHeading } from './section-link.js';

type ShownReport = Report & ShownRun;

/**
 * Renders each requirement as a row.
 *
 * @param history the last runs, which tell whether a failure is new
 */
export function renderRows(report: ShownReport, history: readonly HistoryEntry[] = []): Html {
  const { requirements } = report;
  const groups = groupFailures(report);
  const strays = listStrays(report);
  const shown = new Set([
    ...strays,
    ...groups.flatMap(({ row, blocked, alike }) => [row, ...blocked, ...alike]),
  ]);
  const rest = requirements.filter((row) => !shown.has(row));
  return html`${renderFailures(groups, strays, report, history)}${renderSections(rest, report)}`;
}

function renderFailures(
  groups: readonly FailureGroup[],
  strays: readonly RequirementResult[],
  report: ShownReport,
  history: readonly HistoryEntry[],
): Html {
  if (groups.length + strays.length === 0) return html``;
  return html`<section class="part failures"><h2 id="failures">What went wrong</h2>${groups.map((group) => renderGroup(group, report, history))}${
    strays.length === 0
      ? undefined
      : html`<h2 id="strays">Blocked by causes outside this run</h2>${renderAll(strays, report, { hasReason: true })}`
  }</section>`;
}

function renderGroup(
  group: FailureGroup,
  report: ShownReport,
  history: readonly HistoryEntry[],
): Html {
  const { row, blocked, alike } = group;
  const past = describePast(row.id, history);
  const likeness = `${nameLikeness(group)} in ${countOf(alike.length, 'more requirement')}`;
  const label = `blocks ${countOf(blocked.length, 'requirement')}`;
  return html`<div class="group">${renderRequirement(row, report, { isOpen: true, blocks: blocked, past })}${renderFollowers(likeness, alike, report, {})}${renderFollowers(label, blocked, report, { hasReason: true })}</div>`;
}

/** Longer lists are folded: the next failure matters more. */
const mostFollowers = 8;

function renderFollowers(
  label: string,
  rows: readonly RequirementResult[],
  report: ShownReport,
  look: RowLook,
): Html | undefined {
  if (rows.length === 0) return undefined;
  const isOpen = rows.length <= mostFollowers;
  return html`<details class="followers"${isOpen ? html` open` : undefined}><summary>${label}</summary>${renderAll(rows, report, look)}</details>`;
}

function renderSections(rows: readonly RequirementResult[], report: ShownReport): readonly Html[] {
  const { ofSection } = report.place.addresses ?? catalogueAddresses;
  return groupBySection(rows).map(([part, own]) => {
    return html`<section class="part"><h2 id="section-${part}">${renderHeading(part, report.suite, ofSection(part))}</h2>${renderAll(own, report, {})}</section>`;
  });
}

/** A browser takes a second to make elements of the contents of so many folded rows. */
const mostFilled = 1_000;

function renderAll(
  rows: readonly RequirementResult[],
  report: ShownReport,
  look: RowLook,
): readonly Html[] {
  const isDeferred = report.requirements.length > mostFilled;
  return rows.map((row) => renderRequirement(row, report, { ...look, isDeferred }));
}
