/** `touchstone compare`: lays saved results side by side; no server is needed. */
import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { createCommand, runCommand } from '../../kit/command-line.js';
import type { Environment } from '../../kit/environment.js';
import { UsageError } from '../../kit/usage-error.js';
import { readReport } from '../report/read.js';
import { createReportsFolder } from '../report/reports-folder.js';
import { buildMatrix, matrixSummary } from './matrix.js';
import { renderMatrixMarkdown } from './matrix-markdown.js';
import { renderMatrixPage } from './matrix-page.js';

function describeCommand(environment: Environment): Command {
  return createCommand('touchstone compare', environment)
    .description(
      'Lays the results of several runs side by side: requirement by target, differing rows first.',
    )
    .argument('<report.json...>', 'results that "touchstone check" has left, two or more')
    .option('--reports <dir>', 'the folder for comparison.html and comparison.md', 'reports')
    .addHelpText('after', '\nExample:\n  touchstone compare ours/report.json theirs/report.json');
}

/** @throws UsageError for results that do not fit, and a folder that cannot be written to. */
function compare(files: readonly string[], reports: string, { cwd, stdout }: Environment): void {
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

/** Resolves to 0 when the comparison is written, 2 for wrong usage or results that do not fit. */
export function main(environment: Environment): Promise<number> {
  const command = describeCommand(environment).action(
    (files: string[], { reports }: { reports: string }) => compare(files, reports, environment),
  );
  return runCommand(command, environment);
}
