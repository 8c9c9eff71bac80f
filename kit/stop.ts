/** Reactions to the end that somebody asked for: by a signal of the process or of a caller. */

/**
 * Calls `act` when the signal is aborted; immediately if it already is.
 *
 * @returns a function that removes the listener
 */
export function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal?.aborted) act();
  signal?.addEventListener('abort', act);
  return () => signal?.removeEventListener('abort', act);
}

/**
 * Resolves when the caller's signal is aborted; without one, on SIGINT or SIGTERM. A second one of
 * these ends the process immediately.
 */
export function untilStopped(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve();
    };
    if (signal === undefined) process.once('SIGINT', stop).once('SIGTERM', stop);
    else onAbort(signal, () => resolve());
  });
}
