/** A session as a job, which can be handed to another thread. */
import { createRedactor, type Secret, secretsOf } from '../http/redact.js';
import type { Requirement } from '../requirements.js';
import type { CheckFiles } from '../suite-files.js';
import type { Subject, Target } from '../target/target.js';
import { type DescribedCase, describeCase } from '../verdict/described-case.js';
import { ContractCheck, type ContractFindings } from '../verdict/openapi-check.js';
import { loadDescription } from '../verdict/openapi-description.js';
import type { CaseRecord } from '../verdict/recorder.js';
import type { Leftover } from './ledger.js';
import { runSession, type SessionOptions } from './session.js';

type OwnOptions = Omit<SessionOptions, 'target' | 'files' | 'requirements' | 'signal' | 'onCase'>;

/** All that a session needs to know before it has a target. It is data alone. */
export interface SessionJob extends OwnOptions {
  readonly subject: Subject;
  readonly requirements: readonly Requirement[];
  readonly files: CheckFiles;
  /** What the operator gave and nobody else shall read. */
  readonly secrets: readonly Secret[];
}

/** What is known when it has ended, besides its cases. */
export interface JobResult {
  readonly contract: ContractFindings;
  readonly leftovers: readonly Leftover[];
  /** The credentials that were used. */
  readonly secrets: readonly Secret[];
}

/** Is told of every case that ends. */
export type CaseListener = (record: DescribedCase) => void;

/** Opens a target, runs the session and closes the target. */
export async function runJob(
  job: SessionJob,
  openTarget: (subject: Subject) => Promise<Target>,
  signal: AbortSignal,
  onCase: CaseListener,
): Promise<JobResult> {
  const target = await openTarget(job.subject);
  try {
    const contract = new ContractCheck(loadDescription(job.files.openapi));
    const describe = createDescriber(job, target, contract);
    const leftovers = await runSession({
      ...job,
      requirements: job.requirements.map(({ id }) => id),
      target,
      signal,
      onCase: (record) => onCase(describe(record)),
    });
    return { contract: contract.findings, leftovers, secrets: secretsOf(target.credentials) };
  } finally {
    await target.close();
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
