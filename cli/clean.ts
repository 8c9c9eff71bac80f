/** `touchstone clean`: deletes the rows that a check left behind. */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { clean } from '../conformance/check/clean.js';
import { isJournal, readJournal } from '../conformance/check/run-journal.js';
import { readAnyReport, requireSuite } from '../conformance/report/read.js';
import { createCommand } from '../kit/command-line.js';
import type { Environment } from '../kit/environment.js';
import { addServerOptions, runWithSuite } from './options/server-options.js';

const otherHelps = {
  'base-url': 'the current address of the server (default: that of the check)',
};

const epilogue = `
A row is deleted only if the server shows the run's marker in it. Rows of the
run that the report does not name are found by the same marker. No other row is
touched.

Exit codes:
  0  none of the listed rows is left, or only such that no request deletes
  1  others are left; each is printed with the reason
  2  wrong usage, or a result that cannot be used

Example:
  touchstone clean reports/report.json`;

/** Resolves to the exit code; see `--help`. */
export async function main(environment: Environment): Promise<number> {
  const command = createCommand('touchstone clean', environment)
    .description('Deletes the rows that a check left behind, as listed in its result.')
    .argument(
      '<report>',
      'the result of the check: its report.json, or unfinished-….jsonl when it was killed',
    )
    .addHelpText('after', epilogue);
  return await runWithSuite(command, environment, (suite) => {
    const readServerOptions = addServerOptions(command, suite, otherHelps);
    return async () => {
      const [file] = command.processedArgs as [string];
      const path = resolve(environment.cwd, file);
      const report = isJournal(file) ? readJournal(path, file) : readAnyReport(path, file);
      requireSuite(report, suite, file);
      const options = readServerOptions(environment);
      const code = await clean(report, suite, options, environment);
      // Later checks name each journal.
      if (code === 0 && isJournal(file)) rmSync(path);
      return code;
    };
  });
}
