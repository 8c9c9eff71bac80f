/** The result as one HTML file that needs nothing else, neither files nor a network. */
import { sectionNumber } from '../../suite/sections.js';
import type { Report } from '../model.js';
import { type Html, html, readAsset, renderPage } from './html.js';
import { renderRows } from './rows.js';
import {
  renderConclusion,
  renderCounts,
  renderCoverage,
  renderGlossary,
  renderNotices,
  renderObservations,
  renderRun,
} from './summary.js';
import { renderUntested } from './untested.js';

/** The whole page. */
export function renderHtml(report: Report): string {
  return renderPage({
    title: `${report.conclusion.answer} – Touchstone report`,
    styles: [readAsset('report.css'), readAsset('rows.css')],
    script: readAsset('report.client.js'),
    body: html`<header>
<h1>Conformance report</h1>
${renderConclusion(report)}
${renderNotices(report)}
${renderRun(report)}
</header>
<main>
<section id="requirements" aria-label="Requirements">
${renderCounts(report)}
${renderFilters(report)}
${renderRows(report)}
<p id="nothing" hidden>No requirement matches the filters.</p>
</section>
${renderUntested(report)}
${renderObservations(report)}
${renderCoverage(report)}
${renderGlossary()}
</main>`,
  });
}

function renderFilters({ requirements }: Report): Html {
  const parts = requirements.map((row) => `§${sectionNumber(row)}`);
  return html`<form class="filters" role="search">
<label>Search <input type="search" id="text" placeholder="id or words" autocomplete="off" aria-keyshortcuts="/"></label>
<label class="check"><input type="checkbox" id="observed"> hide what was observed</label>
<details class="more"><summary>More filters</summary><div>
${renderChoice('section', 'Section', parts)}
${renderChoice(
  'class',
  'Class',
  requirements.map((row) => row.class),
)}
${renderChoice(
  'profile',
  'Profile',
  requirements.flatMap((row) => row.profiles),
)}
<label class="check"><input type="checkbox" id="left-out"> show what was left out</label>
</div></details>
<output id="shown" aria-live="polite"></output>
</form>`;
}

function renderChoice(id: string, label: string, values: readonly string[]): Html {
  const options = [...new Set(values)].sort().map((value) => html`<option>${value}</option>`);
  return html`<label>${label} <select id="${id}"><option value="">all</option>${options}</select></label>`;
}
