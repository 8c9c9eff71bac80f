/**
 * Effects of step files on the process, other than errors thrown in steps: errors in timers,
 * unhandled rejections, exits, and endless loops.
 */
import { closeSync } from 'node:fs';
import { type CodePlace, placesOfError, UsageError } from '../../kit/errors.js';
import { packageFile } from '../../kit/package-root.js';
import { countOf, firstLineOf } from '../../kit/words.js';
import { nameOf } from '../suite/checked-document.js';
import { isOutcome } from '../verdict/outcomes.js';
import { type Unresponsive, unresponsive } from './unresponsive.js';

/**
 * The mistake of a suite whose code threw an error; undefined for our own errors. An outcome
 * without a place in a step file comes from a call that a step did not await.
 */
export function mistakeOfSuite(thrown: unknown): UsageError | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const place = placesOfError(thrown).find(isForeign);
  if (place === undefined && !isOutcome(thrown)) return undefined;
  const first = firstLineOf(thrown.message);
  const where = place === undefined ? '' : `${nameOf(place.file)}:${place.line}: `;
  return new UsageError(
    `${where}${thrown.name}: ${first.replace(/[.?!]?$/, (end) => end || '.')} No step awaited the code that threw it.`,
  );
}

function isForeign({ file }: CodePlace): boolean {
  return !file.startsWith(packageFile('dist')) && !file.startsWith(packageFile('node_modules'));
}

const leavesRows = 'without reports, and may leave rows behind';

const endlessWait =
  'nothing is left that it could wait for, so it ends without reports. Does a step file await a promise that never resolves? Otherwise this is an error of Touchstone.';

/** Where a thread computes: a line of a step file when this thread does, or the latest step. */
function busyPlace({ place }: Unresponsive): string {
  const line = placesOfError(new Error('here')).find(isForeign);
  return line === undefined ? place : `${nameOf(line.file)}:${line.line}`;
}

/**
 * Lets a signal end the process while this thread is too busy to call its listeners. The listeners
 * are restored as soon as it can.
 */
function suspendSignals(): void {
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    const listeners = process.listeners(name);
    process.removeAllListeners(name);
    setImmediate(() => {
      for (const listener of listeners) process.on(name, listener);
    });
  }
}

/** The time in which a process ends after its command, in milliseconds. */
const endMs = 2_000;

/**
 * Ends the process with a message and exit code 2 or 4 after an unhandled error. Ends it with 2 if
 * a step file ends the process, computes forever, or leaves nothing that could end the command. Any
 * other exit code would be a verdict.
 *
 * @param command the name of the command, for messages
 * @returns a function to be called when the command has ended; timers of step files then no longer
 *    keep the process alive
 */
export function guardProcess(command: string): () => void {
  let [hasEnded, isIdle] = [false, false];
  const end = (message: string, exitCode: 2 | 4) => {
    hasEnded = true;
    process.stderr.write(`touchstone ${command}: ${message}\n`);
    process.exitCode = exitCode;
  };
  process.on('uncaughtException', (thrown) => {
    const mistake = mistakeOfSuite(thrown);
    if (mistake !== undefined) end(mistake.message, mistake.exitCode);
    else end(`internal error of Touchstone: ${thrown.stack ?? thrown.message}`, 4);
    process.exit();
  });
  process.on(unresponsive, (thread: Unresponsive) => {
    const seconds = countOf(Math.round(thread.ms / 1000), 'second');
    const problem = `${busyPlace(thread)}: the step has computed for ${seconds} without a pause`;
    if (thread.state === 'slow') {
      if (!thread.isOfMainThread) return;
      suspendSignals();
      process.stderr.write(`${problem}. Ctrl+C now ends the ${command} at once, ${leavesRows}.\n`);
      return;
    }
    end(`${problem}, as if it were in an endless loop. The ${command} ends ${leavesRows}.`, 2);
    // Node would write that it waits for a debugger, which is only the watchdog.
    closeSync(process.stderr.fd);
    process.exit();
  });
  // Node emits this only when nothing is left to wait for, and not for process.exit().
  process.on('beforeExit', () => {
    isIdle = true;
  });
  process.on('exit', () => {
    if (!hasEnded)
      end(isIdle ? endlessWait : 'a step file has ended the process, with process.exit().', 2);
  });
  return () => {
    hasEnded = true;
    setTimeout(() => process.exit(), endMs).unref();
  };
}
