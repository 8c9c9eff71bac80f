/**
 * Heartbeat of a thread that runs steps, for the watchdog in another thread: a step that computes
 * forever blocks all timers and signals of its own thread.
 */
import { isMainThread, Worker } from 'node:worker_threads';
import {
  type SharedPulse,
  ticksUntilStuck,
  unresponsive,
  type WatchdogData,
} from '../step-files/unresponsive.js';

/** The longest place of a step, in bytes. */
const placeBytes = 1_024;

/** The pulse of this thread. */
export class Heartbeat {
  readonly #pulse: SharedPulse = {
    beats: new Int32Array(new SharedArrayBuffer(4)),
    place: new Uint8Array(new SharedArrayBuffer(placeBytes)),
  };
  #count = 0;

  /**
   * Starts a watchdog, which keeps no process alive.
   *
   * @param limitMs the time without a beat after which the watchdog ends the process
   */
  constructor(limitMs: number) {
    const data: WatchdogData = {
      pulse: this.#pulse,
      tickMs: limitMs / ticksUntilStuck,
      isOfMainThread: isMainThread,
    };
    const worker = new Worker(new URL('./watchdog.js', import.meta.url), { workerData: data });
    worker.unref();
  }

  /** Whether the watchdog may end the process: it runs a command, and is not debugged. */
  static get isUseful(): boolean {
    const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ''];
    if (options.some((one) => one.includes('--inspect'))) return false;
    return !isMainThread || process.listenerCount(unresponsive) > 0;
  }

  /** Notes that a step begins. */
  begin(place: string): void {
    const { written } = new TextEncoder().encodeInto(place, this.#pulse.place);
    this.#pulse.place.fill(0, written);
    this.beat();
  }

  /** Notes that the thread reacts. */
  beat(): void {
    this.#count = (this.#count % 1_000_000) + 1;
    Atomics.store(this.#pulse.beats, 0, this.#count);
  }

  /** Notes that no step runs. */
  sleep(): void {
    Atomics.store(this.#pulse.beats, 0, 0);
  }
}
