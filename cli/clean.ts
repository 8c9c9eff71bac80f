/** `touchstone clean`: deletes what a check has left behind. */
import { resolve } from 'node:path';
import { clean } from '../conformance/clean.js';
import { readAnyReport, requireSuite } from '../conformance/report/read.js';
import { createCommand } from '../kit/command-line.js';
import type { Environment } from '../kit/environment.js';
import { addServerOptions, runWithSuite } from './options/server-options.js';

const otherHelps = {
  'base-url': 'where the server is now (default: where it was checked)',
};

const epilogue = `
A row is deleted only when the server shows the mark of that run in it; rows of
the run that the report does not name are found by the same mark. All others
are left alone.

Exit codes:
  0  nothing is left of what the report lists
  1  something is left; it is printed with the reason
  2  wrong usage, or a result that cannot be used

Example:
  touchstone clean reports/report.json`;

/** Resolves to the exit code; see `--help`. */
export async function main(environment: Environment): Promise<number> {
  const command = createCommand('touchstone clean', environment)
    .description('Deletes the rows that a check has left behind, as its result lists them.')
    .argument('<report>', 'the result of the check: its report.json')
    .addHelpText('after', epilogue);
  return await runWithSuite(command, environment, (suite) => {
    const readServerOptions = addServerOptions(command, suite, otherHelps);
    return async () => {
      const [file = ''] = command.args;
      const report = readAnyReport(resolve(environment.cwd, file), file);
      requireSuite(report, suite, file);
      const options = readServerOptions(environment);
      return await clean(report, suite, options, environment);
    };
  });
}
