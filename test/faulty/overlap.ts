/** Lets requests overlap that a client sends together, on a machine of any speed. */

/**
 * Turns of the event loop in which requests that were sent together arrive: each of them needs a few for
 * its connection and its bytes, however long the turns take.
 */
const turns = 50;

/** Acts when the requests have arrived that were sent together with the present one. */
export function afterOthers(act: () => void, left = turns): void {
  if (left === 0) act();
  else setImmediate(() => afterOthers(act, left - 1));
}
