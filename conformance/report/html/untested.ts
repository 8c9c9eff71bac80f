/** What nobody looked at, and what would change that. */
import { countOf } from '../../../kit/words.js';
import type { Report, RequirementResult } from '../model.js';
import { type Html, html } from './html.js';
import { renderLink } from './requirement.js';

/** Groups by what would have them tested; each is unfolded to its requirements. */
export function renderUntested(report: Report): Html {
  const groups = new Map<string, RequirementResult[]>();
  for (const row of report.requirements.filter(isUntested)) {
    const remedy = remedyFor(row, report);
    groups.set(remedy, [...(groups.get(remedy) ?? []), row]);
  }
  if (groups.size === 0) return html``;
  return html`<section><h2>What was not tested</h2>${[...groups].map(renderGroup)}</section>`;
}

function isUntested({ verdict }: RequirementResult): boolean {
  return verdict === 'not tested' || verdict === 'not applicable';
}

/** The option that brings the requirement into a run, or else the reason why it was left out. */
function remedyFor(row: RequirementResult, { selection }: Report): string {
  if (row.option !== null) return row.option;
  if (row.verdict === 'not applicable') return `--profile ${row.profiles.join(' or ')}`;
  if (row.selected) return row.reason ?? 'no reason was given';
  return selection.classes.includes(row.class) ? 'another --only' : `--class ${row.class}`;
}

function renderGroup([remedy, rows]: [string, RequirementResult[]]): Html {
  const count = countOf(rows.length, 'requirement');
  const links = rows.map(({ id, statement }) => html`<li>${renderLink(id)} ${statement}</li>`);
  return html`<details class="untested"><summary>${count}: <code>${remedy}</code></summary><ul>${links}</ul></details>`;
}
