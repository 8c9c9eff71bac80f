/** Finds saved results in a folder. They may come from strangers, so everything about them is bounded. */
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { systemReason, UsageError } from '../../kit/errors.js';
import type { Report } from '../report/model.js';
import { parseReport } from '../report/read.js';
import { readText } from '../report/saved-files.js';

/** A file that may be a result. */
export interface ResultFile {
  /** Relative to the folder of results, with slashes. */
  readonly name: string;
  /** Reads it anew each time, so that not all results are in memory. Throws a UsageError. */
  readonly read: () => Report;
}

/** Of a file; a result with exchanges takes a few megabytes. */
const mostBytes = 100 * 1024 * 1024;

/** In a result; the largest catalogues have a few thousand. */
const mostRequirements = 5_000;

/** In a result: scenarios, with each row of an outline. */
const mostCases = 20_000;

/** In characters. */
const longestId = 200;

/** More files would not be a folder of results. */
const mostFiles = 50_000;

/**
 * The JSON files in a folder and those below it, in the order of their names. Symbolic links and
 * hidden files are not followed, and the history that checks keep beside a report is not read.
 *
 * @param shown the folder's name in messages
 * @throws UsageError when the folder cannot be read, or has no such file
 */
export function findResults(folder: string, shown: string): readonly ResultFile[] {
  const files = list(folder, shown).map(({ parentPath, name }) => join(parentPath, name));
  if (files.length === 0) throw new UsageError(`${shown} contains no JSON file, so no result.`);
  if (files.length > mostFiles) {
    throw new UsageError(`${shown} contains more than ${mostFiles} JSON files.`);
  }
  return files.sort().map((path) => {
    const name = relative(folder, path).replaceAll(sep, '/');
    return { name, read: () => readResult(path, name) };
  });
}

function list(folder: string, shown: string): readonly Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const isReports = entries.some(({ name }) => name === 'report.json');
    const visible = entries.filter(({ name }) => !name.startsWith('.'));
    const files = visible.filter((one) => one.isFile() && one.name.endsWith('.json'));
    const folders = visible.filter(
      (one) => one.isDirectory() && !(isReports && one.name === 'history'),
    );
    return [
      ...files,
      ...folders.flatMap(({ name }) => list(join(folder, name), join(shown, name))),
    ];
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const reason = (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? 'it is a file' : undefined;
    throw new UsageError(`${shown} cannot be read: ${reason ?? systemReason(error)}.`);
  }
}

/** @throws UsageError for a file that is no result, or none that a site can show */
function readResult(path: string, name: string): Report {
  const { size } = lstatSync(path);
  if (size > mostBytes) throw new UsageError(`${name} is larger than ${mostBytes >> 20} MiB.`);
  const report = parseReport(readText(path, name), name);
  demandShowable(report, name);
  return report;
}

/**
 * Checks what a result must be for a site.
 *
 * @throws UsageError for a run that was stopped or narrowed, and for implausible contents
 */
export function demandShowable(report: Report, name: string): void {
  const { complete, selection, requirements, startedAt } = report;
  const cases = requirements.reduce((sum, row) => sum + row.cases.length, 0);
  const ids = new Set(requirements.map(({ id }) => id));
  const objections: readonly (readonly [boolean, string])[] = [
    [!complete, 'comes from a run that did not finish'],
    [selection.only.length > 0, 'comes from a run of some requirements only (--only)'],
    [requirements.length > mostRequirements, `lists more than ${mostRequirements} requirements`],
    [cases > mostCases, `lists more than ${mostCases} cases`],
    [Number.isNaN(Date.parse(startedAt)), 'states no time at which the run started'],
    [
      [...ids].some((id) => id.length > longestId),
      `has an id of more than ${longestId} characters`,
    ],
    [ids.size < requirements.length, 'lists a requirement more than once'],
  ];
  const [, reason] = objections.find(([applies]) => applies) ?? [];
  if (reason !== undefined) throw new UsageError(`${name} ${reason}.`);
}
