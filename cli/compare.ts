/** `touchstone compare`: lays saved results side by side; no server is needed. */
import type { Command } from 'commander';
import { compare } from '../conformance/comparison/compare.js';
import { createCommand, runCommand } from '../kit/command-line.js';
import type { Environment } from '../kit/environment.js';

function describeCommand(environment: Environment): Command {
  return createCommand('touchstone compare', environment)
    .description(
      'Lays the results of several runs side by side: requirement by target, differing rows first.',
    )
    .argument('<report.json...>', 'results that "touchstone check" has left, two or more')
    .option('--reports <dir>', 'the folder for comparison.html and comparison.md', 'reports')
    .addHelpText('after', '\nExample:\n  touchstone compare ours/report.json theirs/report.json');
}

/** Resolves to 0 when the comparison is written, 2 for wrong usage or results that do not fit. */
export function main(environment: Environment): Promise<number> {
  const command = describeCommand(environment).action(
    (files: string[], { reports }: { reports: string }) => compare(files, reports, environment),
  );
  return runCommand(command, environment);
}
