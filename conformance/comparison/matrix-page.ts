/** The matrix as one HTML file that needs nothing else. */
import { type Html, html, readAsset, renderPage } from '../report/html/html.js';
import { classOf, renderAnswers, renderBadge } from '../report/html/requirement.js';
import { sectionSign } from '../suite/sections.js';
import {
  type Matrix,
  type MatrixCell,
  type MatrixColumn,
  type MatrixRow,
  matrixSummary,
} from './matrix.js';

function renderCell(cell: MatrixCell, { label }: MatrixColumn): Html {
  const title = cell.reason ?? '';
  return html`<td class="${classOf(cell.verdict)}-cell" data-target="${label}" title="${title}">${renderBadge(cell.verdict)}${renderAnswers(cell.observations)}</td>`;
}

function renderRow(row: MatrixRow, columns: readonly MatrixColumn[]): Html {
  const text = `${row.id} ${row.statement} ${row.section}`.toLowerCase();
  return html`<tr id="${row.id}" class="matrix-row" data-differs="${String(row.differs)}" data-text="${text}">
<th scope="row"><code>${row.id}</code> <span class="section">${sectionSign(row.section)}</span><span class="statement">${row.statement}</span></th>
${columns.map((column, index) => renderCell(row.cells[index] as MatrixCell, column))}
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
  const agrees = matrix.rows.every(({ differs }) => !differs);
  return renderPage({
    title: 'Touchstone comparison',
    styles: [readAsset('report.css'), readAsset('rows.css'), readAsset('matrix.css')],
    script: readAsset('matrix.client.js'),
    body: html`<header>
<h1>Comparison of conformance results</h1>
<p class="conclusion ${agrees ? 'good' : 'unsure'}"><strong>${matrixSummary(matrix)}</strong></p>
</header>
<main>
<form class="filters" role="search">
<label>Search <input type="search" id="text" placeholder="id or words" autocomplete="off"></label>
<label class="check"><input type="checkbox" id="all"${agrees ? html` checked` : undefined}> show rows without a difference</label>
<output id="shown" aria-live="polite"></output>
</form>
<div class="scroll"><table class="matrix">${renderHead(matrix)}<tbody>${matrix.rows.map((row) => renderRow(row, matrix.columns))}</tbody></table></div>
</main>`,
  });
}
