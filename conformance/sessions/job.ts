/** A session with all that belongs to it: its target before, and what becomes of its cases. */
import { createRedactor, type Secret, secretsOf } from '../http/redact.js';
import type { Leftover } from '../scenarios/scenario-run.js';
import type { Subject, Target } from '../servers/target.js';
import type { Requirement } from '../suite/requirements.js';
import { type DescribedCase, describeCase } from '../verdict/described-case.js';
import type { ContractCheck } from '../verdict/openapi-check.js';
import type { CaseRecord } from '../verdict/recorder.js';
import type { Lane } from './lanes.js';
import type { SessionOptions, SessionResult } from './session.js';

type OwnOptions = Omit<SessionOptions, 'target' | 'requirements'>;

/** All that a session needs to know before it has a target. */
export interface SessionJob extends OwnOptions {
  readonly subject: Subject;
  readonly requirements: readonly Requirement[];
  /** What the operator gave and nobody else shall read. */
  readonly secrets: readonly Secret[];
}

/** A row that is left on one of the servers, which is named as in reports. */
export interface ServerLeftover extends Leftover {
  readonly server: string;
}

/** What is known when it has ended, besides its cases. */
export interface JobResult extends SessionResult {
  readonly leftovers: readonly ServerLeftover[];
  /** The credentials that were used. */
  readonly secrets: readonly Secret[];
}

/** Is told of every case that ends. */
export type CaseListener = (record: DescribedCase) => void;

/** How whoever runs a job goes along with it. */
export interface JobControl {
  /** Is told of every exchange that can deviate. */
  readonly contract: ContractCheck;
  readonly signal: AbortSignal;
  /** Ends the clean-up as well. */
  readonly givingUp?: AbortSignal | undefined;
  readonly onCase: CaseListener;
  /** The base URLs of targets that stopped answering; a job with such a target does nothing. */
  readonly goneUrls: Set<string>;
}

/** Opens a target, runs the session and closes the target. */
export async function runJob(
  job: SessionJob,
  { openTarget, runSession }: Lane,
  { contract, signal, givingUp, onCase, goneUrls }: JobControl,
): Promise<JobResult> {
  const { close, ...target } = await openTarget(job.subject);
  const secrets = secretsOf(target.credentials);
  try {
    if (goneUrls.has(target.baseUrl))
      return { leftovers: [], outage: undefined, mostAtATime: 0, secrets };
    const describe = createDescriber(job, target, contract);
    const requirements = job.requirements.map(({ id, needs }) => ({ id, needs }));
    const result = await runSession(
      { ...job, requirements, target },
      { onRecord: (record) => onCase(describe(record)), signal, givingUp },
    );
    const { leftovers, outage, mostAtATime } = result;
    if (outage !== undefined) goneUrls.add(target.baseUrl);
    const { name } = target;
    const named = leftovers.map((one) => ({ server: name, ...one }));
    return { leftovers: named, outage, mostAtATime, secrets };
  } finally {
    await close();
  }
}

/**
 * Describes each case as soon as it ends, for no more of it is needed. What the specification
 * leaves open cannot deviate from a description.
 */
function createDescriber(
  { requirements, insecure, secrets }: SessionJob,
  { baseUrl, credentials }: Target,
  contract: ContractCheck,
): (record: CaseRecord) => DescribedCase {
  const stated = new Set(requirements.filter(({ level }) => level === 'must').map(({ id }) => id));
  const redact = createRedactor([...secrets, ...secretsOf(credentials)]);
  return (record) => {
    const isStated = stated.has(record.requirement);
    if (isStated) contract.addAll(record.exchanges, baseUrl);
    return describeCase(record, isStated ? 'must' : 'open', { insecure, redact });
  };
}
