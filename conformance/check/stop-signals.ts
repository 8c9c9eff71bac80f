/** Signals by which an operator ends a run early. */
import type { Environment } from '../../kit/environment.js';

/** The two stages of an early end. */
export interface StopSignals {
  /** Ends the scenarios; the clean-up and the reports follow. */
  readonly signal: AbortSignal;
  /** Ends the clean-up as well; reports list the leftovers. */
  readonly givingUp?: AbortSignal | undefined;
  /** Stops listening. */
  readonly release: () => void;
}

const names = ['SIGINT', 'SIGTERM'] as const;

/**
 * The time in which two signals count as one: a program that npm runs gets Ctrl+C from the terminal
 * and again from npm.
 */
const samePressMs = 500;

/**
 * Returns the caller's signals, or those of the process: the first signal ends the scenarios, the
 * second one the clean-up, and a third one the process.
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
      stderr.write(
        'Stopping: deleting the rows of the run. Press Ctrl+C again to quit immediately.\n',
      );
      stopping.abort();
    } else if (performance.now() - stoppedAt > samePressMs) {
      release();
      givingUp.abort();
    }
  };
  for (const name of names) source.on(name, note);
  return { signal: stopping.signal, givingUp: givingUp.signal, release };
}
