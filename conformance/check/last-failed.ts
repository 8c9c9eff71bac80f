/** `--last-failed`: selects the requirements that went wrong in the last result. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Environment } from '../../kit/environment.js';
import { UsageError } from '../../kit/errors.js';
import type { Report, RequirementResult } from '../report/model.js';
import { readAnyReport, requireSuite } from '../report/read.js';
import { matches, type Requirement } from '../suite/requirements.js';
import type { Suite } from '../suite/suite.js';
import type { Verdict } from '../verdict/outcomes.js';
import type { CheckOptions } from './check-options.js';

/** The verdicts after which a requirement is checked again. */
const wrong: ReadonlySet<Verdict> = new Set(['fail', 'unstable', 'error', 'blocked']);

/**
 * Returns the ids of the requirements that went wrong in the last result, or that its run did not
 * reach, without requirements that the catalogue no longer has, or that `--only` does not name.
 *
 * @throws UsageError when there is no result, when it is of another suite, or when nothing went
 *    wrong
 */
export function readLastFailed(
  { reports, only }: Pick<CheckOptions, 'reports' | 'only'>,
  suite: Pick<Suite, 'name'>,
  requirements: readonly Requirement[],
  { cwd }: Pick<Environment, 'cwd'>,
): string[] {
  const file = join(reports, 'report.json');
  const path = resolve(cwd, file);
  if (!existsSync(path)) {
    throw new UsageError(`--last-failed: there is no last result: ${file} does not exist.`);
  }
  const report = readAnyReport(path, file);
  requireSuite(report, suite, file);
  const named = requirements.filter(
    (one) => only.length === 0 || only.some((pattern) => matches(one, pattern)),
  );
  const known = new Set(named.map(({ id }) => id));
  const ids = report.requirements
    .filter((row) => row.selected && isOpen(row, report) && known.has(row.id))
    .map(({ id }) => id);
  if (ids.length > 0) return ids;
  const which = only.length === 0 ? '' : ' that --only selects';
  throw new UsageError(
    `--last-failed: no requirement${which} failed or could not be judged in ${file} (run of ${report.startedAt}): leave out --last-failed.`,
  );
}

/** A run that ended early left requirements untested; those without their option stay untested. */
function isOpen({ verdict, option }: RequirementResult, { complete }: Report): boolean {
  return wrong.has(verdict) || (verdict === 'not tested' && !complete && option === null);
}
