/** How an operator ends a run before its end. */
import type { Environment } from '../kit/environment.js';

/** What the operator asks for; each of the two is aborted when it is time. */
export interface StopSignals {
  /** No more scenarios: what they created is deleted, and reports are written. */
  readonly signal: AbortSignal;
  /** No clean-up either: reports say what is left. */
  readonly givingUp?: AbortSignal | undefined;
  /** Listens no more. */
  readonly release: () => void;
}

const names = ['SIGINT', 'SIGTERM'] as const;

/**
 * A program that npm runs gets Ctrl+C twice: from the terminal, and from npm, which hands on what it
 * gets itself.
 */
const samePressMs = 500;

/**
 * The caller's signals, or those of the process: the first one stops, the second one gives up, and
 * a third one ends the process.
 *
 * @param source emits the signals of the process
 */
export function listenForStop(
  { signal, givingUp: giveUp, stderr }: Environment,
  source: Pick<NodeJS.Process, 'on' | 'removeListener'> = process,
): StopSignals {
  if (signal !== undefined) return { signal, givingUp: giveUp, release: () => {} };
  const [stopping, givingUp] = [new AbortController(), new AbortController()];
  let stoppedAt = 0;
  const release = () => {
    for (const name of names) source.removeListener(name, note);
  };
  const note = () => {
    if (!stopping.signal.aborted) {
      stoppedAt = performance.now();
      stderr.write('Stopping: deleting what the run has created. Once more to give up at once.\n');
      stopping.abort();
    } else if (performance.now() - stoppedAt > samePressMs) {
      release();
      givingUp.abort();
    }
  };
  for (const name of names) source.on(name, note);
  return { signal: stopping.signal, givingUp: givingUp.signal, release };
}
