/** Reads saved results of earlier runs. */

import { UsageError } from '../../kit/errors.js';
import { keptReason, type ServerLeftover } from '../creations/owned-resources.js';
import type { Suite } from '../suite/suite.js';
import { type Report, schemaVersion, type TrafficResult } from './model.js';
import { demandForm, parseSaved, readText } from './saved-files.js';

/**
 * Reads a `report.json` of a complete run.
 *
 * @param path location of the file
 * @param file name of the file in messages
 * @throws UsageError as `readAnyReport`, and for a run that was stopped
 */
export function readReport(path: string, file: string): Report {
  const report = readAnyReport(path, file);
  if (report.complete) return report;
  throw new UsageError(`${file} comes from a run that did not finish.`);
}

/**
 * Reads a `report.json` of a complete or a stopped run.
 *
 * @param path location of the file
 * @param file name of the file in messages
 * @throws UsageError when the file cannot be read, is not a report, or has another version of the
 *   format
 */
export function readAnyReport(path: string, file: string): Report {
  return parseReport(readText(path, file), file);
}

/**
 * Reads the text of a result.
 *
 * @param file name of the file in messages
 * @throws UsageError as `readAnyReport`
 */
export function parseReport(text: string, file: string): Report {
  const value = parseSaved(text, file);
  const version = (value as { schemaVersion?: unknown } | null)?.schemaVersion;
  if (typeof version === 'number' && version !== schemaVersion) {
    throw new UsageError(
      `${file} has version ${version} of the report format; this Touchstone reads version ${schemaVersion}: run the check again, or use the release that wrote it.`,
    );
  }
  demandForm(value, file, 'report.schema.json', 'check');
  return complete(value as Report);
}

/** What results of older releases lack; the schema does not require it. */
const usualTraffic: TrafficResult = {
  ...{ requests: 0, medianMs: null, mostAtATime: 0, bound: 1, passedAlone: [], throttledMs: 0 },
};

/** The name of a resource in release 0.1.0: a method and a path, or a kind of the suite and an id. */
interface OlderName {
  readonly resource: string;
  readonly id: string | null;
}

/** A leftover that no sentence of a suite deletes; older results say so in words alone. */
function asKept(one: ServerLeftover): ServerLeftover {
  return one.reason === keptReason ? { ...one, isKept: true } : one;
}

/** A resource with requests in place of an older name, in a result or the journal of a run. */
export function withRequests<Named extends object>(one: Named | (Named & OlderName)): Named {
  if (!('resource' in one)) return one;
  const { resource, id, ...rest } = one as Named & OlderName;
  if (id?.startsWith('/')) return { ...rest, deletion: { method: resource, path: id } } as Named;
  const [first = '', path] = resource.split(' ');
  // Lists of a kind show its resources, whatever their ids are.
  const creation = path === undefined ? { method: 'POST', path: first } : { method: first, path };
  return { ...rest, creation } as Named;
}

/** Adds to a result of an older release what it lacks. */
function complete(report: Report): Report {
  const { traffic, outage = null }: Partial<Pick<Report, 'traffic' | 'outage'>> = report;
  const requirements = report.requirements.map((row) => ({
    ...row,
    cases: row.cases.map((one) => ({ ...one, omittedExchanges: one.omittedExchanges ?? 0 })),
  }));
  const leftovers = report.leftovers.map((one) => asKept(withRequests(one)));
  return { ...report, traffic: { ...usualTraffic, ...traffic }, outage, requirements, leftovers };
}

/**
 * Checks that a result belongs to a suite.
 *
 * @param file name of the result in messages
 * @throws UsageError when it belongs to another suite
 */
export function requireSuite({ suite }: Report, { name }: Pick<Suite, 'name'>, file: string): void {
  if (suite.name === name) return;
  throw new UsageError(
    `${file} is a result of the suite ${suite.name}, not of ${name}: give its folder with --suite, or its description with --openapi.`,
  );
}
