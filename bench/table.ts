/**
 * A table in Markdown, aligned so that it reads well in a terminal too: the first column to the
 * left, the others, which hold figures, to the right.
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

/** A figure with as many decimals as its size makes meaningful. */
export function formatNumber(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value.toFixed(value >= 10 ? 1 : 2);
}
