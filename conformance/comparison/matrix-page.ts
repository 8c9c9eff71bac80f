/** The matrix as one HTML file, without other files or network access. */
import {
  filterScript,
  type Html,
  html,
  readAsset,
  renderFilters,
  renderNothing,
  renderPage,
  renderScrolling,
  renderTick,
} from '../report/html/html.js';
import { renderBadge, renderLink } from '../report/html/requirement.js';
import { renderHeading } from '../report/html/section-link.js';
import { toMinute } from '../report/queries.js';
import { sectionSign } from '../suite/suite.js';
import {
  listParts,
  type Matrix,
  type MatrixPart,
  matrixSummary,
  occurringVerdicts,
} from './matrix.js';
import { cellClassOf, renderCellContent, renderMatrixTable } from './matrix-table.js';

/** Wider tables scroll. */
const mostFitting = 4;

function renderPart({ title, sections }: MatrixPart, { columns }: Matrix): Html {
  const isFitting = columns.length <= mostFitting;
  const [first] = columns;
  const groups = sections.map(({ number, rows }) => ({
    heading: first && renderHeading(number, first.report.suite),
    rows,
  }));
  const table = renderMatrixTable(groups, {
    style: isFitting ? 'fitting' : 'scrolling',
    columns: columns.map(({ label }) => html`${label}`),
    nameRow: ({ id, section }) =>
      html`<code>${id}</code> <span class="section">${sectionSign(section)}</span>`,
    renderCell: (cell, column) =>
      html`<td class="${cellClassOf(cell)}" data-target="${columns[column]?.label}"><div>${renderCellContent(cell, renderLink)}</div></td>`,
  });
  return html`<section class="part"><h2>${title}</h2><div class="${isFitting ? 'whole' : 'scroll'}">${table}</div></section>`;
}

/** The conclusion and the counts of each result; verdicts that no result has are left out. */
function renderResults(matrix: Matrix): Html {
  const verdicts = occurringVerdicts(matrix);
  const rows = matrix.columns.map(({ label, report }) => {
    const counts = verdicts.map(
      (verdict) => html`<td data-target="${verdict}">${report.counts[verdict]}</td>`,
    );
    return html`<tr><th scope="row">${label}<br><span class="soft">${toMinute(report.startedAt)} UTC</span></th><td data-target="conclusion">${report.conclusion.answer}</td>${counts}</tr>`;
  });
  const heads = verdicts.map((verdict) => html`<th scope="col">${renderBadge(verdict)}</th>`);
  return renderScrolling(
    html`<table class="matrix results"><thead><tr><th scope="col">Result</th><th scope="col">Conclusion</th>${heads}</tr></thead><tbody>${rows}</tbody></table>`,
  );
}

/** The whole page. */
export function renderMatrixPage(matrix: Matrix): string {
  const agrees = matrix.rows.every(({ difference }) => difference === null);
  return renderPage({
    title: 'Touchstone comparison',
    styles: [readAsset('report.css'), readAsset('rows.css'), readAsset('matrix.css')],
    scripts: [filterScript(), readAsset('matrix.client.js')],
    body: html`<header>
<h1>Comparison of conformance results</h1>
<p class="conclusion ${agrees ? 'good' : 'unsure'}"><strong>${matrixSummary(matrix)}</strong></p>
${renderResults(matrix)}
</header>
<main>
${renderFilters([renderTick('all', 'show rows without a difference', agrees)])}
${listParts(matrix).map((part) => renderPart(part, matrix))}
${renderNothing()}
</main>`,
  });
}
