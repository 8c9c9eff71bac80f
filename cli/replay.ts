/** `touchstone replay`: judges a requirement that failed once more, and says what has become of it. */
import { join, resolve } from 'node:path';
import { findFailure, replay } from '../conformance/replay/replay.js';
import { readAnyReport, requireSuite } from '../conformance/report/read.js';
import { createCommand } from '../kit/command-line.js';
import type { Environment } from '../kit/environment.js';
import { addServerOptions, runWithSuite } from './options/server-options.js';

const otherHelps = {
  'base-url': 'the server to ask (default: the one that was checked)',
};

const epilogue = `
The scenarios of the requirement run once more against the server: their rows
are new ones, with other ids, and are deleted at the end.

What "touchstone check" takes from environment variables and the configuration
file is taken from there, too: base-url for --base-url.

Exit codes:
  0  fixed: every case holds
  1  still broken
  2  wrong usage, or a result that cannot be used
  3  cannot say: something that the requirement builds on is missing or broken

Example:
  touchstone replay todos.create.status --base-url http://127.0.0.1:7001`;

/** Resolves to the exit code; see `--help`. */
export async function main(environment: Environment): Promise<number> {
  const command = createCommand('touchstone replay', environment)
    .description('Judges a requirement that failed once more, and says what has become of it.')
    .argument('<id>', 'the requirement that failed')
    .option('--report <file>', 'the result of a check (default: report.json among its reports)')
    .addHelpText('after', epilogue);
  return await runWithSuite(command, environment, (suite) => {
    const readServerOptions = addServerOptions(command, suite, otherHelps, ['disposable']);
    return async () => {
      const options = readServerOptions(environment);
      const file =
        command.opts<{ report?: string }>().report ?? join(options.reports, 'report.json');
      const report = readAnyReport(resolve(environment.cwd, file), file);
      requireSuite(report, suite, file);
      const row = findFailure(report, command.args[0] ?? '');
      return await replay({ suite, row, report, options, environment });
    };
  });
}
