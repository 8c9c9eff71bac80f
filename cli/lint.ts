/** `touchstone lint`: finds mistakes and gaps in a suite without sending a request. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Option } from 'commander';
import { type LintFinding, renderGithub, renderText } from '../conformance/lint/finding.js';
import { addNeeds } from '../conformance/lint/fix-suite.js';
import { lint, shippedSources } from '../conformance/lint/lint-suite.js';
import { watchSuite } from '../conformance/lint/watch.js';
import { nameOf } from '../conformance/suite/checked-document.js';
import { suiteFile } from '../conformance/suite/load-suite.js';
import { createCommand, runCommand } from '../kit/command-line.js';
import type { Environment } from '../kit/environment.js';
import { UsageError } from '../kit/errors.js';
import { countOf } from '../kit/words.js';
import { harnessFlags } from './options/option-table.js';
import { suiteFolder, withDerivedParts } from './options/read-options.js';

const epilogue = `
Each finding names a file, a line and the problem. "touchstone check" refuses a
suite with errors. Notes are gaps, such as a requirement without a scenario; a
suite with notes runs.

Exit codes:
  0  no problems found
  1  errors or notes
  2  wrong usage

Examples:
  touchstone lint my-suite
  touchstone lint my-suite --fix
  touchstone lint my-suite --watch`;

interface LintOptions {
  readonly suite?: string;
  readonly format?: 'text' | 'github';
  readonly watch?: true;
  readonly fix?: true;
}

/** Resolves to the exit code; see `--help`. */
export async function main(environment: Environment): Promise<number> {
  const command = createCommand('touchstone lint', environment)
    .description('Finds mistakes and gaps in a suite. Sends no request.')
    .argument(
      '[dir]',
      'the folder of the suite (default: that of touchstone.config.yaml, the current folder if it has a suite.yaml, or else the shipped suite)',
    )
    .option('--suite <dir>', 'the same as the argument, for symmetry with other commands')
    .addOption(
      new Option('--format <format>', 'output format: text, or annotations for GitHub')
        .choices(['text', 'github'])
        .default(undefined, 'text; on GitHub github'),
    )
    .option('--fix', 'add the needs that notes name to the requirements')
    .option('--watch', 'lint again when a file of the suite changes')
    .addHelpText('after', epilogue);
  return await runCommand(command, environment, async () => {
    const { watch, format, suite, fix } = command.opts<LintOptions>();
    const [given] = command.args;
    if (given !== undefined && suite !== undefined) {
      throw new UsageError('Give the folder once: as an argument, or with --suite.');
    }
    if (fix && watch) throw new UsageError('--fix and --watch exclude each other.');
    const folder = given === undefined ? ownFolder(environment) : resolve(environment.cwd, given);
    if (watch) return await watchSuite(folder ?? shippedSources(), format, environment);
    const isGithub = (format ?? (environment.env.GITHUB_ACTIONS ? 'github' : 'text')) === 'github';
    const findings = await lint(folder, harnessFlags, withDerivedParts);
    const left = fix ? await fixAll(folder ?? shippedSources(), findings, environment) : findings;
    if (given === undefined && suite === undefined) {
      environment.stdout.write(`Linted ${describeFolder(folder)}.\n`);
    }
    return report(left, isGithub, environment);
  });
}

/** The folder that the options name, or else the current one if it has a suite. */
function ownFolder(environment: Environment): string | undefined {
  const here = environment.cwd;
  return suiteFolder(environment) ?? (existsSync(join(here, suiteFile)) ? here : undefined);
}

/** @param folder undefined for the shipped suite */
function describeFolder(folder: string | undefined): string {
  return folder === undefined ? 'the shipped suite' : `the suite in ${nameOf(folder)}`;
}

/** Adds needs until no finding proposes one; returns the findings that are left. */
async function fixAll(
  folder: string,
  found: readonly LintFinding[],
  { stdout }: Environment,
): Promise<readonly LintFinding[]> {
  let findings = found;
  for (;;) {
    const added = addNeeds(folder, findings);
    for (const { id, need } of added) stdout.write(`${id} now needs ${need}.\n`);
    if (added.length === 0) return findings;
    findings = await lint(folder, harnessFlags, withDerivedParts);
  }
}

function report(
  findings: readonly LintFinding[],
  isGithub: boolean,
  { stdout }: Environment,
): number {
  for (const one of findings) stdout.write(`${isGithub ? renderGithub(one) : renderText(one)}\n`);
  const errors = findings.filter(({ kind }) => kind === 'error').length;
  stdout.write(`${summarize(errors, findings.length - errors)}\n`);
  return findings.length === 0 ? 0 : 1;
}

function summarize(errors: number, notes: number): string {
  if (errors + notes === 0) return 'No problems found.';
  const parts = [
    ...(errors === 0 ? [] : [`${countOf(errors, 'error')}: the suite cannot run`]),
    ...(notes === 0 ? [] : [`${countOf(notes, 'note')} on gaps`]),
  ];
  return `${parts.join('; ')}.`;
}
