/** All sessions of a run: one for each profile and repetition. */
import type { CheckInput } from './check.js';
import { type Secret, secretsOf } from './http/redact.js';
import type { Progress } from './report/progress.js';
import type { Requirement } from './requirements.js';
import type { Profile } from './run.js';
import { runSession, type SessionResult } from './session.js';
import { TargetUnavailable } from './target/errors.js';
import { prepareTargets, type TargetSource } from './target/source.js';
import type { ContractCheck } from './verdict/openapi-check.js';

/** What the sessions of a run add up to. */
export interface SessionsResult extends SessionResult {
  /** The credentials that were used. */
  readonly secrets: readonly Secret[];
  /** Why the target could not be checked at all. */
  readonly unavailable?: string;
}

/** One run of the scenarios against one profile, in one order. */
interface PlannedSession {
  readonly profile: Profile;
  readonly seed: number;
}

/** @throws UsageError when a command of the operator's fails. */
export async function runSessions(
  input: CheckInput,
  progress: Progress,
  contract: ContractCheck,
): Promise<SessionsResult> {
  const { options, environment, signal } = input;
  const results: SessionsResult[] = [];
  try {
    const source = await prepareTargets(options, environment, signal);
    try {
      for (const session of listSessions(input)) {
        if (signal.aborted) break;
        results.push(await runOne(input, session, source, progress, contract));
      }
    } finally {
      await source.release();
    }
  } catch (error) {
    if (!(error instanceof TargetUnavailable)) throw error;
    return { ...mergeResults(results), unavailable: error.message };
  }
  return mergeResults(results);
}

/** Every repetition has an order of its own. */
function listSessions({ plan, options }: CheckInput): PlannedSession[] {
  const seeds = Array.from({ length: options.repeat }, (_, index) => plan.seed + index);
  return plan.profiles.flatMap((profile) => seeds.map((seed) => ({ profile, seed })));
}

function mergeResults(results: readonly SessionsResult[]): SessionsResult {
  return {
    secrets: results.flatMap(({ secrets }) => secrets),
    records: results.flatMap(({ records }) => records),
    faults: results.flatMap(({ faults }) => faults),
    leftovers: results.flatMap(({ leftovers }) => leftovers),
  };
}

const isStated = ({ level }: Requirement) => level === 'must';

async function runOne(
  { options, plan, files, signal }: CheckInput,
  { profile, seed }: PlannedSession,
  source: TargetSource,
  progress: Progress,
  contract: ContractCheck,
): Promise<SessionsResult> {
  const target = await source.open(profile);
  // What the specification leaves open cannot deviate from a description.
  const stated = new Set(plan.requirements.filter(isStated).map(({ id }) => id));
  try {
    const result = await runSession({
      target,
      files,
      requirements: plan.requirements.map(({ id }) => id),
      seed,
      concurrency: options.concurrency,
      timeoutMs: options.timeout,
      insecure: options.insecure,
      headers: Object.fromEntries(options.headers),
      signal,
      onCase: (record) => {
        progress.add(record);
        if (stated.has(record.requirement)) contract.addAll(record.exchanges, target.baseUrl);
      },
    });
    return { ...result, secrets: secretsOf(target.credentials) };
  } finally {
    await target.close();
  }
}
