/** `touchstone compare`: lays saved results side by side; no server is needed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { Command, CommanderError } from 'commander';
import type { Environment } from '../../cli/environment.js';
import { UsageError } from '../option-values.js';
import { readReport } from '../report/read.js';
import { buildMatrix, matrixSummary } from './matrix.js';
import { renderMatrixMarkdown } from './matrix-markdown.js';
import { renderMatrixPage } from './matrix-page.js';

function describeCommand({ stdout, stderr }: Environment): Command {
  return new Command('touchstone compare')
    .description(
      'Lay the results of several runs side by side: requirement by target, differing rows first.',
    )
    .argument('<report.json...>', 'results that "touchstone check" has left, two or more')
    .option('--reports <dir>', 'the folder for comparison.html and comparison.md', 'reports')
    .addHelpText('after', '\nExample:\n  touchstone compare ours/report.json theirs/report.json')
    .exitOverride()
    .configureOutput({ writeOut: (t) => stdout.write(t), writeErr: (t) => stderr.write(t) });
}

/** Resolves to 0 when the comparison is written, 2 for wrong usage or results that do not fit. */
export async function main(environment: Environment): Promise<number> {
  const { argv, cwd, stdout, stderr } = environment;
  try {
    const command = describeCommand(environment).parse([...argv], { from: 'user' });
    if (command.args.length < 2) throw new UsageError('Give two results or more.');
    const reports = command.args.map((file) => {
      return { file, report: readReport(resolve(cwd, file), file) };
    });
    const matrix = buildMatrix(reports);
    const folder = resolve(cwd, command.opts<{ reports: string }>().reports);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'comparison.html'), renderMatrixPage(matrix));
    writeFileSync(join(folder, 'comparison.md'), renderMatrixMarkdown(matrix));
    const place = relative(cwd, join(folder, 'comparison.html'));
    stdout.write(`${matrixSummary(matrix)}\nComparison: ${place}\n`);
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof UsageError)) throw error;
    stderr.write(`touchstone compare: ${error.message}\n`);
    return 2;
  }
}
