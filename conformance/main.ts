/** `touchstone check`: checks a server against the specification. */
import { resolve } from 'node:path';
import { exitCodeOf } from '../kit/command-line.js';
import type { CommandMain, Environment } from '../kit/environment.js';
import { escapeHidden } from '../kit/words.js';
import type { Expectations } from './expectations.js';
import { createRedactor, type Secret, secretsOf, secretsOfHeaders } from './http/redact.js';
import type { CheckOptions } from './options/option-table.js';
import { readOptions, type SuiteOptions } from './options/read-options.js';
import { makePlan, renderPlan } from './plan.js';
import { createReportsFolder } from './report/reports-folder.js';
import { planJobs } from './sessions/plan-jobs.js';
import { startThreads } from './sessions/thread.js';
import { listenForStop } from './stop-signals.js';
import { isCompiled } from './suite/load-suite.js';
import { type Catalogue, loadCatalogue } from './suite/requirements.js';

/** Resolves to the exit code; see `--help`. */
export const main: CommandMain = async (environment) => {
  let secrets: readonly Secret[] = [];
  try {
    const read = readOptions(environment);
    if ('help' in read) {
      environment.stdout.write(read.help);
      return 0;
    }
    secrets = secretsIn(read.options);
    return await checkWith(read, environment, secrets);
  } catch (error) {
    const { exitCode, message } = describeError(error);
    environment.stderr.write(
      `touchstone check: ${escapeHidden(createRedactor(secrets)(message))}\n`,
    );
    return exitCode;
  }
};

async function checkWith(
  { suite, options }: SuiteOptions,
  environment: Environment,
  secrets: readonly Secret[],
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
    const { runCheck } = await import('./check.js');
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

function secretsIn(options: CheckOptions): Secret[] {
  return [...secretsOf(options.credentials), ...secretsOfHeaders(options.headers)];
}

function describeError(error: unknown): { exitCode: number; message: string } {
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  const exitCode = exitCodeOf(error);
  if (exitCode !== undefined) return { exitCode, message };
  return { exitCode: 4, message: `a fault of Touchstone itself: ${stack}` };
}
