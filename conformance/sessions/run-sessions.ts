/** All sessions of a run: one for each server and repetition. */
import { TargetUnavailable } from '../servers/errors.js';
import type { Fault } from '../verdict/conclusion.js';
import type { DescribedCase } from '../verdict/described-case.js';
import { ContractCheck, type ContractFindings } from '../verdict/openapi-check.js';
import {
  type CaseListener,
  type JobControl,
  type JobResult,
  runJob,
  type SessionJob,
} from './job.js';
import { type Lane, type LanesInput, openLanes } from './lanes.js';

/** What the sessions of a run need to know. */
export interface SessionsInput extends LanesInput {
  readonly jobs: readonly SessionJob[];
}

/** What the sessions of a run add up to. */
export interface SessionsResult extends JobResult {
  readonly cases: readonly DescribedCase[];
  readonly contract: ContractFindings;
  readonly faults: readonly Fault[];
  /** Why the target could not be checked at all. */
  readonly unavailable?: string;
}

/** @throws UsageError when a command of the operator's fails. */
export async function runSessions(
  input: SessionsInput,
  onCase: CaseListener,
): Promise<SessionsResult> {
  const { jobs, suite, signal, givingUp } = input;
  const contract = new ContractCheck(suite.openapi);
  const cases: DescribedCase[] = [];
  const ended: JobResult[] = [];
  const control: JobControl = {
    contract,
    signal,
    givingUp,
    goneUrls: new Set(),
    onCase(one) {
      cases.push(one);
      onCase(one);
    },
  };
  const result = (): SessionsResult => ({
    ...mergeResults(ended),
    cases,
    faults: faultsIn(cases),
    contract: contract.findings,
  });
  try {
    const { lanes, release } = await openLanes(input);
    try {
      await runInLanes(lanes, jobs, async (lane, job) => {
        if (!signal.aborted) ended.push(await runJob(job, lane, control));
      });
    } finally {
      await release();
    }
  } catch (error) {
    if (!(error instanceof TargetUnavailable)) throw error;
    return { ...result(), unavailable: error.message };
  }
  return result();
}

/** @throws what the first job that failed threw, when all lanes have come to their end. */
async function runInLanes(
  lanes: readonly Lane[],
  jobs: readonly SessionJob[],
  run: (lane: Lane, job: SessionJob) => Promise<void>,
): Promise<void> {
  const waiting = [...jobs];
  const ends = await Promise.allSettled(
    lanes.map(async (lane) => {
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
        await run(lane, job);
      }
    }),
  );
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

function mergeResults(results: readonly JobResult[]): JobResult {
  return {
    secrets: results.flatMap(({ secrets }) => secrets),
    leftovers: results.flatMap(({ leftovers }) => leftovers),
    mostAtATime: Math.max(0, ...results.map(({ mostAtATime }) => mostAtATime)),
    outage: results.flatMap(({ outage }) => outage ?? []).sort((a, b) => (a.at < b.at ? -1 : 1))[0],
  };
}

/** Those of the harness itself, and those of the suite, which name their place by themselves. */
function faultsIn(cases: readonly DescribedCase[]): Fault[] {
  return cases.flatMap(({ outcome, feature, line }): Fault[] => {
    if (outcome.verdict !== 'error' || outcome.origin === 'target') return [];
    const { origin, reason } = outcome;
    if (origin === 'suite') return [{ origin, sentence: `The suite is at fault: ${reason}` }];
    const [first] = reason.split('\n');
    return [{ origin, sentence: `Touchstone itself is at fault: ${feature}:${line}: ${first}` }];
  });
}
