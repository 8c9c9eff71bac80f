/**
 * The program of the watchdog's thread. It counts its own looks at the beats instead of time, so
 * that a suspended machine or a stopped process, where it does not look either, does not count as
 * stuck.
 */
import { Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';
import {
  ticksUntilSlow,
  ticksUntilStuck,
  type Unresponsive,
  unresponsive,
  type WatchdogData,
} from '../step-files/unresponsive.js';

const { pulse, tickMs, isOfMainThread } = workerData as WatchdogData;
let [last, missed] = [0, 0];

/**
 * Tells the process. Only the debugger's interface runs code in a thread whose JavaScript does not
 * return: the listener runs on top of the endless code, and sees it in its stack.
 */
function tell(state: Unresponsive['state']): void {
  const place = Buffer.from(pulse.place).toString().replace(/\0+$/, '');
  const message: Unresponsive = { state, place, ms: missed * tickMs, isOfMainThread };
  const session = new Session();
  session.connectToMainThread();
  const expression = `process.emit(${JSON.stringify(unresponsive)}, ${JSON.stringify(message)})`;
  session.post('Runtime.evaluate', { expression }, () => session.disconnect());
}

setInterval(() => {
  const beat = Atomics.load(pulse.beats, 0);
  missed = beat === 0 || beat !== last ? 0 : missed + 1;
  last = beat;
  if (missed === ticksUntilSlow) tell('slow');
  if (missed === ticksUntilStuck) tell('stuck');
}, tickMs);
