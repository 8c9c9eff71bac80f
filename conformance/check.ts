/** Checks a server against a suite: what a run needs before its first request. */
import { resolve } from 'node:path';
import type { Environment } from '../kit/environment.js';
import type { CheckOptions } from './check-options.js';
import type { Expectations } from './expectations.js';
import { type CheckRequest, makePlan, renderPlan } from './plan.js';
import { createReportsFolder } from './report/reports-folder.js';
import { startThreads } from './sessions/thread.js';
import { listenForStop } from './stop-signals.js';
import { isCompiled } from './suite/load-suite.js';
import { type Catalogue, loadCatalogue } from './suite/requirements.js';

/**
 * Checks a server, or prints what would be checked.
 *
 * @returns the exit code
 * @throws UsageError for what cannot be checked, TargetUnavailable when there is no server
 */
export async function check(given: CheckRequest, environment: Environment): Promise<number> {
  const { suite } = given;
  // Tests hold that the compiled suite is sound.
  if (!isCompiled(suite)) await (await import('./lint/lint-suite.js')).demandSound(suite);
  const catalogue = loadCatalogue(suite);
  const options = await chooseRequirements(given, catalogue, environment);
  const request = { ...given, options };
  const plan = makePlan(request, catalogue);
  if (options.list) {
    environment.stdout.write(renderPlan(plan));
    return 0;
  }
  const expectations = await expectationsOf(options, catalogue, environment);
  createReportsFolder(resolve(environment.cwd, options.reports));
  const { signal, givingUp, release } = listenForStop(environment);
  const { length } = plan.sessions;
  const threads = options.baseUrl === undefined ? startThreads(length, suite) : [];
  try {
    // What this thread needs is loaded while the others load the same.
    const { runCheck } = await import('./run-check.js');
    const input = { ...request, plan, threads, catalogue, expectations };
    return await runCheck({ ...input, environment, signal, givingUp });
  } finally {
    for (const thread of threads) await thread.close();
    release();
  }
}

/** The options with the requirements in place of `--last-failed`. */
async function chooseRequirements(
  { suite, options }: CheckRequest,
  { requirements }: Catalogue,
  environment: Environment,
): Promise<CheckOptions> {
  if (!options.lastFailed) return options;
  const { readLastFailed } = await import('./last-failed.js');
  return { ...options, only: readLastFailed(options, suite, requirements, environment) };
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
