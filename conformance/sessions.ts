/** All sessions of a run: one for each server and repetition. */
import type { CheckInput } from './check.js';
import { type Secret, secretsOf } from './http/redact.js';
import type { Plan } from './plan.js';
import type { Progress } from './report/progress.js';
import type { Requirement } from './requirements.js';
import { runSession, type SessionResult } from './session.js';
import { TargetUnavailable } from './target/errors.js';
import { prepareTargets, type TargetSource } from './target/source.js';
import { appliesTo, type Subject } from './target/target.js';
import type { ContractCheck } from './verdict/openapi-check.js';

/** What the sessions of a run add up to. */
export interface SessionsResult extends SessionResult {
  /** The credentials that were used. */
  readonly secrets: readonly Secret[];
  /** Why the target could not be checked at all. */
  readonly unavailable?: string;
}

/** One run of the scenarios against one server, in one order. */
interface PlannedSession {
  readonly subject: Subject;
  readonly seed: number;
}

/** @throws UsageError when a command of the operator's fails. */
export async function runSessions(
  input: CheckInput,
  progress: Progress,
  contract: ContractCheck,
): Promise<SessionsResult> {
  const { options, plan, environment, signal } = input;
  const results: SessionsResult[] = [];
  try {
    const source = await prepareTargets(options, plan.subjects, environment, signal);
    try {
      await runQueues(planQueues(input), async (session) => {
        if (signal.aborted) return;
        results.push(await runOne(input, session, source, progress, contract));
      });
    } finally {
      await source.release();
    }
  } catch (error) {
    if (!(error instanceof TargetUnavailable)) throw error;
    return { ...mergeResults(results), unavailable: error.message };
  }
  return mergeResults(results);
}

/**
 * Sessions one after the other. Our own servers do not disturb each other, so that each of them has
 * a queue of its own. Every repetition has an order of its own.
 */
function planQueues({ plan, options }: CheckInput): PlannedSession[][] {
  const seeds = Array.from({ length: options.repeat }, (_, index) => plan.seed + index);
  const queues = plan.subjects
    .filter((subject) => requirementsFor(plan, subject).length > 0)
    .map((subject) => seeds.map((seed) => ({ subject, seed })));
  return options.baseUrl === undefined ? queues : [queues.flat()];
}

/** @throws what the first session that failed threw, when all queues have come to their end. */
async function runQueues(
  queues: readonly (readonly PlannedSession[])[],
  run: (session: PlannedSession) => Promise<void>,
): Promise<void> {
  const ends = await Promise.allSettled(
    queues.map(async (sessions) => {
      for (const session of sessions) await run(session);
    }),
  );
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

function requirementsFor({ requirements }: Plan, subject: Subject): readonly Requirement[] {
  return requirements.filter((requirement) => appliesTo(requirement, subject));
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
  { subject, seed }: PlannedSession,
  source: TargetSource,
  progress: Progress,
  contract: ContractCheck,
): Promise<SessionsResult> {
  const target = await source.open(subject);
  const requirements = requirementsFor(plan, subject);
  // What the specification leaves open cannot deviate from a description.
  const stated = new Set(requirements.filter(isStated).map(({ id }) => id));
  try {
    const result = await runSession({
      target,
      files,
      requirements: requirements.map(({ id }) => id),
      seed,
      concurrency: options.concurrency,
      timeoutMs: options.timeout,
      insecure: options.insecure,
      readOnly: options.readOnly,
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
