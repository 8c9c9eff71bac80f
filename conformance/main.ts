/** `touchstone check`: checks a server against the specification. */
import { resolve } from 'node:path';
import { exitCodeOf } from '../cli/command-line.js';
import type { CommandMain, Environment } from '../cli/environment.js';
import { packageFile } from '../cli/package-root.js';
import { credentialsOf } from './credentials.js';
import type { Expectations } from './expectations.js';
import { createRedactor, type Secret, secretsOf, secretsOfHeaders } from './http/redact.js';
import type { CheckOptions } from './options/option-table.js';
import { readOptions } from './options/read-options.js';
import { makePlan, renderPlan } from './plan.js';
import { type Catalogue, loadCatalogue } from './requirements.js';
import { planJobs } from './sessions/plan-jobs.js';
import { startThreads } from './sessions/thread.js';
import { listenForStop } from './stop-signals.js';
import { type CheckFiles, shippedSuite } from './suite-files.js';
import { escapeHidden } from './words.js';

/** Resolves to the exit code; see `--help`. */
export const main: CommandMain = (environment) => check(environment, shippedFiles());

/** The same with another catalogue, other scenarios or steps. */
export async function check(environment: Environment, files: CheckFiles): Promise<number> {
  let secrets: readonly Secret[] = [];
  try {
    const options = readOptions(environment);
    if ('help' in options) {
      environment.stdout.write(options.help);
      return 0;
    }
    secrets = secretsIn(options);
    return await checkWith(options, environment, files, secrets);
  } catch (error) {
    const { exitCode, message } = describeError(error);
    environment.stderr.write(
      `touchstone check: ${escapeHidden(createRedactor(secrets)(message))}\n`,
    );
    return exitCode;
  }
}

async function checkWith(
  options: CheckOptions,
  environment: Environment,
  files: CheckFiles,
  secrets: readonly Secret[],
): Promise<number> {
  const catalogue = loadCatalogue(files.catalogue);
  const plan = makePlan(options, catalogue);
  if (options.list) {
    environment.stdout.write(renderPlan(plan));
    return 0;
  }
  const expectations = await expectationsOf(options, catalogue, environment);
  const { signal, givingUp, release } = listenForStop(environment);
  const jobs = planJobs(options, plan, files, secrets);
  const threads = options.baseUrl === undefined ? startThreads(jobs.length, files) : [];
  try {
    // What this thread needs is loaded while the others load the same.
    const { runCheck } = await import('./check.js');
    const input = { options, plan, jobs, threads, catalogue, expectations, files, secrets };
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

function shippedFiles(): CheckFiles {
  return {
    catalogue: packageFile('dist', 'spec', 'requirements.json'),
    openapi: packageFile('dist', 'spec', 'openapi.json'),
    ...shippedSuite(),
  };
}

function secretsIn(options: CheckOptions): Secret[] {
  return [...secretsOf(credentialsOf(options)), ...secretsOfHeaders(options.headers)];
}

function describeError(error: unknown): { exitCode: number; message: string } {
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  const exitCode = exitCodeOf(error);
  if (exitCode !== undefined) return { exitCode, message };
  return { exitCode: 4, message: `a fault of Touchstone itself: ${stack}` };
}
