/** One target: runs the scenarios and leaves the target as it was found. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type OpenClient } from '../http/client.js';
import { withoutChanges } from '../http/read-only.js';
import { runScenarios } from '../scenarios/run-scenarios.js';
import type { Gate } from '../scenarios/scenario-run.js';
import { Turnstile } from '../scenarios/turnstile.js';
import type { SuiteFiles } from '../suite-files.js';
import type { Target } from '../target/target.js';
import { type CaseRecord, Recorder } from '../verdict/recorder.js';
import { deleteRows, type Leftover, RowLedger } from './ledger.js';

/** What to run against which target. It is data alone. */
export interface SessionOptions {
  readonly target: Target;
  readonly files: SuiteFiles;
  /** Ids of the requirements to judge. */
  readonly requirements: readonly string[];
  readonly seed: number;
  /** How many scenarios may run at a time. */
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly insecure: boolean;
  /** Sends only requests that change nothing; default: also others. */
  readonly readOnly?: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** How whoever runs a session goes along with it. */
export interface SessionControl {
  /** Is told of every case that ends, with all that there is of it. */
  readonly onRecord: (record: CaseRecord) => void;
  /** Ends the session at once. */
  readonly signal?: AbortSignal;
}

/** `runSession`, or the same in another thread. */
export type SessionRunner = typeof runSession;

/** A target that is gone would cost a time-out for every request that is left. */
const patience = 10;

/**
 * Runs the scenarios, then deletes the rows that they left.
 *
 * @returns the rows that could not be deleted
 */
export async function runSession(
  options: SessionOptions,
  { onRecord, signal }: SessionControl,
): Promise<readonly Leftover[]> {
  const { target, requirements, seed, files, concurrency } = options;
  const recorder = new Recorder(target.server, onRecord);
  const client = createClient({
    ...options,
    baseUrl: target.baseUrl,
    keepsConnections: target.isDisposable,
    patience,
  });
  const ledger = new RowLedger();
  const stop = () => {
    recorder.stop();
    client.interrupt();
  };
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);
  try {
    const { readOnly = false } = options;
    const shared = { target, client, ledger, recorder, seed, readOnly };
    const gate = openGate(shared, new Turnstile(concurrency));
    const scenarios = { ...files, requirements, seed, concurrency };
    await runScenarios(scenarios, gate);
    const { profile, credentials } = target;
    const rows = target.isDisposable || readOnly ? [] : ledger.rows;
    return await deleteRows(rows, client, profile, credentials);
  } finally {
    signal?.removeEventListener('abort', stop);
    client.close();
  }
}

interface SessionParts {
  readonly target: Target;
  readonly client: OpenClient;
  readonly ledger: RowLedger;
  readonly recorder: Recorder;
  readonly seed: number;
  readonly readOnly: boolean;
}

function openGate(parts: SessionParts, turnstile: Turnstile): Gate {
  const { target, client, ledger, recorder, seed, readOnly } = parts;
  const { profile, credentials } = target;
  let number = 0;
  const marker = `touchstone-${randomBytes(4).toString('hex')}`;
  const nextNumber = () => {
    number += 1;
    return number;
  };
  const shared = { profile, credentials, ledger, readOnly, marker, seed, nextNumber };
  return {
    async begin(start, alone) {
      let leave = await turnstile.enter(alone);
      if (recorder.isStopped) {
        leave();
        return undefined;
      }
      const open = recorder.begin(start);
      const own = client.reportingTo(open);
      const allowed = readOnly ? withoutChanges(own) : own;
      const run = { ...shared, client: allowed, recorder: open };
      const pause = async (milliseconds: number) => {
        leave();
        await sleep(milliseconds);
        leave = await turnstile.enter(alone);
      };
      const end = (result: 'passed' | Error) => {
        leave();
        open.end(result);
      };
      return { run, pause, end };
    },
  };
}
