/** One run from the first request to the reports. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Environment } from '../cli/environment.js';
import { packageFile } from '../cli/package-root.js';
import { createRedactor, type Secret, secretsOf } from './http/redact.js';
import type { CheckOptions } from './options.js';
import { credentialsOf, type Plan } from './plan.js';
import { buildReport } from './report/build.js';
import { renderConsole } from './report/console.js';
import type { Report } from './report/model.js';
import { paintFor } from './report/paint.js';
import { createProgress, noProgress, type Progress } from './report/progress.js';
import { announce, createReportsFolder, writeReports } from './report/write.js';
import type { Catalogue } from './requirements.js';
import type { Profile } from './run.js';
import { runSession, type SessionResult, type SuiteFiles } from './session.js';
import { waitForTarget } from './target/attached.js';
import { TargetUnavailable } from './target/errors.js';
import type { Target } from './target/target.js';
import { type Conclusion, conclude } from './verdict/conclusion.js';
import { ContractCheck } from './verdict/openapi-check.js';
import { judgeAll } from './verdict/tally.js';

/** Where everything is that the check is made of. */
export interface CheckFiles extends SuiteFiles {
  readonly catalogue: string;
  readonly openapi: string;
}

export interface CheckInput {
  readonly options: CheckOptions;
  readonly plan: Plan;
  readonly catalogue: Catalogue;
  readonly files: CheckFiles;
  /** What the operator gave and nobody else shall read. */
  readonly secrets: readonly Secret[];
  readonly environment: Environment;
  readonly signal: AbortSignal;
}

/** What the sessions of a run add up to. */
interface Outcome extends SessionResult {
  /** The credentials that were used. */
  readonly secrets: readonly Secret[];
  /** Why the target could not be checked at all. */
  readonly unavailable?: string;
}

/** Resolves to the exit code. */
export async function runCheck(input: CheckInput): Promise<number> {
  const { options, plan, environment, files } = input;
  const folder = resolve(environment.cwd, options.reports);
  createReportsFolder(folder);
  const startedAt = new Date();
  const contract = new ContractCheck(files.openapi);
  const { stdout } = environment;
  if (!options.quiet) stdout.write(describeStart(input));
  const progress = options.quiet ? noProgress : createProgress(stdout, plan.requirements.length);
  const outcome = await runAllSessions(input, progress, contract);
  progress.finish();
  const report = describeOutcome(input, outcome, contract, startedAt);
  writeReports(report, folder);
  announce(report, environment);
  if (outcome.unavailable !== undefined) throw new TargetUnavailable(outcome.unavailable);
  const paint = paintFor(stdout, environment.env);
  stdout.write(renderConsole(report, { paint, reports: options.reports }));
  return report.conclusion.exitCode;
}

function describeStart({ options, plan }: CheckInput): string {
  const target = options.baseUrl ?? 'the reference server';
  const profiles = plan.profiles.join(', ');
  return `Checking ${target}, profile ${profiles}: ${plan.requirements.length} requirements, seed ${plan.seed}\n\n`;
}

async function runAllSessions(
  input: CheckInput,
  progress: Progress,
  contract: ContractCheck,
): Promise<Outcome> {
  const results: Outcome[] = [];
  try {
    for (const { profile, seed } of listSessions(input)) {
      if (input.signal.aborted) break;
      results.push(await runOne({ ...input, profile, seed }, progress, contract));
    }
  } catch (error) {
    if (!(error instanceof TargetUnavailable)) throw error;
    return { ...mergeResults(results), unavailable: error.message };
  }
  return mergeResults(results);
}

/** A run against one profile, in one order. */
interface SessionInput extends CheckInput {
  readonly profile: Profile;
  readonly seed: number;
}

/** Every repetition has an order of its own. */
function listSessions({ plan, options }: CheckInput): { profile: Profile; seed: number }[] {
  const seeds = Array.from({ length: options.repeat }, (_, index) => plan.seed + index);
  return plan.profiles.flatMap((profile) => seeds.map((seed) => ({ profile, seed })));
}

function mergeResults(results: readonly Outcome[]): Outcome {
  return {
    secrets: results.flatMap(({ secrets }) => secrets),
    records: results.flatMap(({ records }) => records),
    faults: results.flatMap(({ faults }) => faults),
    leftovers: results.flatMap(({ leftovers }) => leftovers),
  };
}

async function runOne(
  input: SessionInput,
  progress: Progress,
  contract: ContractCheck,
): Promise<Outcome> {
  const { options, plan, files, signal, seed } = input;
  const target = await reachTarget(input);
  try {
    const result = await runSession({
      target,
      files,
      requirements: plan.requirements.map(({ id }) => id),
      seed,
      timeoutMs: options.timeout,
      insecure: options.insecure,
      headers: Object.fromEntries(options.headers),
      signal,
      onCase: (record) => {
        progress.add(record);
        for (const one of record.exchanges) {
          if ('response' in one) contract.add(one, target.baseUrl);
        }
      },
    });
    return { ...result, secrets: secretsOf(target.credentials) };
  } finally {
    await target.close();
  }
}

async function reachTarget({ options, signal, profile }: SessionInput): Promise<Target> {
  const { baseUrl, wait: waitSeconds, timeout: timeoutMs, insecure } = options;
  if (baseUrl === undefined) {
    const { startEmbedded } = await import('./target/embedded.js');
    return startEmbedded(profile);
  }
  const headers = Object.fromEntries(options.headers);
  await waitForTarget({ baseUrl, waitSeconds, timeoutMs, insecure, headers, signal });
  return { baseUrl, profile, credentials: credentialsOf(options), close: async () => {} };
}

function describeOutcome(
  { options, plan, catalogue, secrets, signal }: CheckInput,
  outcome: Outcome,
  contract: ContractCheck,
  startedAt: Date,
): Report {
  const { records, faults, leftovers, unavailable } = outcome;
  const { selection, profiles, seed } = plan;
  const complete = !signal.aborted && unavailable === undefined;
  const missing = complete ? {} : { missing: unavailable ?? 'the run was stopped' };
  const { requirements, specificationHash } = catalogue;
  const judgements = judgeAll({ requirements, selection, profiles, records, ...missing });
  const narrowed = selection.only.length > 0;
  const { allowUntested, insecure } = options;
  const scope = `class ${selection.classes.join(', ')}, profile ${profiles.join(', ')}`;
  const judged = conclude({ judgements, scope, narrowed, allowUntested, complete, faults });
  return buildReport(
    {
      ...{ suiteVersion: suiteVersion(), specificationHash, selection, profiles, seed, complete },
      ...{ judgements, leftovers, faults, insecure, startedAt, endedAt: new Date() },
      targetUrl: options.baseUrl ?? null,
      conclusion: unavailable === undefined ? judged : cannotReach(unavailable),
      contract: contract.findings,
    },
    createRedactor([...secrets, ...outcome.secrets]),
  );
}

function cannotReach(reason: string): Conclusion {
  const sentence = `Touchstone cannot say whether the server conforms: ${reason}`;
  return { answer: 'cannot say', sentence, exitCode: 2 };
}

function suiteVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
  return (manifest as { version: string }).version;
}
