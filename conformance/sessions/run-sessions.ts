/** All sessions of a run: one for each server and repetition. */
import type { Environment } from '../../cli/environment.js';
import type { CheckOptions } from '../option-table.js';
import type { Plan } from '../plan.js';
import { TargetUnavailable } from '../target/errors.js';
import { prepareTargets, type TargetSource } from '../target/source.js';
import type { DescribedCase } from '../verdict/described-case.js';
import type { ContractFindings } from '../verdict/openapi-check.js';
import { type CaseListener, type JobResult, runJob, type SessionJob } from './job.js';
import type { Lane } from './thread.js';

/** What the sessions of a run need to know. */
export interface SessionsInput {
  readonly options: CheckOptions;
  readonly plan: Plan;
  readonly jobs: readonly SessionJob[];
  /** Where sessions with our own servers can run besides this thread. */
  readonly threads: readonly Lane[];
  readonly environment: Environment;
  readonly signal: AbortSignal;
}

/** What the sessions of a run add up to. */
export interface SessionsResult extends Omit<JobResult, 'contract'> {
  readonly cases: readonly DescribedCase[];
  /** Of each session. */
  readonly contracts: readonly ContractFindings[];
  /** What is wrong with the harness itself. */
  readonly faults: readonly string[];
  /** Why the target could not be checked at all. */
  readonly unavailable?: string;
}

/** @throws UsageError when a command of the operator's fails. */
export async function runSessions(
  input: SessionsInput,
  onCase: CaseListener,
): Promise<SessionsResult> {
  const results: EndedJob[] = [];
  try {
    const { lanes, release } = await openLanes(input);
    try {
      await runInLanes(lanes, input.jobs, async (lane, job) => {
        if (!input.signal.aborted) results.push(await runIn(lane, job, onCase));
      });
    } finally {
      await release();
    }
  } catch (error) {
    if (!(error instanceof TargetUnavailable)) throw error;
    return { ...mergeResults(results), unavailable: error.message };
  }
  return mergeResults(results);
}

interface OpenLanes {
  readonly lanes: readonly Lane[];
  /** Undoes what was done to have them. */
  readonly release: () => Promise<void>;
}

/**
 * Sessions with a server that others may use go one after the other. Our own servers do not
 * disturb each other: they and what is asked of them have all threads, of which this is one.
 */
async function openLanes(input: SessionsInput): Promise<OpenLanes> {
  const { options, plan, threads, environment, signal } = input;
  const { baseUrl } = options;
  if (baseUrl === undefined) {
    const { startEmbedded } = await import('../target/embedded.js');
    return { lanes: [...threads, laneHere(startEmbedded, signal)], release: async () => {} };
  }
  const source = await prepareTargets({ ...options, baseUrl }, plan.subjects, environment, signal);
  return { lanes: [laneHere(source.open, signal)], release: source.release };
}

/** Runs jobs in this thread. */
function laneHere(open: TargetSource['open'], signal: AbortSignal): Lane {
  return { run: (job, onCase) => runJob(job, open, signal, onCase) };
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

interface EndedJob extends JobResult {
  readonly cases: readonly DescribedCase[];
}

async function runIn(lane: Lane, job: SessionJob, onCase: CaseListener): Promise<EndedJob> {
  const cases: DescribedCase[] = [];
  const result = await lane.run(job, (one) => {
    cases.push(one);
    onCase(one);
  });
  return { ...result, cases };
}

function mergeResults(results: readonly EndedJob[]): SessionsResult {
  const cases = results.flatMap((result) => result.cases);
  return {
    secrets: results.flatMap(({ secrets }) => secrets),
    cases,
    contracts: results.map(({ contract }) => contract),
    faults: faultsIn(cases),
    leftovers: results.flatMap(({ leftovers }) => leftovers),
  };
}

function faultsIn(cases: readonly DescribedCase[]): string[] {
  return cases.flatMap(({ outcome, feature, line }) =>
    outcome.verdict === 'error' && outcome.origin === 'harness'
      ? [`${feature}:${line}: ${outcome.reason.split('\n')[0]}`]
      : [],
  );
}
