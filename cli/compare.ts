/** `touchstone compare`: compares saved results; needs no server. */
import type { Command } from 'commander';
import { compareReports } from '../conformance/comparison/compare-reports.js';
import { createCommand, runCommand } from '../kit/command-line.js';
import type { Environment } from '../kit/environment.js';

function describeCommand(environment: Environment): Command {
  return createCommand('touchstone compare', environment)
    .description(
      'Compares the results of several runs in a table of requirements by targets, differences first.',
    )
    .argument('<report.json...>', 'two or more results of "touchstone check"')
    .option('--reports <dir>', 'the folder for comparison.html and comparison.md', 'reports')
    .addHelpText('after', '\nExample:\n  touchstone compare ours/report.json theirs/report.json');
}

/** Resolves to 0 when the comparison is written, 2 for wrong usage or incomparable results. */
export function main(environment: Environment): Promise<number> {
  const command = describeCommand(environment).action(
    (files: string[], { reports }: { reports: string }) =>
      compareReports(files, reports, environment),
  );
  return runCommand(command, environment);
}
