/**
 * Renders a table in Markdown, padded for terminals: the first column aligned to the left, the
 * others, with figures, to the right.
 */
export function renderTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const renderRow = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => pad(cells[column] ?? '', width, column)).join(' | ')} |`;
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
