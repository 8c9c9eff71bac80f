/** The commands that reports name for further steps. */
import { join } from 'node:path';
import { commandOf, type ProgramCall, usualCall } from '../../kit/program.js';
import { quoteWord } from '../../kit/words.js';
import { catalogueName } from './reports-folder.js';

/** Where a run's reports and suite are, as the operator named them, and how commands begin. */
export interface ReportPlace {
  /** The folder of the reports. */
  readonly reports: string;
  /** The suite's folder; undefined for the shipped suite. */
  readonly suite?: string | undefined;
  /** How the operator called the program. Default: `npx touchstone`. */
  readonly call?: ProgramCall | undefined;
  /** The names of the options with secrets that the check had and a clean-up needs. Default: none */
  readonly secretOptions?: readonly string[] | undefined;
  /** The OpenAPI description in place of a suite. */
  readonly openapi?: string | undefined;
  /** The addresses of requirements and sections. Default: in the catalogue beside the report. */
  readonly addresses?: Addresses | undefined;
}

/** Where other pages explain a requirement, by its id, and a section, by its number. */
export interface Addresses {
  readonly ofRequirement: (id: string) => string;
  readonly ofSection: (number: string) => string;
}

/** The places in the catalogue that is written beside the reports. */
export const catalogueAddresses: Addresses = {
  ofRequirement: (id) => `${catalogueName}#${id}`,
  ofSection: (number) => `${catalogueName}#section-${number}`,
};

/** The folder of the reports when the operator names none. */
export const usualReports = 'reports';

/** The command that judges a failed requirement again. */
export function replayCommand(id: string, place: ReportPlace): string {
  const { reports, call = usualCall } = place;
  const isUsual = reports === usualReports;
  const report = isUsual ? '' : ` --report ${quoteWord(join(reports, 'report.json'))}`;
  return commandOf(call, 'replay', `${id}${suiteOption(place)}${report}`);
}

/**
 * The command that deletes the rows that a run left behind.
 *
 * @param name the file in the folder of the reports that lists them
 * @param needed the credentials with which they were created. Default: unknown
 */
export function cleanCommand(
  place: ReportPlace,
  name = 'report.json',
  needed: readonly string[] = [],
): string {
  const { reports, secretOptions = [], call = usualCall } = place;
  const used = secretOptions.filter((one) => needed.length === 0 || needed.includes(one));
  const secrets = used.map((option) => ` --${option} …`).join('');
  return commandOf(
    call,
    'clean',
    `${quoteWord(join(reports, name))}${suiteOption(place)}${secrets}`,
  );
}

function suiteOption({ suite, openapi }: ReportPlace): string {
  if (openapi !== undefined) return ` --openapi ${quoteWord(openapi)}`;
  return suite === undefined ? '' : ` --suite ${quoteWord(suite)}`;
}
