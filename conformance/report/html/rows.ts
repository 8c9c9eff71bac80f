/** The rows of all requirements: failures with what they block first, then the rest by section. */
import { countOf } from '../../../kit/words.js';
import { sectionNumber } from '../../suite/sections.js';
import { type FailureGroup, groupFailures, listStrays } from '../failures.js';
import type { Report, RequirementResult, SuiteResult } from '../model.js';
import { type Html, html } from './html.js';
import { type RowLook, renderRequirement } from './requirement.js';
import { renderHeading } from './section-link.js';

/** Each requirement has one row. */
export function renderRows(report: Report): Html {
  const { suite, requirements } = report;
  const groups = groupFailures(report);
  const strays = listStrays(report);
  const shown = new Set([
    ...strays,
    ...groups.flatMap(({ row, blocked, alike }) => [row, ...blocked, ...alike]),
  ]);
  const rest = requirements.filter((row) => !shown.has(row));
  return html`${renderFailures(groups, strays, suite)}${renderSections(rest, suite)}`;
}

function renderFailures(
  groups: readonly FailureGroup[],
  strays: readonly RequirementResult[],
  suite: SuiteResult,
): Html {
  if (groups.length + strays.length === 0) return html``;
  return html`<section class="part failures"><h2>What went wrong</h2>${groups.map((group) => renderGroup(group, suite))}${
    strays.length === 0
      ? undefined
      : html`<h3>Blocked from outside the run</h3>${renderAll(strays, suite, { hasReason: true })}`
  }</section>`;
}

function renderGroup({ row, blocked, alike }: FailureGroup, suite: SuiteResult): Html {
  return html`<div class="group">${renderRequirement(row, suite, { isOpen: true, blocks: blocked })}${renderFollowers(
    `the same error in ${countOf(alike.length, 'more requirement')}`,
    alike,
    suite,
    {},
  )}${renderFollowers(`blocks ${countOf(blocked.length, 'requirement')}`, blocked, suite, {
    hasReason: true,
  })}</div>`;
}

/** More of them are folded up: they matter less than the next failure. */
const mostFollowers = 8;

function renderFollowers(
  label: string,
  rows: readonly RequirementResult[],
  suite: SuiteResult,
  look: RowLook,
): Html | undefined {
  if (rows.length === 0) return undefined;
  const isOpen = rows.length <= mostFollowers;
  return html`<details class="followers"${isOpen ? html` open` : undefined}><summary>${label}</summary>${renderAll(rows, suite, look)}</details>`;
}

function renderSections(rows: readonly RequirementResult[], suite: SuiteResult): readonly Html[] {
  const parts = [...new Set(rows.map(sectionNumber))].sort();
  return parts.map((part) => {
    const own = rows.filter((row) => sectionNumber(row) === part);
    return html`<section class="part"><h3>${renderHeading(part, suite)}</h3>${renderAll(own, suite, {})}</section>`;
  });
}

function renderAll(
  rows: readonly RequirementResult[],
  suite: SuiteResult,
  look: RowLook,
): readonly Html[] {
  return rows.map((row) => renderRequirement(row, suite, look));
}
