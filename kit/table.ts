import { mustExist } from './invariant.js';

/**
 * Renders a table in Markdown, padded for terminals: the first column aligned to the left, the
 * others, with figures, to the right.
 *
 * @throws Error if a row has fewer cells than the header
 */
export function renderTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const cellOf = (row: readonly string[], column: number) =>
    mustExist(row[column], `cell in column ${column + 1}`);
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => cellOf(row, column).length)),
  );
  const renderRow = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => pad(cellOf(cells, column), width, column)).join(' | ')} |`;
  const rule = `| ${widths.map(ruleOf).join(' | ')} |`;
  return `${[renderRow(header), rule, ...rows.map(renderRow)].join('\n')}\n`;
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

function ruleOf(width: number, column: number): string {
  return column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`;
}

/** Formats a figure with three significant digits or all of its integer digits. */
export function formatNumber(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value.toFixed(value >= 10 ? 1 : 2);
}
