/** The report as one HTML file, without other files or network access. */
import { sectionNumber } from '../../suite/suite.js';
import { type ReportPlace, usualReports } from '../commands.js';
import type { HistoryEntry } from '../history.js';
import type { Report } from '../model.js';
import { renderHistory } from './history.js';
import {
  Html,
  html,
  type PageContent,
  type PageParts,
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
  renderOmitted,
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
  return renderPage({ ...renderReportContent(report, history, place), ...reportAssets() });
}

/** The style sheets and scripts of a report. */
export function reportAssets(): Pick<PageParts, 'styles' | 'scripts'> {
  return {
    styles: ['report.css', 'exchange.css', 'rows.css', 'times.css'].map(readAsset),
    scripts: ['filters', 'report', 'copy', 'json'].map((name) => readAsset(`${name}.client.js`)),
  };
}

/** What a report shows, for pages that have its style sheets and scripts. */
export function renderReportContent(
  report: Report,
  history: readonly HistoryEntry[],
  place: ReportPlace,
): PageContent {
  const rows = renderRows({ ...report, place }, history);
  const parts = [
    renderUntested(report),
    renderObservations(report),
    renderCoverage(report),
    renderHistory(history),
    renderTimeline(report),
    renderGlossary(),
  ];
  return {
    title: `${report.conclusion.answer} – Touchstone report`,
    body: html`<header>
<h1>Conformance report</h1>
${renderConclusion(report)}
${renderNotices(report, place)}
<div class="facts-of-run">${renderRun(report)}${renderSecrets(report)}</div>
</header>
<main>
<section id="requirements" aria-label="Requirements">
<div class="bar">
${renderCounts(report)}
${renderReportFilters(report, renderParts([rows, ...parts]))}
</div>
${rows}
${renderNothing()}
</section>
${parts}
</main>`,
  };
}

/** Links to the parts of the page, by their headings with an id. */
function renderParts(parts: readonly Html[]): Html {
  const headings = parts.flatMap(({ text }) => [...text.matchAll(/<h2 id="([^"]+)">.*?<\/h2>/g)]);
  const links = headings.map(([heading, id]) => {
    return html`<li><a href="#${id}">${new Html(heading.replace(/<[^>]+>/g, ''))}</a></li>`;
  });
  return html`<details class="parts"><summary>Go to</summary><ul>${links}</ul></details>`;
}

function renderReportFilters(report: Report, links: Html): Html {
  const { requirements } = report;
  const classes = requirements.map((row) => row.class);
  const profiles = requirements.flatMap((row) => row.profiles);
  const parts = requirements.map((row) => `§${sectionNumber(row)}`);
  return renderFilters([
    html`<details class="more"><summary>More filters</summary><div>
${renderTick('observed', 'hide observed requirements')}
${renderChoice('section', 'Section', parts)}
${renderChoice('class', 'Class', classes)}
${renderChoice('profile', 'Profile', profiles)}
${renderOmitted(report)}
</div></details>`,
    links,
  ]);
}
