/** Checks a server against a suite: what a run needs before its first request. */
import { resolve } from 'node:path';
import type { Environment } from '../kit/environment.js';
import type { CheckOptions } from './check-options.js';
import type { Expectations } from './expectations.js';
import type { Secret } from './http/redact.js';
import { makePlan, renderPlan } from './plan.js';
import { createReportsFolder } from './report/reports-folder.js';
import { planJobs } from './sessions/plan-jobs.js';
import { startThreads } from './sessions/thread.js';
import { listenForStop } from './stop-signals.js';
import { isCompiled } from './suite/load-suite.js';
import { type Catalogue, loadCatalogue } from './suite/requirements.js';
import type { Suite } from './suite/suite.js';

/** What a check is about. */
export interface CheckRequest {
  readonly suite: Suite;
  readonly options: CheckOptions;
  /** What the operator gave and nobody else shall read. */
  readonly secrets: readonly Secret[];
}

/**
 * Checks a server, or prints what would be checked.
 *
 * @returns the exit code
 * @throws UsageError for what cannot be checked, TargetUnavailable when there is no server
 */
export async function check(
  { suite, options, secrets }: CheckRequest,
  environment: Environment,
): Promise<number> {
  // Tests hold that the compiled suite is sound.
  if (!isCompiled(suite)) await (await import('./lint/lint-suite.js')).demandSound(suite);
  const catalogue = loadCatalogue(suite);
  const plan = makePlan(options, suite, catalogue);
  if (options.list) {
    environment.stdout.write(renderPlan(plan));
    return 0;
  }
  const expectations = await expectationsOf(options, catalogue, environment);
  createReportsFolder(resolve(environment.cwd, options.reports));
  const { signal, givingUp, release } = listenForStop(environment);
  const jobs = planJobs(options, plan, suite, secrets);
  const threads = options.baseUrl === undefined ? startThreads(jobs.length, suite) : [];
  try {
    // What this thread needs is loaded while the others load the same.
    const { runCheck } = await import('./run-check.js');
    const input = { options, plan, jobs, threads, catalogue, expectations, suite, secrets };
    return await runCheck({ ...input, environment, signal, givingUp });
  } finally {
    for (const thread of threads) await thread.close();
    release();
  }
}

/** What reads them is loaded on use: most runs know of no failures. */
async function expectationsOf(
  { expect }: CheckOptions,
  { requirements }: Catalogue,
  { cwd }: Environment,
): Promise<Expectations> {
  if (expect === undefined) return new Map();
  const { readExpectations } = await import('./expectations.js');
  return readExpectations(resolve(cwd, expect), requirements);
}
