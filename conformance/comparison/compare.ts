/** Lays saved results side by side; no server is needed. */
import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Environment } from '../../kit/environment.js';
import { UsageError } from '../../kit/errors.js';
import { readReport } from '../report/read.js';
import { createReportsFolder } from '../report/reports-folder.js';
import { buildMatrix, matrixSummary } from './matrix.js';
import { renderMatrixMarkdown } from './matrix-markdown.js';
import { renderMatrixPage } from './matrix-page.js';

/**
 * Writes the comparison into a folder, and prints what it says in short.
 *
 * @param files results that complete checks have left
 * @throws UsageError for results that do not fit, and a folder that cannot be written to
 */
export function compare(
  files: readonly string[],
  reports: string,
  { cwd, stdout }: Pick<Environment, 'cwd' | 'stdout'>,
): void {
  if (files.length < 2) throw new UsageError('Give two results or more.');
  const matrix = buildMatrix(
    files.map((file) => ({ file, report: readReport(resolve(cwd, file), file) })),
  );
  const folder = resolve(cwd, reports);
  createReportsFolder(folder);
  writeFileSync(join(folder, 'comparison.html'), renderMatrixPage(matrix));
  writeFileSync(join(folder, 'comparison.md'), renderMatrixMarkdown(matrix));
  const place = relative(cwd, join(folder, 'comparison.html'));
  stdout.write(`${matrixSummary(matrix)}\nComparison: ${place}\n`);
}
