/** The matrix as one HTML file that needs nothing else. */
import { type Html, html, readAsset, renderPage } from '../report/html/html.js';
import { classOf, renderAnswers, renderBadge } from '../report/html/requirement.js';
import { type Matrix, type MatrixCell, type MatrixRow, matrixSummary } from './matrix.js';

function renderCell(cell: MatrixCell): Html {
  const title = cell.reason ?? '';
  return html`<td class="${classOf(cell.verdict)}-cell" title="${title}">${renderBadge(cell.verdict)}${renderAnswers(cell.observations)}</td>`;
}

function renderRow(row: MatrixRow): Html {
  const text = `${row.id} ${row.statement} ${row.section}`.toLowerCase();
  return html`<tr id="${row.id}" class="matrix-row" data-differs="${String(row.differs)}" data-text="${text}">
<th scope="row"><code>${row.id}</code> <span class="section">§${row.section}</span><span class="statement">${row.statement}</span></th>
${row.cells.map(renderCell)}
</tr>`;
}

function renderHead({ columns }: Matrix): Html {
  const cells = columns.map(
    ({ label, report }) =>
      html`<th scope="col">${label}<br><span class="soft">${report.conclusion.answer} · ${report.startedAt.slice(0, 10)}</span></th>`,
  );
  return html`<thead><tr><th scope="col">Requirement</th>${cells}</tr></thead>`;
}

/** The whole page. */
export function renderMatrixPage(matrix: Matrix): string {
  return renderPage({
    title: 'Touchstone comparison',
    styles: [readAsset('report.css'), readAsset('rows.css'), readAsset('matrix.css')],
    script: readAsset('matrix.client.js'),
    body: html`<header>
<h1>Comparison of conformance results</h1>
<p class="conclusion unsure"><strong>${matrixSummary(matrix)}</strong></p>
</header>
<main>
<form class="filters" role="search">
<label>Search <input type="search" id="text" placeholder="id or words" autocomplete="off"></label>
<label class="check"><input type="checkbox" id="all"> show rows without a difference</label>
<output id="shown" aria-live="polite"></output>
</form>
<div class="scroll"><table class="matrix">${renderHead(matrix)}<tbody>${matrix.rows.map(renderRow)}</tbody></table></div>
</main>`,
  });
}
