/** A session as a job, which can be handed to another thread. */
import { type Secret, secretsOf } from './http/redact.js';
import { runSession, type SessionOptions, type SessionResult } from './session.js';
import type { Subject, Target } from './target/target.js';
import type { CaseRecord } from './verdict/recorder.js';

/** All that a session needs to know before it has a target. It is data alone. */
export interface SessionJob extends Omit<SessionOptions, 'target' | 'signal' | 'onCase'> {
  readonly subject: Subject;
}

/** What happened in it. */
export interface JobResult extends SessionResult {
  /** The credentials that were used. */
  readonly secrets: readonly Secret[];
}

/** Is told of every case that ends, and of the base URL of the server that it ran against. */
export type CaseListener = (record: CaseRecord, baseUrl: string) => void;

/** Opens a target, runs the session and closes the target. */
export async function runJob(
  { subject, ...session }: SessionJob,
  openTarget: (subject: Subject) => Promise<Target>,
  signal: AbortSignal,
  onCase: CaseListener,
): Promise<JobResult> {
  const target = await openTarget(subject);
  try {
    const onEnd = (record: CaseRecord) => onCase(record, target.baseUrl);
    const result = await runSession({ ...session, target, signal, onCase: onEnd });
    return { ...result, secrets: secretsOf(target.credentials) };
  } finally {
    await target.close();
  }
}
