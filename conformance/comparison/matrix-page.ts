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
import {
  renderAnswers,
  renderBadge,
  renderLink,
  styleClassOf,
} from '../report/html/requirement.js';
import { renderHeading } from '../report/html/section-link.js';
import { toMinute } from '../report/queries.js';
import { sectionSign } from '../suite/suite.js';
import { describeCell } from './describe-cell.js';
import {
  listParts,
  type Matrix,
  type MatrixCell,
  type MatrixColumn,
  type MatrixPart,
  type MatrixRow,
  type MatrixSection,
  matrixSummary,
  occurringVerdicts,
} from './matrix.js';

function renderCell(cell: MatrixCell, { label }: MatrixColumn): Html {
  const { request, lines, blockedBy } = describeCell(cell);
  const cause =
    blockedBy === null ? undefined : html`<p class="cause">by ${renderLink(blockedBy)}</p>`;
  const sent = request === null ? undefined : html`<p><code>${request}</code></p>`;
  return html`<td class="${styleClassOf(cell.verdict)}-cell" data-target="${label}"><div>${renderBadge(cell.verdict)}${cause}${sent}${lines.map((line) => html`<p>${line}</p>`)}${renderAnswers(cell.observations)}</div></td>`;
}

function renderRow(row: MatrixRow, columns: readonly MatrixColumn[]): Html {
  return html`<tr id="${row.id}" class="matrix-row" data-differs="${String(row.difference !== null)}">
<th scope="row" class="name"><code>${row.id}</code> <span class="section">${sectionSign(row.section)}</span><span class="statement">${row.statement}</span></th>
${columns.map((column, index) => renderCell(row.cells[index] as MatrixCell, column))}
</tr>`;
}

function renderSection({ number, rows }: MatrixSection, { columns }: Matrix): Html {
  const [first] = columns;
  const title = first === undefined ? number : renderHeading(number, first.report.suite);
  return html`<tbody><tr class="matrix-section"><th scope="rowgroup" colspan="${columns.length + 1}">${title}</th></tr>${rows.map((row) => renderRow(row, columns))}</tbody>`;
}

/** Wider tables scroll. */
const mostFitting = 4;

function renderPart({ title, sections }: MatrixPart, matrix: Matrix): Html {
  const labels = matrix.columns.map(({ label }) => html`<th scope="col">${label}</th>`);
  const isFitting = matrix.columns.length <= mostFitting;
  return html`<section class="part"><h2>${title}</h2><div class="${isFitting ? 'whole' : 'scroll'}"><table class="matrix ${isFitting ? 'fitting' : 'scrolling'}"><thead><tr><th scope="col">Requirement</th>${labels}</tr></thead>${sections.map((section) => renderSection(section, matrix))}</table></div></section>`;
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
