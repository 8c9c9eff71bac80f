import { code, escapeMarkdown } from '../report/markdown.js';
import { inBrackets } from '../suite/sections.js';
import { type Matrix, type MatrixCell, matrixSummary } from './matrix.js';

function renderCell({ verdict, observations }: MatrixCell): string {
  return observations.length === 0 ? verdict : observations.map(code).join(' ');
}

/** The rows in which the results differ, as a table. */
export function renderMatrixMarkdown(matrix: Matrix): string {
  const labels = matrix.columns.map(({ label }) => escapeMarkdown(label));
  const conclusions = matrix.columns.map(({ report }) => report.conclusion.answer);
  const rows = matrix.rows
    .filter(({ differs }) => differs)
    .map(
      ({ id, section, statement, cells }) =>
        `| \`${id}\` | ${escapeMarkdown(statement)}${inBrackets(section)} | ${cells.map(renderCell).join(' | ')} |`,
    );
  const table = [
    `| Requirement | Statement | ${labels.join(' | ')} |`,
    `|---|---|${labels.map(() => '---').join('|')}|`,
    `| | **Conclusion** | ${conclusions.map((answer) => `**${answer}**`).join(' | ')} |`,
    ...rows,
  ];
  return `# Comparison\n\n${matrixSummary(matrix)}\n\n${table.join('\n')}\n`;
}
