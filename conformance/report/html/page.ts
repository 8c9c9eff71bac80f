/** The report as one HTML file, without other files or network access. */
import { sectionNumber } from '../../suite/suite.js';
import { type ReportPlace, usualReports } from '../commands.js';
import type { HistoryEntry } from '../history.js';
import type { Report } from '../model.js';
import { renderHistory } from './history.js';
import {
  filterScript,
  type Html,
  html,
  readAsset,
  renderChoice,
  renderFilters,
  renderNothing,
  renderPage,
  renderTick,
} from './html.js';
import { renderRows } from './rows.js';
import {
  renderConclusion,
  renderCounts,
  renderCoverage,
  renderGlossary,
  renderNotices,
  renderObservations,
  renderRun,
  renderSecrets,
  renderUntested,
} from './summary.js';
import { renderTimeline } from './timeline.js';

/**
 * The whole page.
 *
 * @param history the last runs, including this one, oldest first
 * @param place for the commands that it names
 */
export function renderHtml(
  report: Report,
  history: readonly HistoryEntry[] = [],
  place: ReportPlace = { reports: usualReports },
): string {
  return renderPage({
    title: `${report.conclusion.answer} – Touchstone report`,
    styles: ['report.css', 'exchange.css', 'rows.css', 'times.css'].map(readAsset),
    scripts: [filterScript(), readAsset('report.client.js')],
    body: html`<header>
<h1>Conformance report</h1>
${renderConclusion(report)}
${renderNotices(report, place)}
${renderRun(report)}
</header>
<main>
<section id="requirements" aria-label="Requirements">
${renderCounts(report)}
${renderReportFilters(report)}
${renderSecrets(report)}
${renderRows({ ...report, place }, history)}
${renderNothing()}
</section>
${renderUntested(report)}
${renderObservations(report)}
${renderCoverage(report)}
${renderHistory(history)}
${renderTimeline(report)}
${renderGlossary()}
</main>`,
  });
}

function renderReportFilters({ requirements }: Report): Html {
  const classes = requirements.map((row) => row.class);
  const profiles = requirements.flatMap((row) => row.profiles);
  const parts = requirements.map((row) => `§${sectionNumber(row)}`);
  return renderFilters([
    renderTick('observed', 'hide observed requirements'),
    html`<details class="more"><summary>More filters</summary><div>
${renderChoice('section', 'Section', parts)}
${renderChoice('class', 'Class', classes)}
${renderChoice('profile', 'Profile', profiles)}
${renderTick('left-out', 'show omitted requirements')}
</div></details>`,
  ]);
}
