/** `touchstone lint`: says what is to be mended in a suite, and sends nothing. */
import { resolve } from 'node:path';
import { Option } from 'commander';
import { type Finding, renderGithub, renderText } from '../conformance/lint/finding.js';
import { lint, shippedSources } from '../conformance/lint/lint-suite.js';
import { watchSuite } from '../conformance/lint/watch.js';
import { createCommand, runCommand } from '../kit/command-line.js';
import type { Environment } from '../kit/environment.js';
import { UsageError } from '../kit/errors.js';
import { countOf } from '../kit/words.js';
import { harnessFlags } from './options/option-table.js';
import { suiteFolder } from './options/read-options.js';

const epilogue = `
Each line names a file, a line and what is to be mended there. A suite with
errors is refused by "touchstone check"; it runs without scenarios for each
requirement, operation or sentence of its specification.

Exit codes:
  0  nothing is to be mended
  1  something is
  2  wrong usage

Examples:
  touchstone lint my-suite
  touchstone lint my-suite --watch`;

interface LintOptions {
  readonly suite?: string;
  readonly format?: 'text' | 'github';
  readonly watch?: true;
}

/** Resolves to the exit code; see `--help`. */
export async function main(environment: Environment): Promise<number> {
  const command = createCommand('touchstone lint', environment)
    .description('Says what is to be mended in a suite, and sends nothing.')
    .argument('[dir]', 'the folder of the suite (default: the one that comes with Touchstone)')
    .option('--suite <dir>', 'the same, as other commands have it')
    .addOption(
      new Option('--format <format>', 'how it is written: text, or annotations for GitHub')
        .choices(['text', 'github'])
        .default(undefined, 'text; on GitHub github'),
    )
    .option('--watch', 'look again whenever a file of the suite changes')
    .addHelpText('after', epilogue);
  return await runCommand(command, environment, async () => {
    const { watch, format, suite } = command.opts<LintOptions>();
    const [given] = command.args;
    if (given !== undefined && suite !== undefined) {
      throw new UsageError('Give the folder once: as an argument, or with --suite.');
    }
    const folder = given === undefined ? suiteFolder(environment) : resolve(environment.cwd, given);
    if (watch) return await watchSuite(folder ?? shippedSources(), format, environment);
    const isGithub = (format ?? (environment.env.GITHUB_ACTIONS ? 'github' : 'text')) === 'github';
    return report(await lint(folder, harnessFlags), isGithub, environment);
  });
}

function report(findings: readonly Finding[], isGithub: boolean, { stdout }: Environment): number {
  for (const one of findings) stdout.write(`${isGithub ? renderGithub(one) : renderText(one)}\n`);
  const errors = findings.filter(({ kind }) => kind === 'error').length;
  stdout.write(`${summarize(errors, findings.length - errors)}\n`);
  return findings.length === 0 ? 0 : 1;
}

function summarize(errors: number, notes: number): string {
  if (errors + notes === 0) return 'Nothing is to be mended.';
  const parts = [
    errors === 0 ? '' : `${countOf(errors, 'error')}, with which the suite does not run`,
    notes === 0 ? '' : `${countOf(notes, 'note')} on what it lacks`,
  ];
  return `${parts.filter((part) => part !== '').join('; ')}.`;
}
