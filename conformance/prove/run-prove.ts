/** A proof from its options to its reports. */
import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Environment } from '../../kit/environment.js';
import { escapeHidden } from '../../kit/words.js';
import { paintFor } from '../report/console/terminal.js';
import type { ProveRequest } from './planting/proof.js';
import { createProgress } from './progress.js';
import { prove } from './prove.js';
import { renderProof } from './report/console.js';
import { describeProof, type ProofReport } from './report/model.js';

/** What to do with the result. */
export interface ResultOptions {
  /** The score, in percent, below which the exit code is 1; undefined for none. */
  readonly min: number | undefined;
}

/**
 * Proves a suite, and writes the reports.
 *
 * @returns the exit code
 * @throws UsageError, TargetUnavailable
 */
export async function runProve(
  request: ProveRequest,
  { min }: ResultOptions,
  environment: Environment,
): Promise<number> {
  const { suite, options } = request;
  const progress = createProgress(environment);
  const proof = await prove(request, environment, progress).finally(() => progress.finish());
  const target = options.baseUrl ?? suite.start?.title ?? '';
  const report = describeProof(proof, { suite, target });
  const folder = resolve(environment.cwd, options.reports);
  writeFileSync(join(folder, 'proof.json'), renderJson(report));
  const place = relative(environment.cwd, join(folder, 'proof.json'));
  const { stdout, env } = environment;
  stdout.write(renderProof(report, paintFor(stdout, env), place));
  return exitCodeFor(report, min);
}

function exitCodeFor({ score, complete }: ProofReport, min: number | undefined): number {
  if (!complete || score === null) return 2;
  return min !== undefined && score < min ? 1 : 0;
}

function renderJson(report: ProofReport): string {
  return `${escapeHidden(JSON.stringify(report, undefined, 1))}\n`;
}
