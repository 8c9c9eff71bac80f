/** `touchstone docs`: builds the API documentation site from the OpenAPI description. */
import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { loadDescription } from '../api-docs/description.js';
import { withRecordedExamples } from '../api-docs/recorded-examples.js';
import { renderSite, writeSite } from '../api-docs/site.js';
import { readReport } from '../conformance/report/read.js';
import type { Suite } from '../conformance/suite/suite.js';
import { createCommand, runCommand } from '../kit/command-line.js';
import type { Environment } from '../kit/environment.js';
import { systemReason, UsageError } from '../kit/errors.js';
import { readSuite } from './options/read-options.js';

interface Options {
  readonly output: string;
  readonly openapi?: string;
  readonly suite?: string;
  readonly report?: string;
}

const examples = `
Examples:
  touchstone docs --output public/api
  touchstone docs --report reports/report.json`;

function describeCommand(environment: Environment): Command {
  return createCommand('touchstone docs', environment)
    .description('Builds the API documentation: a static page that works without a network.')
    .option('--output <dir>', 'the folder for the site', 'docs/site')
    .option('--suite <dir>', 'the folder of a suite (default: the shipped suite)')
    .option('--openapi <file>', 'an OpenAPI description (3.0 to 3.2) without a suite')
    .option(
      '--report <file>',
      'take the examples from this result of "touchstone check", best made with --keep all',
    )
    .addHelpText('after', examples);
}

function locateDescription(
  { openapi }: Options,
  suite: Suite | undefined,
  { cwd }: Environment,
): string {
  if (openapi !== undefined) return resolve(cwd, openapi);
  if (suite?.openapi !== undefined) return suite.openapi;
  throw new UsageError('The suite has no OpenAPI description (openapi in its suite.yaml).');
}

/** @throws UsageError for the result of another suite */
function readReportOf(
  suite: Suite | undefined,
  file: string,
  { cwd }: Environment,
): ReturnType<typeof readReport> {
  const report = readReport(resolve(cwd, file), file);
  if (suite === undefined || report.suite.name === suite.name) return report;
  throw new UsageError(
    `--report: ${file} is a result of the suite ${report.suite.name}, but the documentation is for the suite ${suite.name}.`,
  );
}

async function build(options: Options, environment: Environment): Promise<void> {
  const { cwd, stdout, stderr } = environment;
  const { output, report, openapi, suite: folder } = options;
  if (openapi !== undefined && folder !== undefined) {
    throw new UsageError('--openapi and --suite exclude each other: give only one of them.');
  }
  const suite = openapi === undefined ? readSuite(environment) : undefined;
  const file = locateDescription(options, suite, environment);
  const stated = await loadDescription(file, (problems) => {
    stderr.write(`touchstone docs: ${problems}\nThe page may be incomplete.\n`);
  });
  const description =
    report === undefined
      ? stated
      : withRecordedExamples(stated, readReportOf(suite, report, environment));
  const files = renderSite(description, suite);
  try {
    const page = await writeSite(files, resolve(cwd, output));
    stdout.write(`API docs: ${relative(cwd, page) || page}\n`);
  } catch (error) {
    throw new UsageError(`${output} cannot be written: ${systemReason(error)}.`);
  }
}

/** Resolves to 0 when the site is written, 2 for wrong usage or an unusable description. */
export function main(environment: Environment): Promise<number> {
  const command = describeCommand(environment).action((options: Options) =>
    build(options, environment),
  );
  return runCommand(command, environment);
}
