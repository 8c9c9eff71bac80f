/** What a run writes, and where. It is checked before the run begins, so this file loads no renderer. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemReason, UsageError } from '../../kit/errors.js';
import { isFolder } from '../../kit/files.js';

/** The names of the reports that every run writes. */
const reportNames = ['report.json', 'report.html', 'junit.xml', 'summary.md', 'badge.svg'] as const;

export type ReportName = (typeof reportNames)[number];

/** The formats of reports on request: Common Test Report Format, and Cucumber's messages. */
export const reportFormats = ['ctrf', 'cucumber'] as const;

/** The format of a report on request. */
export type ReportFormat = (typeof reportFormats)[number];

/** The choices for exchanges of passing cases in reports; other cases keep all of theirs. */
export const keptExchanges = ['essential', 'all'] as const;

/** The choice for exchanges of passing cases in reports. */
export type KeptExchanges = (typeof keptExchanges)[number];

/** The catalogue of requirements, beside the reports and in the documentation site of a suite. */
export const catalogueName = 'requirements.html';

/**
 * Makes the folder of the reports and tries to write to it: not every file system obeys
 * permissions.
 *
 * @throws UsageError when the folder cannot be made, or nothing can be written to it
 */
export function createReportsFolder(folder: string): void {
  const attempt = join(folder, `.touchstone-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(attempt, '');
    rmSync(attempt);
    for (const name of [...reportNames, catalogueName]) {
      if (isFolder(join(folder, name))) throw new Error(`${name} is a folder`);
    }
  } catch (error) {
    throw new UsageError(`--reports: nothing can be written to ${folder}: ${systemReason(error)}.`);
  }
}
