/** Tables of requirements by targets, for pages that compare results. */
import { type Html, html } from '../report/html/html.js';
import { renderAnswers, renderBadge, styleClassOf } from '../report/html/requirement.js';
import type { MatrixCell } from './cell.js';
import type { MatrixRow } from './matrix.js';

/** The rows of a table below one heading. */
export interface TableGroup {
  /** Undefined for a table with one group, which needs no heading. */
  readonly heading: Html | undefined;
  readonly rows: readonly MatrixRow[];
}

/** How a table shows its columns and rows. */
export interface TableLook {
  /** Its CSS classes besides `matrix`. */
  readonly style: string;
  /** The widths of the columns after the first one, in rem; undefined lets the browser choose. */
  readonly columnWidths?: readonly number[];
  /** One for each cell of a row. */
  readonly columns: readonly Html[];
  /** The id of a requirement, for example as a link, and its section. */
  readonly nameRow: (row: MatrixRow) => Html;
  /** A `td` element. */
  readonly renderCell: (cell: MatrixCell, column: number, row: MatrixRow) => Html;
}

/** A table with a row for each requirement and a column for each target. */
export function renderMatrixTable(groups: readonly TableGroup[], look: TableLook): Html {
  const heads = look.columns.map((column) => html`<th scope="col">${column}</th>`);
  return html`<table class="matrix ${look.style}"${fixColumns(look.columnWidths)}<thead><tr><th scope="col">Requirement</th>${heads}</tr></thead>${groups.map((group) => renderGroup(group, look))}</table>`;
}

/**
 * The end of a table's start tag, and its columns: with fixed widths, a browser lays out large
 * tables faster, without looking at all cells. The style sheet sets the width of the first column,
 * `--first`.
 *
 * @param widths of the other columns, in rem
 */
export function fixColumns(widths: readonly number[] | undefined): Html {
  if (widths === undefined) return html`>`;
  const sum = widths.reduce((total, width) => total + width, 0);
  const columns = widths.map((width) => html`<col style="width:${width}rem">`);
  return html` style="table-layout:fixed;width:calc(var(--first) + ${sum.toFixed(1)}rem)"><colgroup><col style="width:var(--first)">${columns}</colgroup>`;
}

function renderGroup({ heading, rows }: TableGroup, look: TableLook): Html {
  const head =
    heading &&
    html`<tr class="matrix-section"><th scope="rowgroup" colspan="${look.columns.length + 1}">${heading}</th></tr>`;
  return html`<tbody>${head}${rows.map((row) => renderRow(row, look))}</tbody>`;
}

function renderRow(row: MatrixRow, { nameRow, renderCell }: TableLook): Html {
  const { id, statement, difference } = row;
  return html`<tr id="${id}" class="matrix-row" data-differs="${String(difference !== null)}">
<th scope="row" class="name">${nameRow(row)}<span class="statement">${statement}</span></th>
${row.cells.map((cell, column) => renderCell(cell, column, row))}
</tr>`;
}

/**
 * The content of a cell in full: the verdict, its explanation, and the difference.
 *
 * @param linkTo the link to another requirement
 */
export function renderCellContent(cell: MatrixCell, linkTo: (id: string) => Html): Html {
  const { verdict, request, lines, blockedBy, observations } = cell;
  const cause = blockedBy === null ? undefined : html`<p class="cause">by ${linkTo(blockedBy)}</p>`;
  const sent = request === null ? undefined : html`<p><code>${request}</code></p>`;
  return html`${renderBadge(verdict)}${cause}${sent}${lines.map((line) => html`<p>${line}</p>`)}${renderAnswers(observations)}`;
}

/** The CSS class of a cell with this verdict. */
export function cellClassOf({ verdict }: MatrixCell): string {
  return `${styleClassOf(verdict)}-cell`;
}
