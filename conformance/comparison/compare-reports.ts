/** Compares saved results; no server is needed. */
import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Environment } from '../../kit/environment.js';
import { UsageError } from '../../kit/errors.js';
import { readReport } from '../report/read.js';
import { createReportsFolder } from '../report/reports-folder.js';
import { buildMatrix, matrixSummary, type NamedReport } from './matrix.js';
import { renderMatrixMarkdown } from './matrix-markdown.js';
import { renderMatrixPage } from './matrix-page.js';

/**
 * Writes the comparison into a folder, and prints its summary.
 *
 * @param files results of complete checks
 * @throws UsageError for results that cannot be compared, and for a folder that cannot be written
 *   to
 */
export function compareReports(
  files: readonly string[],
  reports: string,
  { cwd, stdout }: Pick<Environment, 'cwd' | 'stdout'>,
): void {
  if (files.length < 2) throw new UsageError('Give two results or more.');
  const results = files.map((file) => ({ file, report: readReport(resolve(cwd, file), file) }));
  checkComparable(results);
  const matrix = buildMatrix(results);
  const folder = resolve(cwd, reports);
  createReportsFolder(folder);
  writeFileSync(join(folder, 'comparison.html'), renderMatrixPage(matrix));
  writeFileSync(join(folder, 'comparison.md'), renderMatrixMarkdown(matrix));
  const place = relative(cwd, join(folder, 'comparison.html'));
  stdout.write(`${matrixSummary(matrix)}\nComparison: ${place}\n`);
}

/** @throws UsageError for results of different suites or versions of the specification */
function checkComparable([first, ...others]: readonly NamedReport[]): void {
  for (const other of others) {
    if (first === undefined) return;
    const [one, two] = [first.report.suite, other.report.suite];
    if (one.name !== two.name) {
      throw new UsageError(
        `${first.file} and ${other.file} cannot be compared: they are results of different suites, ${one.name} and ${two.name}.`,
      );
    }
    if (one.specification.hash !== two.specification.hash) {
      throw new UsageError(
        `${first.file} and ${other.file} cannot be compared: they judge different versions of the specification.`,
      );
    }
  }
}
