/** The differing rows as Markdown, for a job's summary or a pull request. */
import { mustExist } from '../../kit/invariant.js';
import { code, escapeMarkdown } from '../report/formats/markdown.js';
import { inBrackets, sectionHeading } from '../suite/suite.js';
import type { MatrixCell } from './cell.js';
import {
  listParts,
  type Matrix,
  type MatrixPart,
  type MatrixRow,
  matrixSummary,
  occurringVerdicts,
} from './matrix.js';

/** A table cell must be one line. */
function renderCell(cell: MatrixCell): string {
  const { request, lines, blockedBy } = cell;
  const verdict = blockedBy === null ? cell.verdict : `${cell.verdict} by ${code(blockedBy)}`;
  const isObserved = cell.verdict === 'observed' && cell.observations.length > 0;
  return [
    ...(isObserved ? [] : [verdict]),
    ...(request === null ? [] : [code(request)]),
    ...lines.map(escapeMarkdown),
    ...cell.observations.map(code),
  ].join('<br>');
}

function renderRow({ id, section, statement, cells }: MatrixRow): string {
  const requirement = `${code(id)}<br>${escapeMarkdown(statement)}${inBrackets(section)}`;
  return `| ${requirement} | ${cells.map(renderCell).join(' | ')} |`;
}

function renderTable(heads: readonly string[], rows: readonly string[]): string {
  return [`| ${heads.join(' | ')} |`, `|${heads.map(() => '---').join('|')}|`, ...rows].join('\n');
}

/** The conclusion and the counts of each result; verdicts that no result has are left out. */
function renderResults(matrix: Matrix): string {
  const verdicts = occurringVerdicts(matrix);
  const rows = matrix.columns.map(({ label, report }) => {
    const counts = verdicts.map((verdict) => report.counts[verdict]);
    return `| ${escapeMarkdown(label)} | **${report.conclusion.answer}** | ${counts.join(' | ')} |`;
  });
  return renderTable(['Result', 'Conclusion', ...verdicts], rows);
}

function renderPart({ title, sections }: MatrixPart, { columns }: Matrix): string[] {
  const { suite } = mustExist(columns[0], 'result').report;
  const heads = ['Requirement', ...columns.map(({ label }) => escapeMarkdown(label))];
  return [
    `## ${title}`,
    ...sections.flatMap(({ number, rows }) => [
      `### ${escapeMarkdown(sectionHeading(number, suite.sections))}`,
      renderTable(heads, rows.map(renderRow)),
    ]),
  ];
}

/** The rows with differences, as tables by section. */
export function renderMatrixMarkdown(matrix: Matrix): string {
  const parts = listParts(matrix).filter(({ difference }) => difference !== null);
  const blocks = [
    '# Comparison',
    matrixSummary(matrix),
    renderResults(matrix),
    ...parts.flatMap((part) => renderPart(part, matrix)),
  ];
  return `${blocks.join('\n\n')}\n`;
}
