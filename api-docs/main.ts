/** The `docs` command: builds the API documentation site from the OpenAPI description. */
import { relative, resolve } from 'node:path';
import { Command, CommanderError } from 'commander';
import type { Environment } from '../cli/environment.js';
import { packageFile } from '../cli/package-root.js';
import { systemReason } from '../cli/system-reason.js';
import { readReport } from '../conformance/report/read.js';
import { loadDescription } from './description.js';
import { withRecordedExamples } from './recorded-examples.js';
import { writeSite } from './site.js';

interface Options {
  readonly output: string;
  readonly spec?: string;
  readonly report?: string;
}

const examples = `
Examples:
  touchstone docs --output public/api
  touchstone docs --report reports/report.json`;

function describeCommand(environment: Environment): Command {
  return new Command('touchstone docs')
    .description('Build the API documentation: a static page that works without a network.')
    .option('--output <dir>', 'folder to write the site to', 'docs/site')
    .option('--spec <file>', "OpenAPI 3.1 description (default: Touchstone's own)")
    .option('--report <file>', 'take the examples from this result of "touchstone check"')
    .addHelpText('after', examples)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => environment.stdout.write(text),
      writeErr: (text) => environment.stderr.write(text),
    });
}

function locateDescription({ spec }: Options, { cwd }: Environment): string {
  return spec === undefined ? packageFile('spec', 'openapi.yaml') : resolve(cwd, spec);
}

/** Resolves to 0 when the site is written, 2 for wrong usage or an invalid description. */
export async function main(environment: Environment): Promise<number> {
  try {
    const command = describeCommand(environment).parse([...environment.argv], { from: 'user' });
    const options = command.opts<Options>();
    const stated = await loadDescription(locateDescription(options, environment));
    const { report } = options;
    const description =
      report === undefined
        ? stated
        : withRecordedExamples(stated, readReport(resolve(environment.cwd, report), report));
    const page = await writeSite(description, resolve(environment.cwd, options.output));
    environment.stdout.write(`API docs: ${relative(environment.cwd, page) || page}\n`);
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    environment.stderr.write(`touchstone docs: ${systemReason(error)}\n`);
    return 2;
  }
}
