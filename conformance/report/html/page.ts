/** The result as one HTML file that needs nothing else, neither files nor a network. */
import { readFileSync } from 'node:fs';
import { packageFile } from '../../../cli/package-root.js';
import type { Report, RequirementResult } from '../model.js';
import { type Html, html, verbatim } from './html.js';
import { renderRequirement } from './requirement.js';
import {
  renderConclusion,
  renderCounts,
  renderCoverage,
  renderFailures,
  renderGlossary,
  renderNotices,
  renderObservations,
  renderRun,
} from './summary.js';

/** The whole page. */
export function renderHtml(report: Report): string {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${report.conclusion.answer} – Touchstone report</title>
<style>${readAsset('report.css')}${readAsset('rows.css')}</style>
</head>
<body>
<header>
<h1>Conformance report</h1>
${renderConclusion(report)}
${renderRun(report)}
${renderNotices(report)}
</header>
<main>
${renderFailures(report)}
<section id="requirements">
<h2>Requirements</h2>
${renderCounts(report)}
${renderFilters(report)}
${renderSections(report.requirements)}
<p id="nothing" hidden>No requirement matches the filters.</p>
</section>
${renderObservations(report)}
${renderCoverage(report)}
${renderGlossary()}
</main>
<script>${readAsset('report.client.js')}</script>
</body>
</html>
`.text;
}

/** A file that lies beside this one's source. */
function readAsset(name: string): Html {
  return verbatim(readFileSync(packageFile('conformance', 'report', 'html', name), 'utf8'));
}

function renderFilters({ requirements }: Report): Html {
  const parts = [...new Set(requirements.map(partOf))].sort();
  const options = parts.map((part) => html`<option value="${part}">§${part}</option>`);
  return html`<form class="filters" role="search">
<label>Search <input type="search" id="text" placeholder="id or words" autocomplete="off"></label>
<label>Part <select id="part"><option value="">all</option>${options}</select></label>
<label class="check"><input type="checkbox" id="left-out"> show what was left out</label>
<output id="shown" aria-live="polite"></output>
</form>`;
}

/** `4.2` of `4.2 rule 3`. */
function partOf({ section }: RequirementResult): string {
  return section.split(' ')[0] ?? section;
}

function renderSections(requirements: readonly RequirementResult[]): readonly Html[] {
  const parts = [...new Set(requirements.map(partOf))].sort();
  return parts.map((part) => {
    const rows = requirements.filter((row) => partOf(row) === part);
    return html`<section class="part"><h3>§${part}</h3>${rows.map(renderRequirement)}</section>`;
  });
}
