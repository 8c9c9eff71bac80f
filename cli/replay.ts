/** `touchstone replay`: judges a failed requirement again. */
import { join, resolve } from 'node:path';
import { findFailure, replay } from '../conformance/replay/replay.js';
import { readAnyReport, requireSuite } from '../conformance/report/read.js';
import { createCommand } from '../kit/command-line.js';
import type { Environment } from '../kit/environment.js';
import { addServerOptions, runWithSuite } from './options/server-options.js';

const otherHelps = {
  'base-url': 'the address of the server (default: that of the check)',
};

const epilogue = `
The scenarios of the requirement run again against the server, with new rows
that are deleted at the end.

Environment variables and the configuration file are read as for "touchstone
check": the key base-url stands for --base-url.

Exit codes:
  0  fixed: every case passes
  1  still broken
  2  wrong usage, a mistake in the suite, or a result that cannot be used
  3  cannot say: a condition of the requirement is missing or broken
  4  an internal error of Touchstone

Example:
  touchstone replay todos.create.status --base-url http://127.0.0.1:7001`;

/** Resolves to the exit code; see `--help`. */
export async function main(environment: Environment): Promise<number> {
  const command = createCommand('touchstone replay', environment)
    .description('Judges a failed requirement again: fixed, still broken, or cannot say.')
    .argument('<id>', 'the id of the failed requirement')
    .option('--report <file>', 'the result of a check (default: report.json in its reports folder)')
    .addHelpText('after', epilogue);
  return await runWithSuite(command, environment, (suite) => {
    const readServerOptions = addServerOptions(command, suite, otherHelps, ['disposable']);
    return async () => {
      const options = readServerOptions(environment);
      const file =
        command.opts<{ report?: string }>().report ?? join(options.reports, 'report.json');
      const report = readAnyReport(resolve(environment.cwd, file), file);
      requireSuite(report, suite, file);
      const [id] = command.processedArgs as [string];
      const row = findFailure(report, id);
      return await replay({ suite, row, report, options, environment });
    };
  });
}
